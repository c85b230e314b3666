package import Entitlements

/// An event as it is kept for those who listen.
package struct OutgoingEvent: Hashable, Sendable {
    /// The place in the one order for all readers; 0 until it is kept.
    package var sequence: Int64
    /// Stays the same however often the event is delivered: the key for idempotency.
    package var id: String
    /// What the event tells.
    package var type: EntitlementEventType
    /// The app and environment.
    package var scope: AppScope
    /// The line that the event is about; nil when it is about none.
    package var originalTransactionId: String?
    /// Grows with every change of the line; nil without a line.
    package var lineVersion: Int64?
    /// The customer's token, where the line has one.
    package var appAccountToken: String?
    /// When the event was written, in milliseconds since 1970.
    package var createdAt: Int64
    /// Whether the clock alone brought the change, and nothing from the App Store.
    package var isInferred: Bool
    /// What it says beside that.
    package var content: EventContent

    /// Puts an event together.
    package init(
        sequence: Int64 = 0, id: String, type: EntitlementEventType, scope: AppScope, originalTransactionId: String?,
        lineVersion: Int64?, appAccountToken: String?, createdAt: Int64, isInferred: Bool, content: EventContent
    ) {
        self.sequence = sequence
        self.id = id
        self.type = type
        self.scope = scope
        self.originalTransactionId = originalTransactionId
        self.lineVersion = lineVersion
        self.appAccountToken = appAccountToken
        self.createdAt = createdAt
        self.isInferred = isInferred
        self.content = content
    }
}
