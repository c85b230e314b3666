public import StrictJSON

/// A transaction: one purchase, renewal or restore, as it stood when it was signed.
public struct JWSTransactionDecodedPayload: AppStorePayload {
    /// Which of the signed payloads it is.
    public static let kind = PayloadKind.transaction
    /// The object as it came.
    public let json: JSONNode

    /// Checks the fields that entitlements or trust depend on, and takes the object over.
    public init(_ json: JSONNode) throws(PayloadSchemaError) {
        try Self.check(json)
        self.json = json
    }

    /// The id of this transaction; a renewal or restore gets one of its own.
    public var transactionId: String? { identifier("transactionId") }
    /// The id of the line of purchases this one belongs to, shared by all renewals of a subscription.
    public var originalTransactionId: String? { identifier("originalTransactionId") }
    /// The line's former id, after a migration to Advanced Commerce.
    public var previousOriginalTransactionId: String? { identifier("previousOriginalTransactionId") }
    /// The id of one subscription period, the same on all devices and in restores.
    public var webOrderLineItemId: String? { identifier("webOrderLineItemId") }
    /// The app's bundle id.
    public var bundleId: String? { string("bundleId") }
    /// The product bought.
    public var productId: String? { identifier("productId") }
    /// The group the subscription belongs to; only for auto-renewable ones.
    public var subscriptionGroupIdentifier: String? { identifier("subscriptionGroupIdentifier") }
    /// When the account was charged; for a renewal the start of its period, which may lie after the signing.
    public var purchaseDate: Timestamp? { date("purchaseDate") }
    /// When the line's first transaction was bought.
    public var originalPurchaseDate: Timestamp? { date("originalPurchaseDate") }
    /// When the period ends; only for auto-renewable subscriptions.
    public var expiresDate: Timestamp? { date("expiresDate") }
    /// How many consumables were bought.
    public var quantity: Int64? { integer("quantity") }
    /// What kind of product it is.
    public var type: ProductType? { enumeration("type") }
    /// A UUID by which the app names its customer; compare it without regard to case.
    public var appAccountToken: String? { key("appAccountToken") }
    /// Whether the customer bought it or it is shared in the family.
    public var inAppOwnershipType: InAppOwnershipType? { enumeration("inAppOwnershipType") }
    /// The moment of signing, which orders the versions of a transaction.
    public var signedDate: Timestamp? { date("signedDate") }
    /// Why it was refunded.
    public var revocationReason: RevocationReason? { enumeration("revocationReason") }
    /// When it was refunded or taken away; presence alone means that it is revoked, and a reversal removes it.
    public var revocationDate: Timestamp? { date("revocationDate") }
    /// How it was refunded or taken away.
    public var revocationType: RevocationType? { enumeration("revocationType") }
    /// The share that was refunded, in thousandths of a per cent; 100000 is all.
    public var revocationPercentage: Int64? { integer("revocationPercentage") }
    /// Whether a purchase of a higher level replaced it; the App Store leaves it out unless true.
    public var isUpgraded: Bool? { boolean("isUpgraded") }
    /// What kind of offer was used.
    public var offerType: OfferType? { enumeration("offerType") }
    /// Which offer was used; introductory offers have no identifier.
    public var offerIdentifier: String? { identifier("offerIdentifier") }
    /// How the offer is paid.
    public var offerDiscountType: OfferDiscountType? { enumeration("offerDiscountType") }
    /// How long the offer lasts in all, as an ISO 8601 duration.
    public var offerPeriod: String? { string("offerPeriod") }
    /// The environment it was signed for; absent before 24 February 2022.
    public var environment: Environment? { enumeration("environment") }
    /// The storefront of the purchase, as an ISO 3166-1 alpha-3 code.
    public var storefront: String? { string("storefront") }
    /// The storefront's number at Apple.
    public var storefrontId: String? { identifier("storefrontId") }
    /// Whether the customer bought it or it renewed by itself.
    public var transactionReason: TransactionReason? { enumeration("transactionReason") }
    /// The price in thousandths of a unit of `currency`, offer and quantity taken into account; not meant for accounting.
    public var price: Int64? { integer("price") }
    /// The currency of `price`, as an ISO 4217 code.
    public var currency: String? { string("currency") }
    /// The id of the app's download, one for each Apple Account and app.
    public var appTransactionId: String? { identifier("appTransactionId") }
    /// What only purchases by the Advanced Commerce API have.
    public var advancedCommerceInfo: AdvancedCommerceTransactionInfo? { object("advancedCommerceInfo") }
    /// How a subscription with a commitment is paid.
    public var billingPlanType: BillingPlanType? { enumeration("billingPlanType") }
    /// The commitment of a yearly plan paid by the month.
    public var commitmentInfo: TransactionCommitmentInfo? { object("commitmentInfo") }
    /// A hash that ties the text to one device, Base64 of SHA-384; only in texts from a device.
    public var deviceVerification: String? { string("deviceVerification") }
    /// The UUID that `deviceVerification` was made with.
    public var deviceVerificationNonce: String? { string("deviceVerificationNonce") }

    /// The price with its currency; `nil` unless both are there.
    public var priceInCurrency: Money? { money("price") }
}

extension JWSTransactionDecodedPayload {
    /// The fields known today, in Apple's order.
    public static let fields: [PayloadField] = [
        .identifier("transactionId", \Self.transactionId, .essential),
        .identifier("originalTransactionId", \Self.originalTransactionId, .essential),
        .identifier("previousOriginalTransactionId", \Self.previousOriginalTransactionId),
        .identifier("webOrderLineItemId", \Self.webOrderLineItemId, .essential),
        .string("bundleId", \Self.bundleId, .trusted),
        .identifier("productId", \Self.productId),
        .identifier("subscriptionGroupIdentifier", \Self.subscriptionGroupIdentifier),
        .date("purchaseDate", \Self.purchaseDate, .essential),
        .date("originalPurchaseDate", \Self.originalPurchaseDate),
        .date("expiresDate", \Self.expiresDate, .essential),
        .integer("quantity", \Self.quantity),
        .enumeration("type", \Self.type, .essential),
        .key("appAccountToken", \Self.appAccountToken),
        .enumeration("inAppOwnershipType", \Self.inAppOwnershipType),
        .date("signedDate", \Self.signedDate, .trusted),
        .enumeration("revocationReason", \Self.revocationReason),
        .date("revocationDate", \Self.revocationDate, .essential),
        .enumeration("revocationType", \Self.revocationType),
        .integer("revocationPercentage", \Self.revocationPercentage),
        .boolean("isUpgraded", \Self.isUpgraded, .essential),
        .enumeration("offerType", \Self.offerType),
        .identifier("offerIdentifier", \Self.offerIdentifier),
        .enumeration("offerDiscountType", \Self.offerDiscountType),
        .string("offerPeriod", \Self.offerPeriod),
        .enumeration("environment", \Self.environment, .trusted),
        .string("storefront", \Self.storefront),
        .identifier("storefrontId", \Self.storefrontId),
        .enumeration("transactionReason", \Self.transactionReason),
        .integer("price", \Self.price),
        .string("currency", \Self.currency),
        .identifier("appTransactionId", \Self.appTransactionId),
        .object("advancedCommerceInfo", \Self.advancedCommerceInfo),
        .enumeration("billingPlanType", \Self.billingPlanType),
        .object("commitmentInfo", \Self.commitmentInfo),
        .string("deviceVerification", \Self.deviceVerification),
        .string("deviceVerificationNonce", \Self.deviceVerificationNonce),
    ]
}
