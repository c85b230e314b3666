package import AppStoreModels

/// Who takes the notifications of a scenario and is asked what customers may use.
package protocol ScenarioReceiver: Sendable {
    /// Whether it can be asked.
    var answersQuestions: Bool { get }

    /// Takes the body of a notification.
    func receive(_ body: [UInt8]) async -> ScenarioReceipt

    /// What a customer may use at a moment, by what was signed until then.
    ///
    /// - Parameters:
    ///   - id: The customer's `appTransactionId`.
    ///   - environment: The environment.
    ///   - date: The moment, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Returns: The answer as the service gives it, a JSON object with `entitlements` and `lines`; `nil` when nothing
    ///   is known of the customer.
    /// - Throws: ``ScenarioFailure`` when it cannot be asked.
    func entitlements(
        ofCustomer id: String, environment: String, at date: Int64
    ) async throws(ScenarioFailure) -> [UInt8]?
}

/// What became of one delivery.
package struct ScenarioReceipt: Hashable, Sendable {
    /// How the attempt ended, under Apple's names.
    package var result: SendAttemptResult
    /// What the receiver said, such as an HTTP status or an outcome.
    package var answer: String
    /// How long it took, in milliseconds; `nil` where that was not measured.
    package var milliseconds: Int64?

    package init(result: SendAttemptResult, answer: String, milliseconds: Int64? = nil) {
        self.result = result
        self.answer = answer
        self.milliseconds = milliseconds
    }
}
