internal import HTTPClient
internal import HTTPServing
internal import TestSupport

/// Makes a client that names itself "test/1".
func makeClient(_ configure: (inout ClientConfiguration) -> Void = { _ in }) throws -> WebClient {
    var configuration = ClientConfiguration(userAgent: "test/1")
    configure(&configuration)
    return try WebClient(configuration)
}

/// A request that no busy host lets time out: a test that wants that sets its own limits.
func patientRequest(
    _ method: String, _ url: String, fields: [ClientField] = [], body: [UInt8] = []
) -> ClientRequest {
    var request = ClientRequest(method, url, fields: fields, body: body)
    request.connectTimeout = 600_000
    request.totalTimeout = 600_000
    return request
}

extension WebClient {
    /// What comes of a request.
    func outcome(_ request: ClientRequest) async -> Result<ClientResponse, HTTPClientError> {
        do throws(HTTPClientError) {
            return .success(try await send(request))
        } catch {
            return .failure(error)
        }
    }

    /// Why a request has no response; nil when it has one.
    func failure(_ request: ClientRequest) async -> HTTPClientError? {
        if case .failure(let error) = await outcome(request) { error } else { nil }
    }
}

extension WebClient {
    /// Gives a request more and more time until it fails as wanted, and returns the last failure.
    ///
    /// A busy host may not even have connected when a short time is over.
    func failure(
        _ request: ClientRequest, reaching wanted: HTTPClientError, within time: WritableKeyPath<ClientRequest, Int>
    ) async -> HTTPClientError? {
        var request = request
        var last: HTTPClientError?
        for milliseconds in [50, 250, 1250, 6250, 31_250] where last != wanted {
            request[keyPath: time] = milliseconds
            last = await failure(request)
        }
        return last
    }
}

/// Starts a server on a free port of the loopback.
func startServer(
    tls: TLSIdentity? = nil, handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
) throws -> HTTPServer {
    var configuration = HTTPServerConfiguration(address: try ListenAddress(parsing: "127.0.0.1:0"))
    configuration.maximumBodyBytes = 1 << 24
    configuration.tls = tls
    return try HTTPServer(
        configuration: configuration, head: { _ in .accept(maximumBody: 1 << 24) }, handler: handler)
}

/// Asks a server that answers the first request with a text, as it is, and closes the connection.
func ask(_ answer: String, client: WebClient, configure: (inout ClientRequest) -> Void = { _ in }) async throws
    -> (outcome: Result<ClientResponse, HTTPClientError>, requestHead: String)
{
    let listener = try LoopbackListener()
    var request = patientRequest("GET", "http://127.0.0.1:\(listener.port)/")
    configure(&request)
    async let head = blocking {
        let peer = try listener.accept()
        let head = try peer.receiveHead()
        peer.send(answer)
        return head
    }
    let outcome = await client.outcome(request)
    return (outcome, try await head)
}
