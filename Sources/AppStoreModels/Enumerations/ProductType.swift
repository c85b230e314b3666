/// What kind of product was bought.
public struct ProductType: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A subscription that renews until it is cancelled.
    public static let autoRenewableSubscription = Self(rawValue: "Auto-Renewable Subscription")
    /// Bought once, owned for good.
    public static let nonConsumable = Self(rawValue: "Non-Consumable")
    /// Bought once, used up.
    public static let consumable = Self(rawValue: "Consumable")
    /// Limited in time by the app's own rule, without a renewal.
    public static let nonRenewingSubscription = Self(rawValue: "Non-Renewing Subscription")

    /// The values known today.
    public static let known: [Self] = [
        .autoRenewableSubscription, .nonConsumable, .consumable, .nonRenewingSubscription,
    ]
}
