public import StrictJSON

/// The renewal state of an auto-renewable subscription, as it stood when it was signed.
///
/// It names no app: the bundle id is that of the notification or response around it.
public struct JWSRenewalInfoDecodedPayload: AppStorePayload {
    /// Which of the signed payloads it is.
    public static let kind = PayloadKind.renewalInfo
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The id of the line of purchases it speaks about.
    public var originalTransactionId: String? { identifier("originalTransactionId") }
    /// The product of the current or last period.
    public var productId: String? { identifier("productId") }
    /// The product that renews next; another one than `productId` when a change waits for the renewal.
    public var autoRenewProductId: String? { identifier("autoRenewProductId") }
    /// Whether the subscription renews by itself.
    public var autoRenewStatus: AutoRenewStatus? { enumeration("autoRenewStatus") }
    /// Why it expired, or is about to.
    public var expirationIntent: ExpirationIntent? { enumeration("expirationIntent") }
    /// Whether the App Store keeps trying to charge; true during the grace period too.
    public var isInBillingRetryPeriod: Bool? { boolean("isInBillingRetryPeriod") }
    /// When the grace period ends; may outlast it, so compare it with the clock.
    public var gracePeriodExpiresDate: Timestamp? { date("gracePeriodExpiresDate") }
    /// How a price increase stands; absent when there is none.
    public var priceIncreaseStatus: PriceIncreaseStatus? { enumeration("priceIncreaseStatus") }
    /// What kind of offer applies to the next period.
    public var offerType: OfferType? { enumeration("offerType") }
    /// Which offer applies to the next period; introductory offers have no identifier.
    public var offerIdentifier: String? { identifier("offerIdentifier") }
    /// How that offer is paid.
    public var offerDiscountType: OfferDiscountType? { enumeration("offerDiscountType") }
    /// How long that offer lasts in all, as an ISO 8601 duration.
    public var offerPeriod: String? { string("offerPeriod") }
    /// The moment of signing, which orders the versions of a renewal state.
    public var signedDate: Timestamp? { date("signedDate") }
    /// The environment it was signed for.
    public var environment: Environment? { enumeration("environment") }
    /// When the current run of periods began, gaps of 60 days or less overlooked.
    public var recentSubscriptionStartDate: Timestamp? { date("recentSubscriptionStartDate") }
    /// When the latest period ends; past when the subscription has expired.
    public var renewalDate: Timestamp? { date("renewalDate") }
    /// The price of the next renewal in thousandths of a unit of `currency`, offer taken into account.
    public var renewalPrice: Int64? { integer("renewalPrice") }
    /// The currency of `renewalPrice`, as an ISO 4217 code.
    public var currency: String? { string("currency") }
    /// The win-back offers open to this customer, best first.
    public var eligibleWinBackOfferIds: [String]? { strings("eligibleWinBackOfferIds") }
    /// A UUID by which the app names its customer, as it will stand on the next renewal.
    public var appAccountToken: String? { key("appAccountToken") }
    /// The id of the app's download, one for each Apple Account and app.
    public var appTransactionId: String? { identifier("appTransactionId") }
    /// What only purchases by the Advanced Commerce API have.
    public var advancedCommerceInfo: AdvancedCommerceRenewalInfo? { object("advancedCommerceInfo") }
    /// The commitment that starts at the next renewal.
    public var commitmentInfo: RenewalCommitmentInfo? { object("commitmentInfo") }
    /// How the next commitment is paid.
    public var renewalBillingPlanType: BillingPlanType? { enumeration("renewalBillingPlanType") }
    /// A hash that ties the text to one device, Base64 of SHA-384; only in texts from a device.
    public var deviceVerification: String? { string("deviceVerification") }
    /// The UUID that `deviceVerification` was made with.
    public var deviceVerificationNonce: String? { string("deviceVerificationNonce") }

    /// The price of the next renewal with its currency; `nil` unless both are there.
    public var renewalPriceInCurrency: Money? { money("renewalPrice") }
}

extension JWSRenewalInfoDecodedPayload {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .identifier("originalTransactionId", \Self.originalTransactionId, .essential),
        .identifier("productId", \Self.productId),
        .identifier("autoRenewProductId", \Self.autoRenewProductId),
        .enumeration("autoRenewStatus", \Self.autoRenewStatus),
        .enumeration("expirationIntent", \Self.expirationIntent),
        .boolean("isInBillingRetryPeriod", \Self.isInBillingRetryPeriod, .essential),
        .date("gracePeriodExpiresDate", \Self.gracePeriodExpiresDate, .essential),
        .enumeration("priceIncreaseStatus", \Self.priceIncreaseStatus),
        .enumeration("offerType", \Self.offerType),
        .identifier("offerIdentifier", \Self.offerIdentifier),
        .enumeration("offerDiscountType", \Self.offerDiscountType),
        .string("offerPeriod", \Self.offerPeriod),
        .date("signedDate", \Self.signedDate, .trusted),
        .enumeration("environment", \Self.environment, .trusted),
        .date("recentSubscriptionStartDate", \Self.recentSubscriptionStartDate),
        .date("renewalDate", \Self.renewalDate),
        .integer("renewalPrice", \Self.renewalPrice),
        .string("currency", \Self.currency),
        .strings("eligibleWinBackOfferIds", \Self.eligibleWinBackOfferIds),
        .key("appAccountToken", \Self.appAccountToken),
        .identifier("appTransactionId", \Self.appTransactionId),
        .object("advancedCommerceInfo", \Self.advancedCommerceInfo),
        .object("commitmentInfo", \Self.commitmentInfo),
        .enumeration("renewalBillingPlanType", \Self.renewalBillingPlanType),
        .string("deviceVerification", \Self.deviceVerification),
        .string("deviceVerificationNonce", \Self.deviceVerificationNonce),
    ]
}
