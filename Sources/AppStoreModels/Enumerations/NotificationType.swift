/// What happened, in the App Store's words; values unknown today are kept as they came.
public struct NotificationType: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A first subscription, or one after a lapse.
    public static let subscribed = Self(rawValue: "SUBSCRIBED")
    /// A subscription renewed for another period.
    public static let didRenew = Self(rawValue: "DID_RENEW")
    /// The customer chose another plan.
    public static let didChangeRenewalPref = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// Renewing by itself was switched on or off.
    public static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// An offer was redeemed on a running subscription.
    public static let offerRedeemed = Self(rawValue: "OFFER_REDEEMED")
    /// The account could not be charged.
    public static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")
    /// The grace period ended without a payment; retries go on.
    public static let gracePeriodExpired = Self(rawValue: "GRACE_PERIOD_EXPIRED")
    /// A subscription ended.
    public static let expired = Self(rawValue: "EXPIRED")
    /// The customer was told of a higher price.
    public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
    /// A transaction was refunded.
    public static let refund = Self(rawValue: "REFUND")
    /// A refund was asked for and declined.
    public static let refundDeclined = Self(rawValue: "REFUND_DECLINED")
    /// A refund was taken back.
    public static let refundReversed = Self(rawValue: "REFUND_REVERSED")
    /// A refund was asked for, and Apple asks how the purchase was used.
    public static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")
    /// Family sharing of a purchase ended.
    public static let revoke = Self(rawValue: "REVOKE")
    /// The renewal date of one subscription was extended.
    public static let renewalExtended = Self(rawValue: "RENEWAL_EXTENDED")
    /// A mass extension of renewal dates ended, or failed for one subscription.
    public static let renewalExtension = Self(rawValue: "RENEWAL_EXTENSION")
    /// Something other than an auto-renewable subscription was bought.
    public static let oneTimeCharge = Self(rawValue: "ONE_TIME_CHARGE")
    /// Something happened to a token for purchases outside the App Store.
    public static let externalPurchaseToken = Self(rawValue: "EXTERNAL_PURCHASE_TOKEN")
    /// A test that the developer asked for.
    public static let test = Self(rawValue: "TEST")
    /// A guardian took back the consent to a child's use of the app.
    public static let rescindConsent = Self(rawValue: "RESCIND_CONSENT")
    /// Names or descriptions of an Advanced Commerce subscription changed.
    public static let metadataUpdate = Self(rawValue: "METADATA_UPDATE")
    /// A subscription moved to Advanced Commerce, as Apple's page of types spells it.
    public static let migration = Self(rawValue: "MIGRATION")
    /// A subscription moved to Advanced Commerce, as Apple's change log spells it.
    public static let migrate = Self(rawValue: "MIGRATE")
    /// A price change of an Advanced Commerce subscription was requested.
    public static let priceChange = Self(rawValue: "PRICE_CHANGE")

    /// The values known today.
    public static let known: [Self] = [
        .subscribed, .didRenew, .didChangeRenewalPref, .didChangeRenewalStatus, .offerRedeemed, .didFailToRenew,
        .gracePeriodExpired, .expired, .priceIncrease, .refund, .refundDeclined, .refundReversed, .consumptionRequest,
        .revoke, .renewalExtended, .renewalExtension, .oneTimeCharge, .externalPurchaseToken, .test, .rescindConsent,
        .metadataUpdate, .migration, .migrate, .priceChange,
    ]
}
