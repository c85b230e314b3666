internal import Synchronization

/// Tells the acceptor, which is made after those who tell it, that a connection has ended.
final class RoomSignal: Sendable {
    private struct Receiver {
        weak var acceptor: Acceptor?
    }

    private let receiver = Mutex(Receiver())

    /// Names the receiver.
    func connect(_ acceptor: Acceptor) {
        receiver.withLock { $0.acceptor = acceptor }
    }

    /// Tells it.
    func send() {
        receiver.withLock { $0.acceptor }?.hasRoom()
    }
}
