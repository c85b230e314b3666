/// The state of a subscription, in the App Store's own judgement.
public struct SubscriptionStatus: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Running.
    public static let active = Self(rawValue: 1)
    /// Ended.
    public static let expired = Self(rawValue: 2)
    /// The App Store keeps trying to charge; no access.
    public static let billingRetry = Self(rawValue: 3)
    /// The App Store keeps trying to charge; access goes on.
    public static let billingGracePeriod = Self(rawValue: 4)
    /// Refunded or taken away.
    public static let revoked = Self(rawValue: 5)

    /// The values known today.
    public static let known: [Self] = [.active, .expired, .billingRetry, .billingGracePeriod, .revoked]
}
