package import AppStoreVerification
package import EntitlementStorage
package import Entitlements

/// What became of one delivery.
package struct ProcessingReport: Sendable {
    /// The outcome; `nil` when the same delivery must come again, as the store could not take it or it cannot be judged now.
    package var outcome: ProcessingOutcome?
    /// Why it was rejected or quarantined, or cannot be judged now.
    package var failure: VerificationFailure?
    /// Why the store could not take it.
    package var storeError: StoreError?
    /// What it was, in words, when it was no notification of version 2 but something known.
    package var label: String?
    /// Whether the same notification id is held with other bytes.
    package var isFlagged = false
    /// What is known of the notification or transaction, for logs.
    package var summary = Summary()

    package init(
        outcome: ProcessingOutcome? = nil, failure: VerificationFailure? = nil, label: String? = nil,
        summary: Summary = Summary()
    ) {
        self.outcome = outcome
        self.failure = failure
        self.label = label
        self.summary = summary
    }

    /// The words for logs: no JWS, no price, and one value that must be masked first.
    package struct Summary: Hashable, Sendable {
        package var notificationUUID: String?
        package var type: String?
        package var subtype: String?
        package var environment: String?
        package var bundleId: String?
        package var productId: String?
        package var originalTransactionId: String?
        package var transactionId: String?
        /// Names a customer: to be masked before it is logged.
        package var appAccountToken: String?
        package var signedDate: Int64?
    }
}
