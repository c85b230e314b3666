internal import Dispatch
internal import Glibc
internal import Synchronization

/// Takes connections from the listening socket, within the limits, and deals them out to the daemons.
@safe final class Acceptor: Sendable {
    private struct State {
        var isPaused = false
        var isTicking = false
        var next = 0
        var stopped: [CheckedContinuation<Void, Never>] = []
    }

    private let socket: ListeningSocket
    private let connections: ConnectionTable
    private let daemons: [MicroDaemon]
    private let log: DaemonLog
    // Everything below happens on this queue, one after the other.
    private let queue = DispatchQueue(label: "HTTPServing.Acceptor")
    // Safe to share: set once, and Dispatch lets any thread use a source.
    private nonisolated(unsafe) let source: any DispatchSourceRead
    private let state = Mutex(State())

    /// How many connections are taken before other work of the queue has its turn.
    private static let atOnce = 64

    init(socket: ListeningSocket, connections: ConnectionTable, daemons: [MicroDaemon], log: DaemonLog) {
        self.socket = socket
        self.connections = connections
        self.daemons = daemons
        self.log = log
        unsafe source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    }

    /// Begins to take connections.
    func start() {
        unsafe source.setEventHandler { [weak self] in self?.takeWaiting() }
        unsafe source.setCancelHandler { [socket, weak self] in
            socket.close()
            self?.noteStopped()
        }
        unsafe source.activate()
    }

    /// Closes the listening socket, and returns when no connection can reach a daemon any more.
    func stop() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                state.withLock { $0.stopped.append(continuation) }
                // A source that is paused would never say that it is cancelled.
                resume()
                unsafe source.cancel()
            }
        }
    }

    /// Goes on after a pause, if there is room.
    func hasRoom() {
        queue.async { [weak self] in
            self?.resume()
        }
    }

    private func noteStopped() {
        let stopped = state.withLock { state in
            defer { state.stopped = [] }
            return state.stopped
        }
        for continuation in stopped { continuation.resume() }
    }

    private func takeWaiting() {
        for _ in 0..<Self.atOnce {
            guard connections.hasRoom else { return pause() }
            switch socket.accept() {
            case .connection(let descriptor, let address):
                adopt(descriptor, address)
            case .gone:
                continue
            case .none:
                return
            case .exhausted(let reason):
                log.note("cannot accept a connection: \(reason)")
                pause()
                // Descriptors may come free anywhere in the process, so that nothing tells when.
                queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in self?.hasRoom() }
                return
            }
        }
    }

    private func adopt(_ descriptor: Int32, _ address: SocketAddress) {
        guard let peer = address.host, connections.admit(peer) else {
            _ = close(descriptor)
            return
        }
        let daemon = state.withLock { state in
            state.next = (state.next + 1) % daemons.count
            return daemons[state.next]
        }
        guard daemon.adopt(descriptor, address) else {
            connections.release(peer)
            return
        }
        keepTime()
    }

    private func keepTime() {
        let isNew = state.withLock { state in
            defer { state.isTicking = true }
            return !state.isTicking
        }
        if isNew { queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in self?.tick() } }
    }

    private func tick() {
        connections.tick()
        state.withLock { $0.isTicking = false }
        // An idle server sleeps.
        if !connections.isEmpty { keepTime() }
    }

    private func pause() {
        let isNew = state.withLock { state in
            defer { state.isPaused = true }
            return !state.isPaused
        }
        if isNew { unsafe source.suspend() }
        // The room may have come between the look and the pause.
        if connections.hasRoom { hasRoom() }
    }

    private func resume() {
        let wasPaused = state.withLock { state in
            defer { state.isPaused = false }
            return state.isPaused
        }
        if wasPaused { unsafe source.resume() }
    }
}
