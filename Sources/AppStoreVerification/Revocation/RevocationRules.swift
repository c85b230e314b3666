public import OpenSSLCrypto

/// How answers about revocation are kept, and when they are asked for again; times are in milliseconds.
public struct RevocationRules: Hashable, Sendable {
    /// How far clocks may differ.
    public var tolerance = OCSPTolerance()
    /// The longest time for which an answer is not refreshed, however long it counts.
    public var longestRest: Int64 = 86_400_000
    /// The time from a failed question to the next; it doubles with every further failure.
    public var firstPause: Int64 = 10_000
    /// The longest such time.
    public var longestPause: Int64 = 300_000
    /// How many certificates are remembered; a chain has two.
    public var capacity = 64

    /// Starts from the defaults.
    public init() {}

    /// The time after so many failures in a row until the responder is asked again.
    func pause(after failures: Int) -> Int64 {
        guard failures > 0 else { return 0 }
        // Past some thirty failures the shift would overflow, long after the longest pause was reached.
        let (pause, overflow) = firstPause.multipliedReportingOverflow(by: 1 << Int64(min(failures - 1, 30)))
        return overflow ? longestPause : min(pause, longestPause)
    }
}
