internal import Synchronization

/// Which requests the server still owes an answer, and whether it takes further ones.
final class RequestsInFlight: Sendable {
    private enum Phase { case open, draining, closed }

    private struct State {
        var phase = Phase.open
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    /// Whether responses are the last ones on their connections.
    var isDraining: Bool { state.withLock { $0.phase != .open } }

    /// How many there are.
    var count: Int { state.withLock { $0.exchanges.count } }

    /// Counts a request in; false when the server takes no more.
    func admit(_ exchange: Exchange) -> Bool {
        state.withLock { state in
            guard state.phase != .closed else { return false }
            state.exchanges[ObjectIdentifier(exchange)] = exchange
            return true
        }
    }

    /// Counts a request out.
    func remove(_ exchange: Exchange) {
        let waiting = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
            state.exchanges[ObjectIdentifier(exchange)] = nil
            guard state.exchanges.isEmpty else { return [] }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.resume(returning: true) }
    }

    /// From now on each connection ends with its next response, and bodies without an end come to it.
    func drain() {
        let exchanges = state.withLock { state in
            if state.phase == .open { state.phase = .draining }
            return Array(state.exchanges.values)
        }
        for exchange in exchanges { exchange.endStream() }
    }

    /// Takes no further request, and returns those without an end.
    func close() -> [Exchange] {
        state.withLock { state in
            state.phase = .closed
            return Array(state.exchanges.values)
        }
    }

    /// Waits until no request is left; false when that took longer than it may.
    func wait(milliseconds: Int) async -> Bool {
        let timer = Mutex<Task<Void, Never>?>(nil)
        defer { timer.withLock { $0 }?.cancel() }
        return await withCheckedContinuation { continuation in
            let waiter = state.withLock { state -> Int? in
                guard !state.exchanges.isEmpty else { return nil }
                defer { state.nextWaiter += 1 }
                state.waiting[state.nextWaiter] = continuation
                return state.nextWaiter
            }
            guard let waiter else {
                continuation.resume(returning: true)
                return
            }
            let end = Task {
                // Cancelled when the wait is over, so that nothing is left to do then.
                try? await Task.sleep(for: .milliseconds(milliseconds))
                let late = state.withLock { $0.waiting.removeValue(forKey: waiter) }
                late?.resume(returning: false)
            }
            timer.withLock { $0 = end }
        }
    }
}
