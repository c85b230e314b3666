/// How a price increase stands with the customer.
public struct PriceIncreaseStatus: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Consent is needed, and there is no answer yet.
    public static let pending = Self(rawValue: 0)
    /// The customer consented, or was informed where that is enough.
    public static let agreed = Self(rawValue: 1)

    /// The values known today.
    public static let known: [Self] = [.pending, .agreed]
}
