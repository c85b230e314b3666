internal import HTTPServing
internal import Testing

/// Answers with what was asked: method, segments, query and the body's length.
@Sendable private func echo(_ request: HTTPRequest) async -> HTTPResponse {
    .text(
        """
        \(request.method) \(request.pathSegments) \(request.query.map { "\($0.name)=\($0.value)" }) \(request.body.count)
        """)
}

func start(
    maximumBody: Int = 1000, configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
) throws -> HTTPServer {
    var configuration = HTTPServerConfiguration(address: try ListenAddress(parsing: "127.0.0.1:0"))
    configure(&configuration)
    return try HTTPServer(
        configuration: configuration,
        head: { head in
            guard head.pathSegments.first != "missing" else { return .respond(.text("missing", status: 404)) }
            guard head.method != "DELETE" else {
                return .respond(HTTPResponse(status: 405, headers: [("Allow", "GET, POST")]))
            }
            return .accept(maximumBody: maximumBody)
        }, handler: handler)
}

@Suite("HTTP server", .timeLimit(.minutes(1)))
struct HTTPServerTests {
    @Test("A request is answered by its handler, and the connection is kept")
    func answers() async throws {
        let server = try start(handler: echo)
        let address = server.boundAddress
        #expect(address.port != 0)
        let answers = try await blocking {
            let client = try TestClient(address)
            return [
                try client.ask("POST", "/v1/a%2Fb/?x=1&y=a+b%21", body: Array("hello".utf8)),
                try client.ask("GET", "/"),
            ]
        }
        #expect(answers[0]?.text == #"POST ["v1", "a/b", ""] ["x=1", "y=a b!"] 5"#)
        #expect(answers[0]?.status == 200)
        #expect(answers[0]?.headers["content-type"] == "text/plain; charset=utf-8")
        #expect(answers[1]?.text == "GET [] [] 0")
        await server.stop()
    }
}
