/// What kind of offer was used.
public struct OfferType: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// For those who never had the subscription.
    public static let introductory = Self(rawValue: 1)
    /// For present and former subscribers, signed by the developer.
    public static let promotional = Self(rawValue: 2)
    /// By a code.
    public static let offerCode = Self(rawValue: 3)
    /// For former subscribers, shown by the App Store.
    public static let winBack = Self(rawValue: 4)

    /// The values known today.
    public static let known: [Self] = [.introductory, .promotional, .offerCode, .winBack]
}
