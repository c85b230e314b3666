public import AppStoreModels
package import HTTPClient

/// Posts notifications to a server, as the App Store does.
public final class NotificationPoster: Sendable {
    /// A slow connection: pieces of two kilobytes, 20 milliseconds apart.
    private static let slowPace = BodyPace(bytes: 2_048, interval: 20)
    private let url: String
    private let client: WebClient
    private let timeout: Int

    /// Makes a poster for a server.
    ///
    /// - Parameters:
    ///   - url: Where the server takes notifications.
    ///   - trustedRoots: Certificates in PEM that a server may be certified by; `nil` trusts the system's.
    ///   - timeout: How long the server may take to answer, in milliseconds.
    /// - Throws: ``SessionError``, `configuration`, when the URL or a certificate cannot be used.
    public init(url: String, trustedRoots: [UInt8]? = nil, timeout: Int = 10_000) throws(SessionError) {
        do throws(HTTPClientError) { try ClientRequest.check(url: url) } catch {
            throw .configuration(
                "notifications cannot be posted to \"\(url.prefix(200))\": it must be a URL such as "
                    + "http://127.0.0.1:8080/v1/notifications, without a user name or a password")
        }
        self.url = url
        self.timeout = timeout
        var configuration = ClientConfiguration(userAgent: "App Store Server Notifications (simulated)")
        if let trustedRoots { configuration.trust = .pem(trustedRoots) }
        do throws(HTTPClientError) {
            client = try WebClient(configuration)
        } catch {
            throw .configuration("notifications cannot be posted: \(error)")
        }
    }

    /// Sends one attempt, and tells how it ended under Apple's names.
    public func send(_ body: [UInt8], manner: DeliveryAttempt.Manner = .plain) async -> SendAttemptResult {
        if manner == .lost { return .timedOut }
        var request = ClientRequest(
            "POST", url, fields: [ClientField("Content-Type", "application/json")], body: body)
        request.connectTimeout = timeout
        request.totalTimeout = timeout
        request.cutsLongBody = true
        if manner == .slow { request.pace = NotificationPoster.slowPace }
        if manner == .disconnecting { request.disconnectsAfterSending = true }
        do throws(HTTPClientError) {
            let response = try await client.send(request)
            return DeliveryRules.isSuccess(status: response.status) ? .success : .unsuccessfulHTTPResponseCode
        } catch {
            return SendAttemptResult(error)
        }
    }

    /// Ends all attempts that are under way.
    public func close() async { await client.close() }
}

extension SendAttemptResult {
    /// Apple's name for a failed attempt.
    package init(_ error: HTTPClientError) {
        switch error {
        case .timedOut: self = .timedOut
        case .tlsFailed: self = .tlsIssue
        case .circularRedirect, .tooManyRedirects: self = .circularRedirect
        case .connectionLost(sent: .all), .disconnected: self = .noResponse
        case .connectionLost: self = .prematureClose
        case .responseBroken, .headTooLarge, .bodyTooLarge: self = .invalidResponse
        case .connectionFailed, .nameLookupFailed, .addressRefused: self = .socketIssue
        case .invalidRequest, .invalidConfiguration, .unusableTrust, .cancelled, .shutDown, .failed: self = .other
        }
    }
}
