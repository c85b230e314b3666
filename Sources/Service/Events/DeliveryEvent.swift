internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing

/// A delivery and what became of it.
package struct DeliveryEvent: Hashable, Sendable {
    /// When it came, in milliseconds since 1970.
    package var at: Int64
    /// How long it took until it was answered, in milliseconds.
    package var duration: Int64
    /// Whether a client of the private listener brought it.
    package var isFromClient: Bool
    /// The outcome; `unavailable` when it has to come again.
    package var outcome: String
    /// The `notificationUUID`, by which it can be looked up.
    package var notificationUUID: String?
    /// The `notificationType`.
    package var type: String?
    /// The `subtype`.
    package var subtype: String?
    /// The environment.
    package var environment: String?
    /// The app.
    package var bundleId: String?
    /// The product.
    package var productId: String?
    /// The masked line.
    package var originalTransactionId: String?
    /// The masked transaction.
    package var transactionId: String?
    /// The masked customer.
    package var appAccountToken: String?
    /// The stable code of what was wrong.
    package var code: String?
    /// Where inside it was wrong.
    package var path: String?
    /// What it was, when it was something known other than a notification.
    package var label: String?
    /// Whether the same notification id is held with other bytes.
    package var isFlagged = false
    /// The address of the client, or of the last proxy.
    package var peer: String

    /// The event by its name in the log.
    package var name: String {
        switch outcome {
        case "rejected", "quarantined", "unavailable": outcome
        default: "received"
        }
    }

    /// Describes a delivery by its report.
    init(_ report: ProcessingReport, from start: Int64, to end: Int64, isFromClient: Bool, peer: String) {
        let summary = report.summary
        at = start
        duration = end - start
        self.isFromClient = isFromClient
        outcome = report.outcome?.rawValue ?? "unavailable"
        notificationUUID = summary.notificationUUID
        type = summary.type
        subtype = summary.subtype
        environment = summary.environment
        bundleId = summary.bundleId
        productId = summary.productId
        originalTransactionId = IdentifierMask.of(summary.originalTransactionId)
        transactionId = IdentifierMask.of(summary.transactionId)
        appAccountToken = IdentifierMask.of(summary.appAccountToken)
        code = report.storeError?.code ?? report.failure?.code.rawValue
        path = report.failure?.path
        label = report.label
        isFlagged = report.isFlagged
        self.peer = peer
    }
}
