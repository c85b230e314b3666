internal import HTTPServing

/// Starts a server on a free port of the loopback.
///
/// Below `/missing` it answers 404, and to DELETE 405, both without the handler; all else is accepted.
func startTunedServer(
    _ address: String = "127.0.0.1:0", maximumBody: Int = 1000,
    configure: (inout HTTPServerConfiguration) -> Void,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = describe
) throws -> HTTPServer {
    var configuration = HTTPServerConfiguration(address: try ListenAddress(parsing: address))
    // A loaded machine is no reason for a test to fail; tests of the limits set their own.
    configuration.idleTimeoutSeconds = 3600
    configuration.receiveTimeoutSeconds = 3600
    configuration.sendTimeoutSeconds = 3600
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

/// Starts a server with the usual limits.
func startServer(
    _ address: String = "127.0.0.1:0", maximumBody: Int = 1000,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = describe
) throws -> HTTPServer {
    try startTunedServer(address, maximumBody: maximumBody, configure: { _ in }, handler: handler)
}

/// Answers with what was asked: method, segments, query and the length of the body.
@Sendable func describe(_ request: HTTPRequest) async -> HTTPResponse {
    let query = request.query.map { "\($0.name)=\($0.value)" }
    return .text("\(request.method) \(request.pathSegments) \(query) \(request.body.count)")
}

/// Whether a server still answers a new client.
func isAlive(_ address: ListenAddress) async throws -> Bool {
    try await blocking { try TestClient(address).ask("GET", "/alive")?.text == #"GET ["alive"] [] 0"# }
}
