internal import WebhookDelivery

/// How webhooks are sent, by the names of a configuration file.
package struct DispatchLimits: Hashable, Sendable {
    /// Seconds before the second attempt; the time doubles with each further one.
    package var firstDelaySeconds = 5
    /// The longest time between two attempts, in seconds.
    package var longestDelaySeconds = 8 * 3600
    /// Hours from the first attempt to the last; 0 makes one.
    package var retryHours = 72
    /// The longest time that a receiver may ask to be left alone, in seconds.
    package var longestRetryAfterSeconds = 86_400
    /// Seconds until there is a connection.
    package var connectTimeoutSeconds = 10
    /// Seconds until there is an answer.
    package var totalTimeoutSeconds = 30
    /// Messages on their way to one target at a time.
    package var concurrency = 8
    /// Seconds after which another process takes over from one that is gone.
    package var leaseSeconds = 60
    /// Failures in a row after which a target is left alone.
    package var breakerThreshold = 10
    /// The time that it is left alone first, in seconds; it doubles with each further failure.
    package var breakerFirstSeconds = 10
    /// The longest such time, in seconds.
    package var breakerLongestSeconds = 900
    /// Days that deliveries are kept after they were made.
    package var keepDays = 7

    /// The defaults.
    package init() {}

    /// Every setting by its name in a configuration file, with the values that make sense.
    static let table:
        [(name: String, path: any WritableKeyPath<DispatchLimits, Int> & Sendable, range: ClosedRange<Int>)] =
            [
                ("firstDelaySeconds", \.firstDelaySeconds, 1...3600),
                ("longestDelaySeconds", \.longestDelaySeconds, 1...604_800),
                ("retryHours", \.retryHours, 0...720),
                ("longestRetryAfterSeconds", \.longestRetryAfterSeconds, 0...604_800),
                ("connectTimeoutSeconds", \.connectTimeoutSeconds, 1...300),
                ("totalTimeoutSeconds", \.totalTimeoutSeconds, 1...600),
                ("concurrency", \.concurrency, 1...256),
                ("leaseSeconds", \.leaseSeconds, 5...3600),
                ("breakerThreshold", \.breakerThreshold, 1...100_000),
                ("breakerFirstSeconds", \.breakerFirstSeconds, 1...86_400),
                ("breakerLongestSeconds", \.breakerLongestSeconds, 1...604_800),
                ("keepDays", \.keepDays, 0...3650),
            ]

    /// Pairs of which the first must not be greater than the second.
    static let ordered = [
        ("firstDelaySeconds", "longestDelaySeconds"), ("breakerFirstSeconds", "breakerLongestSeconds"),
        ("connectTimeoutSeconds", "totalTimeoutSeconds"),
        // Or another process would send what this one still waits for.
        ("totalTimeoutSeconds", "leaseSeconds"),
    ]

    /// The same for a dispatcher.
    func settings(stopSeconds: Int) -> DispatchSettings {
        var settings = DispatchSettings()
        settings.plan.backOff.first = Int64(firstDelaySeconds) * 1000
        settings.plan.backOff.longest = Int64(longestDelaySeconds) * 1000
        settings.plan.backOff.patience = Int64(retryHours) * 3_600_000
        settings.plan.longestRetryAfter = Int64(longestRetryAfterSeconds) * 1000
        settings.connectTimeout = connectTimeoutSeconds * 1000
        settings.totalTimeout = totalTimeoutSeconds * 1000
        settings.parallelism = concurrency
        settings.lease = Int64(leaseSeconds) * 1000
        settings.breaker.threshold = breakerThreshold
        settings.breaker.first = Int64(breakerFirstSeconds) * 1000
        settings.breaker.longest = Int64(breakerLongestSeconds) * 1000
        settings.memory = Int64(keepDays) * 86_400_000
        settings.patience = Int64(stopSeconds) * 1000
        return settings
    }
}
