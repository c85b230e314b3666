internal import CMicroHTTPD
internal import Synchronization

/// One request and its answer, shared between libmicrohttpd's thread, the handler's task and the end of the server.
///
/// The lock is held while the connection is suspended or resumed. So the handler's task never resumes a connection
/// that is not suspended yet, and libmicrohttpd's thread, which takes the lock before it goes on with a request, never
/// ends one, or its daemon, while another thread is still inside the call that resumes it.
@safe final class Exchange: Sendable {
    private enum State {
        case receiving
        case suspended(Task<Void, Never>?)
        case answered(HTTPResponse)
        case finished
    }

    private let state = Mutex(State.receiving)
    private let streamed = Mutex<StreamedBody?>(nil)
    // Safe to share: libmicrohttpd keeps a suspended connection until it is resumed, and the pointer is used only
    // under the lock, in the step that leaves `receiving` or `suspended`.
    private nonisolated(unsafe) let connection: OpaquePointer

    init(connection: OpaquePointer) {
        unsafe self.connection = connection
    }

    /// Suspends the connection and runs the handler in a task of its own.
    ///
    /// To be called by libmicrohttpd's thread, inside its callback. Returns the answer instead when there is one
    /// already because the server is about to end.
    func suspend(while handler: @escaping @Sendable () async -> HTTPResponse) -> HTTPResponse? {
        state.withLock { state in
            switch state {
            case .receiving:
                unsafe MHD_suspend_connection(connection)
                state = .suspended(Task { self.answer(await handler()) })
                return nil
            case .answered(let response):
                state = .finished
                return response
            case .suspended, .finished:
                return nil
            }
        }
    }

    /// The answer, when the connection has just been resumed for it.
    func takeAnswer() -> HTTPResponse? {
        state.withLock { state in
            guard case .answered(let response) = state else { return nil }
            state = .finished
            return response
        }
    }

    /// Ends the exchange from outside: a request that has no answer yet gets this one, its handler is cancelled.
    ///
    /// - Parameter response: What to answer.
    /// - Returns: Whether an answer is on its way to the client; false while the request is still coming in.
    func abandon(_ response: HTTPResponse) -> Bool {
        let (isAnswering, task) = state.withLock { state -> (Bool, Task<Void, Never>?) in
            switch state {
            case .receiving:
                state = .answered(response)
                return (false, nil)
            case .suspended(let task):
                state = .answered(response)
                unsafe MHD_resume_connection(connection)
                return (true, task)
            case .answered, .finished:
                return (true, nil)
            }
        }
        task?.cancel()
        return isAnswering
    }

    /// Takes note of a body that is made while it is sent.
    func attach(_ body: StreamedBody) { streamed.withLock { $0 = body } }

    /// Ends a body that is made while it is sent, if there is one.
    func endStream() { streamed.withLock(\.self)?.end() }

    /// Notes that libmicrohttpd is done with the request, however it ended.
    func finish() {
        state.withLock { $0 = .finished }
    }

    private func answer(_ response: HTTPResponse) {
        state.withLock { state in
            guard case .suspended = state else { return }
            state = .answered(response)
            unsafe MHD_resume_connection(connection)
        }
    }
}
