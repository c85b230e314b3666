/// Why there is a transaction.
public struct TransactionReason: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer bought, resubscribed or upgraded.
    public static let purchase = Self(rawValue: "PURCHASE")
    /// The App Store renewed, also into a lower level.
    public static let renewal = Self(rawValue: "RENEWAL")

    /// The values known today.
    public static let known: [Self] = [.purchase, .renewal]
}
