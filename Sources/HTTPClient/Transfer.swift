internal import Synchronization

/// A request and the one who waits for what becomes of it.
final class Transfer: Sendable {
    private typealias Waiting = CheckedContinuation<Result<ClientResponse, HTTPClientError>, Never>

    private enum State {
        case new
        case awaited(Waiting)
        case ended(Result<ClientResponse, HTTPClientError>)
    }

    /// What is to be sent first.
    let request: PreparedRequest
    private let state = Mutex(State.new)

    init(_ request: PreparedRequest) {
        self.request = request
    }

    /// Whether there is nothing left to do.
    var hasEnded: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }

    /// Runs `start`, which sees to it that the transfer ends, and waits for the end; to be called once.
    func result(start: () -> Void) async -> Result<ClientResponse, HTTPClientError> {
        await withCheckedContinuation { continuation in
            let ended = state.withLock { state -> Result<ClientResponse, HTTPClientError>? in
                if case .ended(let result) = state { return result }
                state = .awaited(continuation)
                return nil
            }
            if let ended { continuation.resume(returning: ended) } else { start() }
        }
    }

    /// Ends the transfer; only the first end counts.
    func end(_ result: Result<ClientResponse, HTTPClientError>) {
        let continuation = state.withLock { state -> Waiting? in
            defer { if case .ended = state {} else { state = .ended(result) } }
            if case .awaited(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume(returning: result)
    }
}
