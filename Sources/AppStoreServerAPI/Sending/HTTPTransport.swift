internal import HTTPClient

/// Carries requests over HTTPS by libcurl, with a thread and connections of its own.
///
/// Redirects are not followed, so that a token is sent nowhere else.
public final class HTTPTransport: ServerAPITransport {
    private let client: WebClient
    private let timeout: Int

    /// The longest body that is read, in bytes: a page of twenty notifications has about 600 kB.
    private static let longestBody = 16 << 20

    /// Prepares a transport; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - userAgent: What the client calls itself.
    ///   - certificates: A PEM file with the only authorities that may vouch for the host; `nil` trusts the system's.
    ///   - timeout: How long an answer may take, in milliseconds.
    /// - Throws: ``ServerAPITransportFailure``, `misconfigured`.
    public init(
        userAgent: String = "storekeeper", certificates: String? = nil, timeout: Int = 30_000
    ) throws(ServerAPITransportFailure) {
        var configuration = ClientConfiguration(userAgent: userAgent)
        if let certificates { configuration.trust = .file(certificates) }
        do throws(HTTPClientError) { client = try WebClient(configuration) } catch {
            throw ServerAPITransportFailure(error)
        }
        self.timeout = timeout
    }

    /// Sends a request once and returns the response, whatever its status.
    public func send(
        _ request: ServerAPITransportRequest
    ) async throws(ServerAPITransportFailure) -> ServerAPITransportResponse {
        var outgoing = ClientRequest(
            request.method, request.url, fields: request.fields.map { ClientField($0.name, $0.value) },
            body: request.body)
        outgoing.totalTimeout = timeout
        outgoing.connectTimeout = min(outgoing.connectTimeout, timeout)
        outgoing.maximumBody = HTTPTransport.longestBody
        // A paced request has a connection of its own: on a kept one it might be sent a second time.
        if !request.isRepeatable { outgoing.pace = BodyPace(bytes: 1 << 20, interval: 0) }
        do throws(HTTPClientError) {
            let response = try await client.send(outgoing)
            return ServerAPITransportResponse(
                status: response.status, fields: response.fields.map { ($0.name, $0.value) }, body: response.body)
        } catch {
            throw ServerAPITransportFailure(error)
        }
    }

    /// Ends everything under way and closes all connections.
    public func close() async { await client.close() }
}

extension ServerAPITransportFailure {
    /// Tells what a failure of the HTTP client means for sending again.
    init(_ error: HTTPClientError) {
        let kind: Kind =
            switch error {
            case .cancelled, .shutDown: .cancelled
            case .invalidConfiguration, .unusableTrust, .invalidRequest, .tlsFailed(.untrusted), .tlsFailed(.otherHost),
                .addressRefused:
                .misconfigured
            case .nameLookupFailed, .connectionFailed, .tlsFailed(.handshake), .timedOut(.nameLookup),
                .timedOut(.connection), .connectionLost(.nothing):
                .notSent
            default: .uncertain
            }
        self.init(kind, error.description)
    }
}
