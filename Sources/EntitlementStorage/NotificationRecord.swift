package import Entitlements

/// A row of the log of notifications.
package struct NotificationRecord: Hashable, Sendable {
    /// The place in the log; it grows with every row and never changes.
    package var sequence: Int64
    /// The app and environment.
    package var scope: AppScope
    /// What names the notification.
    package var header: NotificationHeader
    /// What became of it when it came first.
    package var outcome: ProcessingOutcome
    /// Whether another payload was held under the same UUID when it came.
    package var isFlagged: Bool
    /// When it came first, in milliseconds since 1970.
    package var receivedAt: Int64
    /// How it came first.
    package var source: DeliverySource
    /// What was wrong inside when it came last; only of a quarantined notification.
    package var failure: DeliveryFailure?
    /// The sequence number under which the same notification was verified later; only of a quarantined one.
    package var resolvedBy: Int64?

    /// Puts a row together.
    package init(
        sequence: Int64, scope: AppScope, header: NotificationHeader, outcome: ProcessingOutcome, isFlagged: Bool,
        receivedAt: Int64, source: DeliverySource, failure: DeliveryFailure? = nil, resolvedBy: Int64? = nil
    ) {
        self.sequence = sequence
        self.scope = scope
        self.header = header
        self.outcome = outcome
        self.isFlagged = isFlagged
        self.receivedAt = receivedAt
        self.source = source
        self.failure = failure
        self.resolvedBy = resolvedBy
    }
}
