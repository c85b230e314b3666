/// A notification of the log, as far as the story of a line needs it.
package struct LoggedNotification: Hashable, Sendable {
    /// The `notificationUUID`.
    package var uuid: String
    /// The `notificationType`.
    package var type: String
    /// The `subtype`, where there is one.
    package var subtype: String?
    /// The `signedDate` in milliseconds since 1970; 0 when there is none.
    package var signedDate: Int64
    /// The versions that it brought.
    package var facts: Set<FactReference>

    /// Puts a notification together.
    package init(uuid: String, type: String, subtype: String?, signedDate: Int64, facts: Set<FactReference>) {
        self.uuid = uuid
        self.type = type
        self.subtype = subtype
        self.signedDate = signedDate
        self.facts = facts
    }
}
