internal import Synchronization

/// Wakes those who wait for events when this process has written some.
final class EventBell: Sendable {
    private struct State {
        var rings: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())

    /// How often it has rung: to be taken before a look, and given to ``wait(_:atMost:)`` after it.
    var ticket: UInt64 { state.withLock { $0.rings } }

    /// Wakes everybody.
    func ring() {
        let waiting = state.withLock { state in
            state.rings += 1
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until it rings, has rung since the ticket was taken, the time is over, or the task is cancelled.
    func wait(_ ticket: UInt64, atMost milliseconds: Int) async {
        let number = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        let timer = Task {
            try? await Task.sleep(for: .milliseconds(milliseconds))
            self.wake(number)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.rings == ticket, !Task.isCancelled else { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake(number)
        }
        timer.cancel()
    }

    private func wake(_ number: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
}
