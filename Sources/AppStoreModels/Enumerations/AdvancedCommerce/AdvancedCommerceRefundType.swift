/// How much of an Advanced Commerce item was refunded.
public struct AdvancedCommerceRefundType: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of it.
    public static let full = Self(rawValue: "FULL")
    /// The unused part.
    public static let prorated = Self(rawValue: "PRORATED")
    /// An amount of its own.
    public static let custom = Self(rawValue: "CUSTOM")

    /// The values known today.
    public static let known: [Self] = [.full, .prorated, .custom]
}
