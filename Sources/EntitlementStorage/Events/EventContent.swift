package import Entitlements

/// What an event says beside its type and the line.
package struct EventContent: Hashable, Sendable {
    /// The answer as it was when the event was written.
    package var answer: EntitlementAnswer?
    /// The transaction meant, where it is not the answer's own.
    package var transactionId: String?
    /// The notification that brought it.
    package var notification: Notification?
    /// What became of the notification; only where that is what the event tells.
    package var outcome: ProcessingOutcome?

    /// What names a notification.
    package struct Notification: Hashable, Sendable {
        /// The `notificationUUID`.
        package var uuid: String
        /// The `notificationType`.
        package var type: String
        /// The `subtype`.
        package var subtype: String?
        /// The `signedDate` in milliseconds since 1970.
        package var signedDate: Int64

        /// Names a notification.
        package init(uuid: String, type: String, subtype: String?, signedDate: Int64) {
            self.uuid = uuid
            self.type = type
            self.subtype = subtype
            self.signedDate = signedDate
        }
    }

    /// Says nothing yet.
    package init() {}
}
