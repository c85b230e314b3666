internal import Synchronization

/// An HTTP/1.1 server on libmicrohttpd.
///
/// A few threads read and write. While a handler runs, its connection is suspended and occupies no thread.
package final class HTTPServer: Sendable {
    private enum Phase {
        case running
        case stopping([CheckedContinuation<Void, Never>])
        case stopped
    }

    private let phase = Mutex(Phase.running)
    private let parts: ServerParts

    /// The address listened on, with the port that the system chose where 0 was asked for.
    package var boundAddress: ListenAddress { parts.socket.address }

    /// Connections that are open now, idle ones too.
    package var openConnections: Int { parts.openConnections }

    /// Requests whose head has come and whose answer has not been sent whole.
    package var requestsInFlight: Int { parts.requestsInFlight }

    /// Starts to listen and to answer.
    ///
    /// - Parameters:
    ///   - configuration: Where to listen, and the limits.
    ///   - head: Decides on each request before its body is read; runs on the server's own threads and must not wait.
    ///   - handler: Answers an accepted request. Its task is cancelled when the server stops without it; it is not told
    ///     when the client goes away.
    /// - Throws: What is wrong with the address, the limits or the certificate.
    package init(
        configuration: HTTPServerConfiguration,
        head: @escaping @Sendable (HTTPRequestHead) -> HTTPHeadDecision,
        handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) throws(HTTPServingError) {
        try configuration.validate()
        parts = try ServerParts(configuration: configuration, route: head, handler: handler)
    }

    deinit {
        // Without a stop the threads would go on for ever.
        guard phase.withLock({ if case .running = $0 { true } else { false } }) else { return }
        Task.detached { [parts] in await parts.stop(patience: 0) }
    }

    /// Stops listening, lets the requests in flight end, and closes all connections.
    ///
    /// Requests that are not answered within the time are answered 503, and their handlers are cancelled. Connections
    /// that wait for a request are closed at once. A second call waits for the first.
    ///
    /// - Parameter patience: The time that requests in flight are given, in milliseconds.
    package func stop(patience: Int = 10_000) async {
        let isFirst = phase.withLock { phase in
            guard case .running = phase else { return false }
            phase = .stopping([])
            return true
        }
        guard isFirst else { return await waitUntilStopped() }
        await parts.stop(patience: patience)
        let waiting = phase.withLock { phase -> [CheckedContinuation<Void, Never>] in
            defer { phase = .stopped }
            guard case .stopping(let waiting) = phase else { return [] }
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func waitUntilStopped() async {
        await withCheckedContinuation { continuation in
            let isStopped = phase.withLock { phase in
                guard case .stopping(let waiting) = phase else { return true }
                phase = .stopping(waiting + [continuation])
                return false
            }
            if isStopped { continuation.resume() }
        }
    }
}
