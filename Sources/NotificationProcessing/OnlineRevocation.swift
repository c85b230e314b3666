package import AppStoreVerification
package import HTTPClient
internal import OpenSSLCrypto

/// A checker of revocation whose questions travel over HTTP.
package final class OnlineRevocation: Sendable {
    /// Learns whether certificates were revoked.
    package let checker: RevocationChecker
    private let client: WebClient

    /// What a responder is given before it counts as unreachable.
    package struct Patience: Hashable, Sendable {
        /// Milliseconds until there is a connection.
        package var connecting = 5000
        /// Milliseconds until the answer is whole.
        package var answering = 10_000

        /// Starts from five and ten seconds, since a notification waits for it.
        package init() {}
    }

    /// Makes a checker and a client of its own, which keeps a thread until it is closed or gone.
    ///
    /// - Parameters:
    ///   - policy: What follows when there is no answer.
    ///   - userAgent: The product that the client names itself as.
    ///   - patience: What a responder is given.
    ///   - rules: How answers are kept.
    ///   - now: The present, in milliseconds since 1970.
    ///   - random: Random bits.
    ///   - observe: Told what came of each question.
    /// - Throws: What keeps the client from being made.
    package init(
        policy: RevocationPolicy, userAgent: String, patience: Patience = Patience(),
        rules: RevocationRules = RevocationRules(), now: @escaping @Sendable () -> Int64,
        random: @escaping @Sendable () -> UInt64, observe: @escaping @Sendable (RevocationNotice) -> Void = { _ in }
    ) throws(HTTPClientError) {
        let client = try WebClient(ClientConfiguration(userAgent: userAgent))
        self.client = client
        checker = RevocationChecker(
            policy: policy, rules: rules, now: now,
            nonce: {
                (0..<2).flatMap { _ in
                    let bits = random()
                    return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
                }
            },
            fetch: { (responder, request) async throws(RevocationFetchError) in
                try await OnlineRevocation.fetch(responder, request, patience, by: client)
            }, observe: observe)
    }

    /// Lets the questions under way end without an answer, and closes all connections.
    package func close() async {
        await checker.close()
        await client.close()
    }

    /// Posts a request (RFC 6960, appendix A.1); responders speak plain HTTP, since what they say is signed.
    private static func fetch(
        _ responder: String, _ body: [UInt8], _ patience: Patience, by client: WebClient
    ) async throws(RevocationFetchError) -> [UInt8] {
        var request = ClientRequest(
            "POST", responder,
            fields: [
                ClientField("Content-Type", "application/ocsp-request"),
                ClientField("Accept", "application/ocsp-response"),
            ], body: body)
        request.connectTimeout = patience.connecting
        request.totalTimeout = patience.answering
        request.maximumBody = OCSPQuery.maximumResponseBytes
        request.maximumRedirects = 3
        let response: ClientResponse
        do throws(HTTPClientError) {
            response = try await client.send(request)
        } catch {
            throw RevocationFetchError(error.description)
        }
        guard response.status == 200 else { throw RevocationFetchError("HTTP status \(response.status)") }
        return response.body
    }
}
