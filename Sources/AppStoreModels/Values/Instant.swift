/// Arithmetic on milliseconds since 1970 that stops at the ends of 64 bits instead of trapping.
package enum Instant {
    /// The instant some milliseconds later.
    package static func adding(_ milliseconds: Int64, to instant: Int64) -> Int64 {
        let (sum, overflow) = instant.addingReportingOverflow(milliseconds)
        return overflow ? (milliseconds < 0 ? .min : .max) : sum
    }

    /// Whether less than a length of time has passed since an instant that has come, exact for all values.
    package static func isWithin(_ milliseconds: Int64, after instant: Int64, now: Int64) -> Bool {
        let (elapsed, overflow) = now.subtractingReportingOverflow(instant)
        return !overflow && elapsed < milliseconds
    }

    /// Seconds in milliseconds.
    package static func milliseconds(seconds: Int64) -> Int64 {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (seconds < 0 ? .min : .max) : product
    }
}
