/// A kind of product, as queries name it; payloads use other words.
public struct ProductTypeFilter: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Subscriptions that renew by themselves.
    public static let autoRenewable = Self(rawValue: "AUTO_RENEWABLE")
    /// Subscriptions that end.
    public static let nonRenewable = Self(rawValue: "NON_RENEWABLE")
    /// What is used up.
    public static let consumable = Self(rawValue: "CONSUMABLE")
    /// What is owned for good.
    public static let nonConsumable = Self(rawValue: "NON_CONSUMABLE")

    /// The values known today.
    public static let known: [Self] = [.autoRenewable, .nonRenewable, .consumable, .nonConsumable]
}
