internal import Synchronization

/// Ends a wait before its time; a signal that comes while nobody waits ends the next wait.
final class WakeSignal: Sendable {
    private struct State {
        var isSet = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Ends the wait.
    func fire() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let waiting = state.waiting else {
                state.isSet = true
                return nil
            }
            state.waiting = nil
            return waiting
        }
        waiting?.resume()
    }

    /// Waits for a signal, or until `sleep` returns; only one may wait at a time.
    func wait(_ sleep: @escaping @Sendable () async -> Void) async {
        let timer = Task {
            await sleep()
            // A sleep that was cut short is no reason to wake somebody who waits anew.
            if !Task.isCancelled { self.fire() }
        }
        await withCheckedContinuation { continuation in
            let isSet = state.withLock { state in
                guard !state.isSet else {
                    state.isSet = false
                    return true
                }
                state.waiting = continuation
                return false
            }
            if isSet { continuation.resume() }
        }
        timer.cancel()
    }
}
