import StrictJSON
import TestSupport
import Testing

@testable import OpenSSLCrypto

@Suite(.enabled(if: ThirdPartyVectors.folder != nil, "\(ThirdPartyVectors.hint)"))
struct WycheproofECDSATests {
    @Test("Every ECDSA vector on P-256 gets its answer, with and without a table")
    func vectors() throws {
        var passed = 0
        let file = try ThirdPartyVectors.bytes("wycheproof/ecdsa_secp256r1_sha256_p1363_test.json")
        let document = try JSONDocument(parsing: file)
        for group in try #require(document.root["testGroups"]).elements {
            let spki = try bytes(group, "publicKeyDer")
            let key = try P256PublicKey(spki: spki)
            let table = try #require(key.buildTable())
            for test in try #require(group["tests"]).elements {
                let id = test["tcId"]?.number?.text ?? "?"
                let message = try bytes(test, "msg")
                let raw = try bytes(test, "sig")
                let expected = test["result"]?.string == "valid"
                let digest = SHA256.digest(of: message)
                let signature = P256Signature(raw)
                let reference = signature.map { key.isValidByReference($0, digest: digest) } ?? false
                let fast = signature.map { table.isValid($0, digest: digest) } ?? false
                #expect(reference == expected, "vector \(id), reference")
                #expect(fast == expected, "vector \(id), table")
                #expect(key.isValidSignature(raw, for: message) == expected, "vector \(id)")
                passed += 1
            }
        }
        #expect(passed == 262)
    }

    private func bytes(_ object: JSONNode, _ name: String) throws -> [UInt8] {
        let text = try #require(object[name]?.string)
        return try #require([UInt8](hexadecimal: text))
    }
}
