internal import Glibc
internal import Synchronization

/// The open connections, counted in all and by address, with the time by which each has to make progress.
///
/// libmicrohttpd's own timeout starts anew with every byte, so it never ends a connection that trickles.
final class ConnectionTable: Sendable {
    /// The time that one connection has left; set by libmicrohttpd's thread, read by the clock's.
    final class Deadline: Sendable {
        private let tick = Atomic(Int.max)

        /// No limit, while the answer is in the making.
        func lift() { tick.store(.max, ordering: .relaxed) }

        fileprivate func set(_ value: Int) { tick.store(value, ordering: .relaxed) }

        fileprivate func isOver(_ now: Int) -> Bool { tick.load(ordering: .relaxed) <= now }
    }

    private struct State {
        var open = 0
        var openByAddress: [IPAddress: Int] = [:]
        var deadlines: [Int32: Deadline] = [:]
    }

    private let state = Mutex(State())
    private let now = Atomic(0)
    private let maximum: Int
    private let maximumPerAddress: Int?

    init(maximum: Int, maximumPerAddress: Int?) {
        self.maximum = maximum
        self.maximumPerAddress = maximumPerAddress
    }

    /// Whether another connection may be accepted.
    var hasRoom: Bool { state.withLock { $0.open < maximum } }

    /// How many connections are open.
    var count: Int { state.withLock { $0.open } }

    /// Counts a connection in; false when its address has too many.
    func admit(_ address: IPAddress) -> Bool {
        state.withLock { state in
            let count = state.openByAddress[address, default: 0]
            if let maximumPerAddress, count >= maximumPerAddress { return false }
            state.openByAddress[address] = count + 1
            state.open += 1
            return true
        }
    }

    /// Counts a connection out; true when it was the last for which there was room.
    @discardableResult
    func release(_ address: IPAddress) -> Bool {
        state.withLock { state in
            let wasFull = state.open >= maximum
            state.open -= 1
            let count = state.openByAddress[address, default: 1] - 1
            state.openByAddress[address] = count > 0 ? count : nil
            return wasFull
        }
    }

    /// Begins to watch a descriptor, which must stay open until `forget`.
    func watch(_ descriptor: Int32) -> Deadline {
        let deadline = Deadline()
        state.withLock { $0.deadlines[descriptor] = deadline }
        return deadline
    }

    /// Ends the watch, before the descriptor is closed.
    func forget(_ descriptor: Int32) {
        state.withLock { $0.deadlines[descriptor] = nil }
    }

    /// Gives a connection so many seconds from now, rounded up.
    func allow(_ seconds: Int, _ deadline: Deadline) {
        deadline.set(now.load(ordering: .relaxed) + seconds + 1)
    }

    /// Lets one second pass and shuts the connections whose time is over; libmicrohttpd then closes them.
    func tick() {
        let time = now.add(1, ordering: .relaxed).newValue
        state.withLock { state in
            // Under the lock: a descriptor that is still listed cannot have been closed and used anew.
            for (descriptor, deadline) in state.deadlines where deadline.isOver(time) {
                _ = shutdown(descriptor, Int32(SHUT_RDWR))
                deadline.lift()
            }
        }
    }
}
