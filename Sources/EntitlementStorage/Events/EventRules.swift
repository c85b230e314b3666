package import Entitlements

/// What decides which events a store writes.
package struct EventRules: Hashable, Sendable {
    /// What the operator decides about the answers.
    package var configuration: EvaluationConfiguration
    /// The clock by which the answers are worked out when something arrives.
    package var clock: Clock

    /// How "now" is chosen when something arrives.
    package enum Clock: String, Hashable, CaseIterable, Sendable {
        /// The time of arrival, or of signing should that be later.
        case now
        /// The latest time of signing on the line: for tests whose store lives in another time.
        case signed
    }

    /// The defaults suit a service.
    package init(configuration: EvaluationConfiguration = EvaluationConfiguration(), clock: Clock = .now) {
        self.configuration = configuration
        self.clock = clock
    }

    /// The instant at which the answers for a line are worked out.
    ///
    /// It never goes back, so that a late delivery does not tell the past as news.
    func instant(receivedAt: Int64, signedAt: Int64, after last: Int64?) -> Int64 {
        let instant = clock == .now ? max(receivedAt, signedAt) : signedAt
        return last.map { max($0, instant) } ?? instant
    }
}
