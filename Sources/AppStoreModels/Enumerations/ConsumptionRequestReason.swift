/// Why a customer wants a refund.
public struct ConsumptionRequestReason: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It was not meant to be bought.
    public static let unintendedPurchase = Self(rawValue: "UNINTENDED_PURCHASE")
    /// It did not arrive or does not work.
    public static let fulfillmentIssue = Self(rawValue: "FULFILLMENT_ISSUE")
    /// It is not what was hoped for.
    public static let unsatisfiedWithPurchase = Self(rawValue: "UNSATISFIED_WITH_PURCHASE")
    /// A legal reason.
    public static let legal = Self(rawValue: "LEGAL")
    /// Another reason.
    public static let other = Self(rawValue: "OTHER")

    /// The values known today.
    public static let known: [Self] = [
        .unintendedPurchase, .fulfillmentIssue, .unsatisfiedWithPurchase, .legal, .other,
    ]
}
