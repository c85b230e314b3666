package import EntitlementStorage

/// Decides what an attempt means for its delivery.
package struct DeliveryPlan: Hashable, Sendable {
    /// When to try again.
    package var backOff = BackOff()
    /// The longest time that a receiver may ask to be left alone, in milliseconds.
    package var longestRetryAfter: Int64 = 86_400_000

    /// The usual plan.
    package init() {}

    /// How far a delivery has come by an attempt.
    ///
    /// - Parameters:
    ///   - progress: How far it had come before.
    ///   - outcome: What came of the attempt.
    ///   - startedAt: When the attempt began, in milliseconds since 1970.
    ///   - now: The present, in milliseconds since 1970.
    ///   - random: Any number, for the time until the next attempt.
    /// - Returns: How far it has come now.
    package func progress(
        _ progress: DeliveryProgress, after outcome: AttemptOutcome, startedAt: Int64, now: Int64, random: UInt64
    ) -> DeliveryProgress {
        let tries = progress.tries + 1
        let since = progress.since ?? startedAt
        func ended(_ state: DeliveryState) -> DeliveryProgress {
            DeliveryProgress(state: state, tries: tries, since: since)
        }
        func waiting(until time: Int64) -> DeliveryProgress {
            DeliveryProgress(state: .waiting, tries: tries, since: since, nextAttempt: time)
        }
        if outcome.isSuccess { return ended(.delivered) }
        if outcome == .lost { return ended(.failed) }
        // The target is paused; when somebody resumes it, it is to go on with what it refused.
        if outcome.isGone { return waiting(until: now) }
        guard let next = backOff.nextTry(after: tries, since: since, now: now, random: random) else {
            return ended(.failed)
        }
        guard case .answered(_, let retryAfter?) = outcome else { return waiting(until: next) }
        return waiting(until: max(next, now.saturatingAdding(min(retryAfter, longestRetryAfter))))
    }
}
