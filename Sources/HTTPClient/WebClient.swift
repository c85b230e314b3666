/// An HTTP/1.1 client on libcurl.
///
/// One thread of its own runs all transfers; connections are kept and used again. Nothing is taken from the
/// environment: no proxy, no cookie, no stored password. TLS is 1.2 or newer, and certificates are always verified.
package final class WebClient: Sendable {
    private let engine: TransferEngine

    /// Makes a client, which keeps a thread until it is closed or gone.
    ///
    /// - Parameter configuration: What holds for all requests.
    /// - Throws: What is wrong with the configuration.
    package init(_ configuration: ClientConfiguration) throws(HTTPClientError) {
        try configuration.validate()
        engine = try TransferEngine(configuration)
    }

    deinit { engine.close() }

    /// Sends a request and returns the response, whatever its status.
    ///
    /// When a kept connection turns out to have been closed by the server before a byte of the response came, the
    /// request is sent once more on a new one, whatever its method; paced and disconnecting requests always have a
    /// connection of their own. Cancelling the task ends the transfer.
    ///
    /// - Parameter request: The request and its limits.
    /// - Returns: A whole response, or one that was cut where the request asks for that.
    /// - Throws: The stage that the request ended in.
    package func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
        // Or the client might be let go of, and closed, as soon as the engine is all that is used of it.
        defer { withExtendedLifetime(self) {} }
        let transfer = Transfer(try PreparedRequest(request))
        let result = await withTaskCancellationHandler {
            await transfer.result { engine.submit(transfer) }
        } onCancel: {
            engine.cancel(transfer)
        }
        return try result.get()
    }

    /// Ends every transfer as shut down, closes all connections, and returns when the thread has let go of them.
    ///
    /// Further requests are shut down at once. May be called again.
    package func close() async {
        engine.close()
        await engine.waitUntilEnded()
    }
}
