/// How an offer is paid.
public struct OfferDiscountType: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not at all.
    public static let freeTrial = Self(rawValue: "FREE_TRIAL")
    /// A lower price in each period.
    public static let payAsYouGo = Self(rawValue: "PAY_AS_YOU_GO")
    /// Once for the whole offer.
    public static let payUpFront = Self(rawValue: "PAY_UP_FRONT")
    /// A lower price for something that is bought once.
    public static let oneTime = Self(rawValue: "ONE_TIME")

    /// The values known today.
    public static let known: [Self] = [.freeTrial, .payAsYouGo, .payUpFront, .oneTime]
}
