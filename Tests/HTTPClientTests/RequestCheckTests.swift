internal import HTTPClient
internal import Testing

@Suite("HTTP client: what is not sent", .timeLimit(.minutes(10)))
struct RequestCheckTests {
    /// Nothing listens there, and nothing is asked for its name: the requests are refused before.
    private func failure(_ change: (inout ClientRequest) -> Void) async throws -> HTTPClientError? {
        let client = try makeClient { $0.addresses = .judge { _ in false } }
        var request = patientRequest("GET", "http://127.0.0.1/")
        change(&request)
        let failure = await client.failure(request)
        await client.close()
        return failure
    }

    @Test(
        "A URL is refused for what is wrong with it",
        arguments: [
            ("", .url), ("127.0.0.1/x", .url), ("http://", .url), ("http://127.0.0.1:70000/", .url),
            ("http://127.0.0.1/a b", .url), ("http://127.0.0.1/\r\nX: y", .url), ("http://127.0.0.1/\0", .url),
            ("http://127.0.0.1/" + String(repeating: "x", count: 16_384), .url), ("ftp://127.0.0.1/", .scheme),
            ("file:///etc/passwd", .scheme), ("gopher://127.0.0.1/", .scheme), ("nonsense://127.0.0.1/", .scheme),
            ("http://user@127.0.0.1/", .credentialsInURL), ("http://user:secret@127.0.0.1/", .credentialsInURL),
        ] as [(String, RequestFault)])
    func urls(_ url: String, _ fault: RequestFault) async throws {
        #expect(try await failure { $0.url = url } == .invalidRequest(fault))
    }

    @Test(
        "A field cannot break the head, nor replace what the client says itself",
        arguments: [
            ("X: y", "1", .fieldName(1)), ("X\r\nY", "1", .fieldName(1)), ("", "1", .fieldName(1)),
            ("X", "1\r\nY: 2", .fieldValue(1)), ("X", "1\n", .fieldValue(1)), ("X", "1\r", .fieldValue(1)),
            ("X", "\0", .fieldValue(1)), ("X", "\u{7F}", .fieldValue(1)), ("content-length", "1", .reservedField(1)),
            ("Host", "other", .reservedField(1)), ("Transfer-Encoding", "chunked", .reservedField(1)),
        ] as [(String, String, RequestFault)])
    func fields(_ name: String, _ value: String, _ fault: RequestFault) async throws {
        let fields = [ClientField("Fine", "yes\tit is"), ClientField(name, value)]
        #expect(try await failure { $0.fields = fields } == .invalidRequest(fault))
    }

    @Test("A method is a token, and no tunnel", arguments: ["", "GET /x", "A\r\nB", "CONNECT"])
    func methods(_ method: String) async throws {
        #expect(try await failure { $0.method = method } == .invalidRequest(.method))
    }

    @Test("Limits have their ranges")
    func limits() async throws {
        #expect(try await failure { $0.connectTimeout = 0 } == .invalidRequest(.limit(name: "connect timeout")))
        #expect(try await failure { $0.totalTimeout = .max } == .invalidRequest(.limit(name: "total timeout")))
        #expect(try await failure { $0.maximumBody = -1 } == .invalidRequest(.limit(name: "maximum body")))
        #expect(try await failure { $0.maximumRedirects = 51 } == .invalidRequest(.limit(name: "maximum redirects")))
        #expect(
            try await failure { $0.pace = BodyPace(bytes: 0, interval: 1) }
                == .invalidRequest(.limit(name: "pace in bytes")))
        #expect(
            try await failure { request in
                request.method = "HEAD"
                request.body = [1]
            } == .invalidRequest(.body))
    }

    @Test("A configuration is refused for what is wrong with it")
    func configuration() {
        #expect(throws: HTTPClientError.invalidConfiguration(name: "maximum transfers")) {
            try makeClient { $0.maximumTransfers = 0 }
        }
        #expect(throws: HTTPClientError.invalidConfiguration(name: "user agent")) {
            try makeClient { $0.userAgent = "a\r\nb" }
        }
        #expect(throws: HTTPClientError.unusableTrust) { try makeClient { $0.trust = .pem([]) } }
        #expect(throws: HTTPClientError.unusableTrust) { try makeClient { $0.trust = .file("a\0b") } }
    }
}
