internal import HTTPClient
public import StoreCore

/// The way to the private listener of a running `storekeeper serve`, shared by the backends of all customers.
///
/// It keeps connections and a thread of its own as long as it is used. Redirects are not followed, so that a token is
/// sent nowhere else.
public final class ServiceConnection: Sendable {
    private let base: String
    private let token: BearerToken?
    private let timeout: Int
    private let client: WebClient

    /// Prepares a connection; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - url: Where the listener is, such as `http://127.0.0.1:8081`.
    ///   - token: The token, where the service asks for one.
    ///   - certificates: A PEM file with the only authorities that may vouch for the service; nil trusts the system's.
    ///   - timeout: How long an answer may take, in milliseconds.
    /// - Throws: ``StoreBackendError`` naming what cannot be used.
    public init(
        url: String, token: BearerToken? = nil, certificates: String? = nil, timeout: Int = 10_000
    ) throws(StoreBackendError) {
        guard url.hasPrefix("http://") || url.hasPrefix("https://"), !url.contains(where: { $0 == "?" || $0 == "#" })
        else { throw .refused(reason: "the service's url is not http://HOST:PORT or https://HOST:PORT") }
        base = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.token = token
        self.timeout = timeout
        var configuration = ClientConfiguration(userAgent: "storekeeper")
        if let certificates { configuration.trust = .file(certificates) }
        do throws(HTTPClientError) {
            client = try WebClient(configuration)
        } catch {
            throw StoreBackendError(error)
        }
    }

    /// Asks for a target, which begins with a slash.
    func get(_ target: String) async throws(StoreBackendError) -> ClientResponse {
        var request = ClientRequest("GET", base + target)
        if let token { request.fields.append(ClientField("Authorization", token.authorization)) }
        request.totalTimeout = timeout
        request.connectTimeout = timeout
        // A line takes about a kilobyte.
        request.maximumBody = 16 << 20
        do throws(HTTPClientError) {
            return try await client.send(request)
        } catch {
            throw StoreBackendError(error)
        }
    }
}

extension StoreBackendError {
    /// Tells whether it helps to ask again.
    init(_ error: HTTPClientError) {
        switch error {
        case .cancelled: self = .cancelled
        case .invalidConfiguration, .unusableTrust, .invalidRequest, .tlsFailed(.untrusted), .tlsFailed(.otherHost):
            self = .refused(reason: error.description)
        case .headTooLarge, .bodyTooLarge, .responseBroken: self = .unreadable(reason: error.description)
        default: self = .unavailable(reason: error.description)
        }
    }
}
