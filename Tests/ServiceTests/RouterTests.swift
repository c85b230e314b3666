internal import HTTPServing
internal import Testing

@testable internal import Service

@Suite("Routing")
struct RouterTests {
    /// Says which operation it is.
    private struct Named: Endpoint {
        static let operation = Operation(method: "GET", path: "/a/{x}/b/{y}", query: ["q"], statuses: [200])
        func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse { .text("named") }
    }

    private struct Posted: Endpoint {
        static let operation = Operation(
            method: "POST", path: "/a/{x}/b/{y}", body: .json, isOpen: true, statuses: [200])
        func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse { .text("posted") }
    }

    private let router = Router(endpoints: [Named(), Posted()], tokens: nil)

    private func route(
        _ method: String, _ segments: [String], type: String? = nil
    ) throws(Problem) -> [String: String] {
        try router.route(
            Router.Head(method: method, segments: segments, authorization: nil, contentType: type)
        ).values
    }

    @Test("Segments are compared decoded, and values kept as they are")
    func values() throws {
        #expect(try route("GET", ["a", "1/2", "b", "ü"]) == ["x": "1/2", "y": "ü"])
        #expect(try route("HEAD", ["a", "1", "b", "2"]) == ["x": "1", "y": "2"])
        #expect(try route("POST", ["a", "1", "b", "2"], type: "application/json") == ["x": "1", "y": "2"])
    }

    @Test(
        "Other paths are not found",
        arguments: [[], ["a"], ["a", "", "b", "2"], ["a", "1", "b", "2", ""], ["A", "1", "b", "2"], ["*"]])
    func paths(_ segments: [String]) {
        let problem = #expect(throws: Problem.self) { try route("GET", segments) }
        #expect(problem?.status == 404)
        #expect(problem?.code == "request.path")
    }

    @Test("Other methods are told which there are")
    func methods() {
        for method in ["PUT", "get", "", "OPTIONS"] {
            let problem = #expect(throws: Problem.self) { try route(method, ["a", "1", "b", "2"]) }
            #expect(problem?.status == 405)
            #expect(problem?.fields["Allow"] == "GET, HEAD, POST")
        }
    }

    @Test("A path that asks nobody for a token tells its methods to everybody, and others tell nothing")
    func openPaths() throws {
        let router = Router(
            endpoints: [Liveness(), Named(), Posted(), InterfaceDescription()],
            tokens: try AccessTokens(lines: Array("one".utf8)))
        let answers: [(String, [String], Int)] = [
            ("TRACE", ["livez"], 405), ("POST", ["livez"], 405), ("TRACE", ["openapi.json"], 401),
            ("GET", ["a", "1", "b", "2"], 401), ("PUT", ["a", "1", "b", "2"], 405), ("GET", ["nothing"], 401),
        ]
        for (method, segments, status) in answers {
            let problem = #expect(throws: Problem.self) {
                try router.route(
                    Router.Head(method: method, segments: segments, authorization: nil, contentType: nil))
            }
            #expect(problem?.status == status, "\(method) \(segments)")
        }
    }

    @Test("The description of an operation says what may be answered on its behalf")
    func statuses() {
        #expect(Named.operation.statuses(on: .closed) == [200, 400, 401])
        #expect(Posted.operation.statuses(on: .open) == [200, 413, 415])
        #expect(Named.operation.path.names == ["x", "y"])
    }

    @Test("Tokens are compared whole, and the scheme in any case")
    func tokens() throws {
        let tokens = try AccessTokens(lines: Array("one\ntwo\n".utf8))
        for field in ["Bearer one", "bearer two", "BEARER  one"] { #expect(tokens.accept(field)) }
        for field in [
            "Bearer", "Bearer ", "Bearer on", "Bearer onee", "Basic one", "one", "Bearer one two", "Bearer ONE",
        ] {
            #expect(!tokens.accept(field), "\(field)")
        }
        #expect(!tokens.accept(nil))
    }
}
