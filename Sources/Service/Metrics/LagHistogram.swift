/// How many notifications came within which time of their signing.
struct LagHistogram: Hashable, Sendable {
    /// Upper bounds in seconds; Apple's first retry comes after an hour, the last after three days and more.
    static let bounds: [Int64] = [1, 5, 15, 60, 300, 1800, 3600, 14_400, 86_400, 259_200, 604_800]

    /// How many lie at or below each bound and above the one before; the last element counts the rest.
    private(set) var buckets = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum, in milliseconds; clocks that differ make it no less than 0.
    private(set) var sum: Int64 = 0

    /// Counts one.
    mutating func add(_ milliseconds: Int64) {
        let lag = max(milliseconds, 0)
        let bucket = LagHistogram.bounds.firstIndex { lag <= $0 * 1000 } ?? LagHistogram.bounds.count
        buckets[bucket] += 1
        let (total, overflow) = sum.addingReportingOverflow(lag)
        sum = overflow ? .max : total
    }
}
