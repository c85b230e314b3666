internal import Glibc
internal import Synchronization

/// A thread that takes connections from the listening socket, within the limits, and deals them out to the daemons.
///
/// It is also the clock of the connections.
final class Acceptor: Sendable {
    private let socket: ListeningSocket
    private let connections: ConnectionTable
    private let daemons: [MicroDaemon]
    private let log: DaemonLog
    private let wakeUp: WakeUp
    private let isStopping = Atomic(false)
    private let thread = Mutex<OwnThread?>(nil)

    init(
        socket: ListeningSocket, connections: ConnectionTable, daemons: [MicroDaemon], log: DaemonLog, wakeUp: WakeUp
    ) {
        self.socket = socket
        self.connections = connections
        self.daemons = daemons
        self.log = log
        self.wakeUp = wakeUp
    }

    /// Begins to take connections; false when there is no thread to be had.
    func start() -> Bool {
        let started = OwnThread { self.run() }
        thread.withLock { $0 = started }
        return started != nil
    }

    /// Closes the listening socket, and returns when no connection can reach a daemon any more; to be called once.
    ///
    /// Blocks for as long as the taking of one connection lasts.
    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        wakeUp.send()
        thread.withLock { $0 }?.join()
        socket.close()
    }

    private func run() {
        var nextTick = Self.now() + 1000
        var nextDaemon = 0
        var isExhausted = false
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            // An idle server sleeps until somebody comes.
            let wait = connections.count == 0 && !isExhausted ? -1 : max(0, min(1000, nextTick - Self.now()))
            let isListening = connections.hasRoom && !isExhausted
            var descriptors = [
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isListening ? socket.descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = unsafe poll(&descriptors, 2, Int32(wait))
            if descriptors[0].revents != 0 { wakeUp.clear() }
            if descriptors[1].revents != 0, connections.hasRoom {
                isExhausted = take(&nextDaemon)
            }
            let time = Self.now()
            if time >= nextTick {
                // Seconds in which nobody was connected need not be counted.
                nextTick = time + 1000
                isExhausted = false
                connections.tick()
            }
        }
    }

    /// Takes one connection; true when the system has nothing left for it.
    private func take(_ nextDaemon: inout Int) -> Bool {
        switch socket.accept() {
        case .gone, .none:
            return false
        case .exhausted(let reason):
            log.note("cannot accept a connection: \(reason)")
            return true
        case .connection(let descriptor, let address):
            guard let peer = address.host, connections.admit(peer) else {
                _ = close(descriptor)
                return false
            }
            nextDaemon = (nextDaemon + 1) % daemons.count
            if !daemons[nextDaemon].adopt(descriptor, address) { connections.release(peer) }
            return false
        }
    }

    /// Milliseconds of a clock that is never set.
    private static func now() -> Int {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
