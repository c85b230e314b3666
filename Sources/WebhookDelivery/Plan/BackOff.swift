/// When a message is sent again that was not taken, and when no more.
package struct BackOff: Hashable, Sendable {
    /// The time before the second try, in milliseconds; it doubles with each further one.
    package var first: Int64 = 5_000
    /// The longest time between two tries, in milliseconds.
    package var longest: Int64 = 8 * 3_600_000
    /// The time from the first try to the last, in milliseconds.
    package var patience: Int64 = 72 * 3_600_000

    /// Doubles from five seconds to eight hours, for three days.
    package init() {}

    /// The time before the next try, in milliseconds: from one half of the full time to all of it.
    ///
    /// - Parameters:
    ///   - tries: How many there were.
    ///   - random: Any number; it decides how much of the second half is waited, so that many messages that failed at
    ///     one time do not come again at one time.
    /// - Returns: Milliseconds.
    package func delay(after tries: Int, random: UInt64) -> Int64 {
        var full = min(first, longest)
        var doublings = tries - 1
        while doublings > 0, full < longest {
            full = full > longest / 2 ? longest : full * 2
            doublings -= 1
        }
        let half = full / 2
        return full - half + Int64(random % UInt64(half + 1))
    }

    /// The time of the next try, in milliseconds since 1970; nil when the patience is over.
    package func nextTry(after tries: Int, since: Int64, now: Int64, random: UInt64) -> Int64? {
        let end = since.saturatingAdding(patience)
        guard now < end else { return nil }
        return min(now.saturatingAdding(delay(after: tries, random: random)), end)
    }
}

extension Int64 {
    /// The sum, or the greatest number where there is no room for it.
    func saturatingAdding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
}
