internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import NotificationProcessing
internal import StrictJSON

/// What the endpoints of a running service share.
struct ServiceParts: Sendable {
    var processor: NotificationProcessor
    var evaluation: EvaluationConfiguration
    /// What is done when somebody else has what is to be linked, unless the request says.
    var linkPolicy: LinkPolicy
    var warnings: [ConfigurationProblem]
    let metrics: ServiceMetrics
    let log: @Sendable (ServiceEvent) -> Void
    /// The present, in milliseconds since 1970.
    let now: @Sendable () -> Int64
    /// Rung when something may have been written for readers of events.
    let bell = EventBell()
    let version: String
    /// Where lines are handed over to be compared with the App Store; nil where nobody compares.
    var handedLines: HandedLines?
    /// When the service started, in milliseconds since 1970.
    let startedAt: Int64

    var store: any EntitlementStore { processor.store }
    var verifier: SignedDataVerifier { processor.verifier }

    /// Counts and logs a delivery.
    func note(_ report: ProcessingReport, from start: Int64, isFromClient: Bool, peer: String) {
        metrics.note(report, isFromClient: isFromClient, at: start)
        if report.outcome != nil { bell.ring() }
        log(.delivery(DeliveryEvent(report, from: start, to: now(), isFromClient: isFromClient, peer: peer)))
    }
}

extension EntitlementStore {
    /// Asks the store for the private listener.
    func asking<Value: Sendable>(
        _ body: (any EntitlementStore) async throws(StoreError) -> Value
    ) async throws(Problem) -> Value {
        do throws(StoreError) { return try await body(self) } catch { throw Problem(error, isForStrangers: false) }
    }
}

extension HTTPResponse {
    /// Answers with a JSON value and a line feed after it.
    static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
        .json(JSONWriter().bytes(value) + [0x0A], status: status)
    }
}
