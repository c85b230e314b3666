internal import Dispatch
internal import Synchronization

/// Passes transfers to a thread that runs them, from any thread.
final class TransferEngine: Sendable {
    private struct Inbox {
        var submitted: [Transfer] = []
        var cancelled: [Transfer] = []
        var isClosing = false
        /// The thread's, to wake it with; nil when the thread has ended.
        var multi: MultiHandle?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let configuration: ClientConfiguration
    private let inbox: Mutex<Inbox>

    /// Makes the thread, which goes on until ``close()``.
    init(_ configuration: ClientConfiguration) throws(HTTPClientError) {
        self.configuration = configuration
        let multi = try MultiHandle(connections: configuration.maximumTransfers)
        inbox = Mutex(Inbox(multi: multi))
        // A queue of its own has a thread of its own for as long as it waits; those of the tasks stay free.
        DispatchQueue(label: "http-client").async { self.run() }
    }

    /// Lets a transfer begin when its turn comes.
    func submit(_ transfer: Transfer) {
        let isClosing = inbox.withLock { inbox in
            guard !inbox.isClosing else { return true }
            inbox.submitted.append(transfer)
            inbox.multi?.wakeUp()
            return false
        }
        if isClosing { transfer.end(.failure(.shutDown)) }
    }

    /// Ends a transfer, whether it runs, waits or has not been submitted yet.
    func cancel(_ transfer: Transfer) {
        let isClosing = inbox.withLock { inbox in
            guard !inbox.isClosing else { return true }
            inbox.cancelled.append(transfer)
            inbox.multi?.wakeUp()
            return false
        }
        // What runs then is ended by the closing.
        if isClosing { transfer.end(.failure(.cancelled)) }
    }

    /// Ends all transfers, those to come too, and lets the thread go.
    func close() {
        inbox.withLock { inbox in
            inbox.isClosing = true
            inbox.multi?.wakeUp()
        }
    }

    /// Waits until the thread has let go of everything.
    func waitUntilEnded() async {
        await withCheckedContinuation { continuation in
            let hasEnded = inbox.withLock { inbox in
                if inbox.multi != nil { inbox.waiting.append(continuation) }
                return inbox.multi == nil
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func run() {
        runTransfers()
        // The last that holds the connections; nobody wakes a handle that is being freed.
        inbox.withLock { $0.multi = nil }
        let waiting = inbox.withLock { inbox in
            defer { inbox.waiting = [] }
            return inbox.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func runTransfers() {
        guard let multi = inbox.withLock(\.multi) else { return }
        var loop = TransferLoop(configuration, multi)
        while true {
            let mail = inbox.withLock { inbox in
                defer {
                    inbox.submitted = []
                    inbox.cancelled = []
                }
                return (submitted: inbox.submitted, cancelled: inbox.cancelled, isClosing: inbox.isClosing)
            }
            guard !mail.isClosing else { return loop.endAll(submitted: mail.submitted) }
            loop.turn(submitted: mail.submitted, cancelled: mail.cancelled)
        }
    }
}
