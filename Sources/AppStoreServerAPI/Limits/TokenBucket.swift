/// Spreads requests so that a limit is not exceeded: pure, without clock.
///
/// A request that comes too early takes its place in the order and is told how long to wait, so that nobody is overtaken.
public struct TokenBucket: Hashable, Sendable {
    /// What one request costs; fine enough for a tenth of a request a second.
    private static let cost: Int64 = 1_000_000

    /// What is gained in a millisecond.
    private let gain: Int64
    /// What can be saved up.
    private let capacity: Int64
    private var level: Int64
    private var last: Int64?

    /// Makes a full bucket.
    ///
    /// - Parameter requestsPerTenSeconds: The limit, at least 1; up to a second's worth of it may go at once.
    public init(requestsPerTenSeconds: Int) {
        gain = Int64(min(max(requestsPerTenSeconds, 1), 1_000_000)) * 100
        capacity = max(gain * 1000, TokenBucket.cost)
        level = capacity
    }

    /// How long a request that comes now must wait, in milliseconds.
    ///
    /// - Parameter now: The present, in milliseconds; a clock that was put back gains nothing.
    /// - Returns: The time; 0 when it may go at once.
    public mutating func wait(now: Int64) -> Int64 {
        refill(now: now)
        let missing = TokenBucket.cost - level
        return missing <= 0 ? 0 : (missing + gain - 1) / gain
    }

    /// Takes a place for one request, unless it would have to wait for too long.
    ///
    /// - Parameters:
    ///   - now: The present, in milliseconds.
    ///   - longest: How long it may wait, in milliseconds.
    /// - Returns: How long it must wait, in milliseconds; `nil` when that is too long, and no place was taken.
    public mutating func take(now: Int64, waitingAtMost longest: Int64) -> Int64? {
        let wait = wait(now: now)
        guard wait <= longest else { return nil }
        level -= TokenBucket.cost
        return wait
    }

    /// Lets nothing through before a moment, as the server asked.
    ///
    /// - Parameters:
    ///   - moment: When requests may go on, in milliseconds.
    ///   - now: The present, in milliseconds.
    public mutating func pause(until moment: Int64, now: Int64) {
        refill(now: now)
        let (wait, overflow) = moment.subtractingReportingOverflow(now)
        // A day is longer than any limit of Apple's lasts.
        let bounded = overflow ? 0 : min(max(wait, 0), 86_400_000)
        level = min(level, TokenBucket.cost - bounded * gain)
    }

    private mutating func refill(now: Int64) {
        if let last {
            let (elapsed, overflow) = now.subtractingReportingOverflow(last)
            if !overflow, elapsed > 0 {
                let (sum, tooMuch) = level.addingReportingOverflow(min(elapsed, 86_400_000) * gain)
                level = tooMuch ? capacity : min(sum, capacity)
            }
        }
        last = now
    }
}
