internal import EntitlementStorage
internal import Entitlements
internal import WebhookDelivery

/// An event that was sent to a target.
package struct ForwardEvent: Hashable, Sendable {
    /// When it was sent, in milliseconds since 1970.
    package var at: Int64
    /// How long it took until it was answered, in milliseconds.
    package var duration: Int64
    /// The name of the target.
    package var target: String
    /// The number of the delivery, by which it can be looked up.
    package var delivery: Int64
    /// The id of the event, which the receiver got as `webhook-id`.
    package var eventId: String
    /// The type of the event.
    package var type: String
    /// The masked line.
    package var originalTransactionId: String?
    /// Which attempt it was, counted from 1.
    package var attempt: Int
    /// The status that was answered.
    package var status: Int?
    /// Why there was no answer.
    package var error: String?
    /// When it is sent again, in milliseconds since 1970; nil when it was taken or given up.
    package var nextAttempt: Int64?
    /// Whether the receiver took it.
    package var isTaken: Bool

    /// The event by its name in the log.
    package var name: String { isTaken ? "forwarded" : "forward_failed" }

    /// Describes an attempt.
    init(_ notice: AttemptNotice) {
        let record = notice.record
        at = notice.startedAt
        duration = notice.duration
        target = record.target
        delivery = record.id
        eventId = record.eventId
        type = record.type.rawValue
        originalTransactionId = IdentifierMask.of(record.originalTransactionId)
        attempt = record.attempts
        isTaken = notice.outcome.isSuccess
        nextAttempt = isTaken ? nil : record.progress.nextAttempt
        switch notice.outcome {
        case .answered(let status, _): self.status = status
        case .unanswered(let reason): error = reason
        case .lost: error = "the notification is not kept any more"
        }
    }
}

/// A target that gets nothing for now.
package struct PauseEvent: Hashable, Sendable {
    /// Since when, in milliseconds since 1970.
    package var at: Int64
    /// The name of the target.
    package var target: String
    /// Why.
    package var reason: String
}
