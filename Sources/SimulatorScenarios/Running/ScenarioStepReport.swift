package import StoreSimulator

/// What came of one step.
package struct ScenarioStepReport: Sendable {
    /// A delivery, and what became of it.
    package struct Delivery: Sendable {
        /// What was sent.
        package var notification: SignedNotification
        /// When, by the scenario's clock, in milliseconds since 1970-01-01T00:00:00Z.
        package var date: Int64
        /// Which attempt it was, from 1.
        package var number: Int
        /// Whether it repeats what has arrived.
        package var isDuplicate: Bool
        /// How it ended.
        package var receipt: ScenarioReceipt
    }

    /// The step's place, from 1; `nil` for what is sent after the last.
    package var number: Int?
    /// The moment after the step, in milliseconds since 1970-01-01T00:00:00Z.
    package var date: Int64
    /// What the step is, in plain words.
    package var words: String
    /// What was sent.
    package var deliveries: [Delivery] = []
    /// Whether an expectation holds; `nil` for other steps.
    package var check: EntitlementExpectation.Check?
}

/// What came of a scenario.
package struct ScenarioSummary: Hashable, Sendable {
    /// How many notifications were made.
    package var notifications = 0
    /// How many attempts were made to send them.
    package var attempts = 0
    /// How many of those failed.
    package var failedAttempts = 0
    /// How many notifications no attempt brought, where chaos is not to blame.
    package var undelivered = 0
    /// Whether somebody answered one of those, and refused it.
    package var isRefused = false
    /// How many expectations hold.
    package var met = 0
    /// How many do not.
    package var unmet = 0
    /// How many could not be asked about.
    package var unasked = 0
    /// The SHA-256 of what every customer may use at the end; `nil` when nobody could be asked.
    package var digest: String?
    /// The pairs of all notifications, in the order in which they were made.
    package var pairs: [String] = []

    /// Whether every expectation that could be asked about holds, and every notification was taken.
    package var isFine: Bool { unmet == 0 && undelivered == 0 }
}
