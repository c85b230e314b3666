/// What came of some attempts for a target: written in one transaction.
package struct TargetReport: Hashable, Sendable {
    /// An attempt and what it means for its delivery.
    package struct Result: Hashable, Sendable {
        /// The delivery.
        package var delivery: Int64
        /// The attempt.
        package var attempt: DeliveryAttempt
        /// How far the delivery has come by it.
        package var progress: DeliveryProgress

        /// Pairs an attempt with what it means.
        package init(delivery: Int64, attempt: DeliveryAttempt, progress: DeliveryProgress) {
            self.delivery = delivery
            self.attempt = attempt
            self.progress = progress
        }
    }

    /// The attempts in the order that they ended.
    package var results: [Result]
    /// How well the target answers now.
    package var health: TargetHealth
    /// A pause that the target asked for.
    package var pause: TargetPause?
    /// Whether the target answers again after it was left alone, so that all that waits may be sent at once.
    package var isRecovered: Bool

    /// Puts a report together.
    package init(
        results: [Result], health: TargetHealth, pause: TargetPause? = nil, isRecovered: Bool = false
    ) {
        self.results = results
        self.health = health
        self.pause = pause
        self.isRecovered = isRecovered
    }
}
