package import Entitlements

/// One event on its way to one target.
package struct DeliveryRecord: Hashable, Sendable {
    /// The number of the delivery; it is never given twice.
    package var id: Int64
    /// The name of the target.
    package var target: String
    /// The place of the event in the order of all.
    package var sequence: Int64
    /// The id of the event.
    package var eventId: String
    /// What the event tells.
    package var type: EntitlementEventType
    /// The app and environment of the event.
    package var scope: AppScope
    /// The line of the event; its events go to a target one after the other.
    package var originalTransactionId: String?
    /// When it was put in the queue first, in milliseconds since 1970.
    package var createdAt: Int64
    /// When it was touched last, in milliseconds since 1970.
    package var changedAt: Int64
    /// All attempts so far.
    package var attempts: Int
    /// How far it has come.
    package var progress: DeliveryProgress

    /// Puts a record together.
    package init(
        id: Int64, target: String, sequence: Int64, eventId: String, type: EntitlementEventType, scope: AppScope,
        originalTransactionId: String?, createdAt: Int64, changedAt: Int64, attempts: Int, progress: DeliveryProgress
    ) {
        self.id = id
        self.target = target
        self.sequence = sequence
        self.eventId = eventId
        self.type = type
        self.scope = scope
        self.originalTransactionId = originalTransactionId
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.attempts = attempts
        self.progress = progress
    }
}

/// A delivery that may be sent, with its event.
package struct PendingDelivery: Hashable, Sendable {
    /// The delivery.
    package var record: DeliveryRecord
    /// What is to be sent.
    package var event: OutgoingEvent

    /// Pairs a delivery with its event.
    package init(record: DeliveryRecord, event: OutgoingEvent) {
        self.record = record
        self.event = event
    }
}
