import CommandLineTool
import TestSupport
import Testing

@Suite("Derived account tokens")
struct DerivedTokenTests {
    private static let dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

    @Test("UUID version 5 is that of RFC 9562, appendix A.4")
    func version5() throws {
        let namespace = try #require(DerivedToken.bytes(ofUUID: Self.dns.uppercased()))
        let token = try DerivedToken.version5(namespace: namespace, name: Array("www.example.com".utf8))
        #expect(token == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    @Test("The keyed token is made of HMAC-SHA256 as RFC 4231 has it, with version and variant in their places")
    func version8() throws {
        // Test case 1: b0344c61 d8db 3853 5ca8 afceaf0bf12b and 16 bytes more.
        let token = try DerivedToken.version8(key: Array(repeating: 0x0B, count: 20), name: Array("Hi There".utf8))
        #expect(token == "b0344c61-d8db-8853-9ca8-afceaf0bf12b")
    }

    @Test(
        "Only a UUID is one",
        arguments: ["", "6ba7b810", "6ba7b8109dad11d180b400c04fd430c8", dns + "0", "g" + dns.dropFirst()])
    func uuid(_ text: String) { #expect(DerivedToken.bytes(ofUUID: text) == nil) }

    @Test("The user's id may come by standard input; one way of deriving must be named")
    func command() async throws {
        let flag = await CommandHarness().run(["account-token", "--user", "www.example.com", "--namespace", Self.dns])
        #expect(flag.output == "2ed6657d-e927-568b-95e1-2665a8aea6a2\n" && flag.status == .fine)
        let neither = await CommandHarness().run(["account-token", "--user", "x"])
        #expect(neither.status == .usage)
    }
}
