/// How a transaction was refunded or taken away.
public struct RevocationType: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole amount was paid back.
    public static let refundFull = Self(rawValue: "REFUND_FULL")
    /// A part of the amount was paid back.
    public static let refundProrated = Self(rawValue: "REFUND_PRORATED")
    /// Family sharing ended.
    public static let familyRevoke = Self(rawValue: "FAMILY_REVOKE")
    /// The assigned seat was taken back.
    public static let assignmentRevoke = Self(rawValue: "ASSIGNMENT_REVOKE")

    /// The values known today.
    public static let known: [Self] = [.refundFull, .refundProrated, .familyRevoke, .assignmentRevoke]
}
