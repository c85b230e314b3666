internal import Synchronization
internal import TestSupport
internal import WebhookDelivery

/// A clock that stands still until it is set, with chance from a seed.
final class TestClock: Sendable {
    private let state: Mutex<(now: Int64, generator: SeededGenerator)>

    init(now: Int64 = 1_800_000_000_000, seed: UInt64 = 1) {
        state = Mutex((now, SeededGenerator(seed: seed)))
    }

    var now: Int64 { state.withLock { $0.now } }

    /// Goes on to an instant; it never goes back.
    func advance(to instant: Int64) { state.withLock { $0.now = max($0.now, instant) } }

    /// Goes on by so many milliseconds.
    func advance(by milliseconds: Int64) { state.withLock { $0.now += milliseconds } }

    /// The clock as a dispatcher sees it; who sleeps by it sleeps until he is cancelled.
    var time: DeliveryTime {
        DeliveryTime(
            now: { self.now }, sleep: { _ in try? await Task.sleep(for: .seconds(1_000_000)) },
            random: { self.state.withLock { $0.generator.next() } })
    }
}
