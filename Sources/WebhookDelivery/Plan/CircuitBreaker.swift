package import EntitlementStorage

/// Decides when a target that fails is left alone, so that a receiver in trouble is not made worse.
package struct CircuitBreaker: Hashable, Sendable {
    /// Failures in a row after which the target is left alone.
    package var threshold = 10
    /// The time that it is left alone first, in milliseconds; it doubles with each further failure.
    package var first: Int64 = 10_000
    /// The longest such time, in milliseconds.
    package var longest: Int64 = 900_000

    /// Ten failures; from ten seconds to fifteen minutes.
    package init() {}

    /// What a target may be sent at a time.
    package enum State: String, Hashable, Sendable {
        /// Anything.
        case closed
        /// Nothing.
        case open
        /// One message, to see whether it answers again.
        case probing
    }

    /// What a target may be sent now.
    package func state(_ health: TargetHealth, now: Int64) -> State {
        guard let until = health.closedUntil else { return .closed }
        return now < until ? .open : .probing
    }

    /// How well a target answers after an attempt.
    package func health(_ health: TargetHealth, after outcome: AttemptOutcome, now: Int64) -> TargetHealth {
        // Whether a receiver answers shows only where one was asked.
        if outcome == .lost { return health }
        if outcome.isSuccess { return TargetHealth() }
        let failures = min(health.failures, .max - 1) + 1
        guard failures >= threshold else { return TargetHealth(failures: failures) }
        var time = first
        var doublings = failures - threshold
        while doublings > 0, time < longest {
            time = min(time * 2, longest)
            doublings -= 1
        }
        return TargetHealth(failures: failures, closedUntil: now.saturatingAdding(time))
    }
}
