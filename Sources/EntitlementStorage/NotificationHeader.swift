package import Entitlements

/// What names a notification, read from its verified payload.
package struct NotificationHeader: Hashable, Sendable {
    /// The `notificationUUID` as it came.
    package var uuid: String
    /// The `notificationType`.
    package var type: String
    /// The `subtype`, where there is one.
    package var subtype: String?
    /// The `signedDate` in milliseconds since 1970; 0 when there is none.
    package var signedDate: Int64
    /// The SHA-256 of the decoded payload.
    package var digest: FactDigest

    /// Puts a header together.
    package init(uuid: String, type: String, subtype: String? = nil, signedDate: Int64, digest: FactDigest) {
        self.uuid = uuid
        self.type = type
        self.subtype = subtype
        self.signedDate = signedDate
        self.digest = digest
    }
}
