/// What exactly happened, within a notification type.
public struct NotificationSubtype: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// For the first time.
    public static let initialBuy = Self(rawValue: "INITIAL_BUY")
    /// Again, after a lapse.
    public static let resubscribe = Self(rawValue: "RESUBSCRIBE")
    /// To a higher level, at once.
    public static let upgrade = Self(rawValue: "UPGRADE")
    /// To a lower level or another length, at the next renewal.
    public static let downgrade = Self(rawValue: "DOWNGRADE")
    /// Switched on.
    public static let autoRenewEnabled = Self(rawValue: "AUTO_RENEW_ENABLED")
    /// Switched off.
    public static let autoRenewDisabled = Self(rawValue: "AUTO_RENEW_DISABLED")
    /// After a charge had failed before.
    public static let billingRecovery = Self(rawValue: "BILLING_RECOVERY")
    /// Access goes on for now.
    public static let gracePeriod = Self(rawValue: "GRACE_PERIOD")
    /// The customer had switched renewing off.
    public static let voluntary = Self(rawValue: "VOLUNTARY")
    /// The account could not be charged in time.
    public static let billingRetry = Self(rawValue: "BILLING_RETRY")
    /// The customer did not consent to a higher price.
    public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
    /// The product was not available at the renewal.
    public static let productNotForSale = Self(rawValue: "PRODUCT_NOT_FOR_SALE")
    /// The customer has not answered yet.
    public static let pending = Self(rawValue: "PENDING")
    /// The customer consented, or was informed where that is enough.
    public static let accepted = Self(rawValue: "ACCEPTED")
    /// A mass extension is done.
    public static let summary = Self(rawValue: "SUMMARY")
    /// The extension failed for one subscription.
    public static let failure = Self(rawValue: "FAILURE")
    /// A token was made, and no report has come.
    public static let unreported = Self(rawValue: "UNREPORTED")
    /// A token for a custom link was made.
    public static let created = Self(rawValue: "CREATED")
    /// A token for a custom link is still in force.
    public static let activeTokenReminder = Self(rawValue: "ACTIVE_TOKEN_REMINDER")

    /// The values known today.
    public static let known: [Self] = [
        .initialBuy, .resubscribe, .upgrade, .downgrade, .autoRenewEnabled, .autoRenewDisabled, .billingRecovery,
        .gracePeriod, .voluntary, .billingRetry, .priceIncrease, .productNotForSale, .pending, .accepted, .summary,
        .failure, .unreported, .created, .activeTokenReminder,
    ]
}
