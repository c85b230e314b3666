@testable internal import HTTPServing
internal import Testing

@Suite("Request targets and escapes")
struct RequestTargetTests {
    @Test(
        "Paths are taken apart before they are decoded",
        arguments: [
            ("/", []), ("/a", ["a"]), ("/a/", ["a", ""]), ("//a", ["", "a"]), ("/a%2Fb/c", ["a/b", "c"]),
            ("/%2e%2E/.", ["..", "."]), ("/%00", ["\0"]), ("/%C3%A9", ["é"]), ("/a+b", ["a+b"]),
            ("/%2541", ["%41"]), ("http://h/a/b", ["a", "b"]), ("HTTPS://h?x", []), ("http://h", []), ("*", []),
        ])
    func segments(text: String, segments: [String]) throws {
        #expect(try #require(RequestTarget(parsing: Array(text.utf8))).segments == segments)
    }

    @Test(
        "Queries are taken apart before they are decoded",
        arguments: [
            ("/", []), ("/?", []), ("/?a", ["a="]), ("/?a=1&a=2&&b=", ["a=1", "a=2", "b="]), ("/?=x", ["=x"]),
            ("/?a%26b=c%3Dd=e+f%2Bg", ["a&b=c=d=e f+g"]), ("/?a?b=/c", ["a?b=/c"]), ("/?%00=%C3%A9", ["\0=é"]),
            ("http://h?x=1", ["x=1"]),
        ])
    func queries(text: String, pairs: [String]) throws {
        let target = try #require(RequestTarget(parsing: Array(text.utf8)))
        #expect(target.parameters.map { "\($0.name)=\($0.value)" } == pairs)
    }

    @Test(
        "Other forms, broken escapes and bytes that may not occur are refused",
        arguments: [
            "", "a", "a/b", "?x", "**", "http:/a", "http://", "http:///a", "ftp://h/a", "h:443", "/%", "/%4", "/%4g",
            "/?%",
            "/ ", "/\u{7F}", "/\n", "/#", "/a#b", "/%ff", "/%fe", "/%C3/%A9", "/?a=%ed%a0%80", "/?%ff",
        ])
    func refused(text: String) {
        #expect(RequestTarget(parsing: Array(text.utf8)) == nil)
    }

    @Test("A percent sign that begins no escape stays when it is decoded all the same")
    func lenientDecoding() {
        #expect(PercentEncoding.decode("%%41%".utf8) == "%A%")
    }

    @Test("Names of fields compare without regard to ASCII case only")
    func names() {
        let fields = HTTPFields([("Content-Type", "a"), ("X-[", "b")])
        #expect(fields["CONTENT-type"] == "a")
        #expect(fields["x-{"] == nil)
        #expect(fields["content-typ"] == nil)
    }
}
