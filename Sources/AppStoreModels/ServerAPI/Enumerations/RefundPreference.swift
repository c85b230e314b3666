/// What the developer would like a request for a refund to end in.
public struct RefundPreference: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No refund.
    public static let decline = Self(rawValue: "DECLINE")
    /// A refund of all.
    public static let grantFull = Self(rawValue: "GRANT_FULL")
    /// A refund of what was not used.
    public static let grantProrated = Self(rawValue: "GRANT_PRORATED")

    /// The values known today.
    public static let known: [Self] = [.decline, .grantFull, .grantProrated]
}
