internal import Synchronization

/// Lets everybody wait until it is opened, and counts who has come.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var expecting: [(Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits for the gate to open; cancellation does not end the wait.
    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, satisfied) = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.waiting.append(continuation) }
                let satisfied = state.expecting.filter { $0.0 <= state.arrivals }.map(\.1)
                state.expecting.removeAll { $0.0 <= state.arrivals }
                return (state.isOpen, satisfied)
            }
            for other in satisfied { other.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until so many have come.
    func arrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isSatisfied = state.withLock { state in
                if state.arrivals < count { state.expecting.append((count, continuation)) }
                return state.arrivals >= count
            }
            if isSatisfied { continuation.resume() }
        }
    }

    /// Lets all through, those who come later too.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
