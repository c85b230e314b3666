package import HTTPClient

/// The clients that messages are posted by: which addresses may be connected to is a client's own rule.
package final class WebhookClient: Sendable {
    private let cautious: WebClient
    private let free: WebClient

    /// Makes the clients, each with a thread of its own.
    ///
    /// - Parameter userAgent: What the program names itself as.
    /// - Throws: What keeps a client from being made.
    package init(userAgent: String) throws(HTTPClientError) {
        var configuration = ClientConfiguration(userAgent: userAgent)
        free = try WebClient(configuration)
        configuration.addresses = .publicOnly
        cautious = try WebClient(configuration)
    }

    /// Posts a request for a target.
    package func post(
        _ target: WebhookTarget, _ request: ClientRequest
    ) async throws(HTTPClientError) -> ClientResponse {
        try await (target.allowsPrivateAddresses ? free : cautious).send(request)
    }

    /// Ends everything.
    package func close() async {
        await cautious.close()
        await free.close()
    }
}
