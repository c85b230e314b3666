import StoreSimulator
import Synchronization

/// A clock that tests set.
final class Clock: Sendable {
    private let time = Mutex(SessionOptions.defaultStart)

    var now: Int64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}
