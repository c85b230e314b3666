internal import AppStoreModels

/// Takes everything and is never asked: to see what a scenario sends.
package struct RehearsalReceiver: ScenarioReceiver {
    package init() {}

    package var answersQuestions: Bool { false }

    package func receive(_ body: [UInt8]) async -> ScenarioReceipt {
        ScenarioReceipt(result: .success, answer: "taken")
    }

    package func entitlements(
        ofCustomer id: String, environment: String, at date: Int64
    ) async throws(ScenarioFailure) -> [UInt8]? { nil }
}
