import AppStoreServerAPI
import Synchronization

/// Time that passes only while somebody waits, and chance that is always the same.
final class ManualClock: Sendable {
    private struct State {
        var now: Int64
        var pauses: [Int64] = []
    }

    private let state: Mutex<State>
    let random: UInt64

    /// Starts in 2030.
    init(now: Int64 = 1_900_000_000_000, random: UInt64 = 0) {
        state = Mutex(State(now: now))
        self.random = random
    }

    var now: Int64 { state.withLock { $0.now } }

    /// How long was waited, each time.
    var pauses: [Int64] { state.withLock { $0.pauses } }

    func move(by milliseconds: Int64) { state.withLock { $0.now += milliseconds } }

    /// Waiting takes no time but this clock's own.
    var surroundings: ClientSurroundings {
        ClientSurroundings(now: { self.now }, random: { self.random }) { milliseconds throws(CancellationError) in
            if Task.isCancelled { throw CancellationError() }
            self.state.withLock { state in
                state.now += milliseconds
                state.pauses.append(milliseconds)
            }
        }
    }
}
