/// How a price increase of an Advanced Commerce item stands.
public struct AdvancedCommercePriceIncreaseStatus: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It has not been shown to the customer.
    public static let scheduled = Self(rawValue: "SCHEDULED")
    /// The customer has not answered yet.
    public static let pending = Self(rawValue: "PENDING")
    /// The customer consented.
    public static let accepted = Self(rawValue: "ACCEPTED")

    /// The values known today.
    public static let known: [Self] = [.scheduled, .pending, .accepted]
}
