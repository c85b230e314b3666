public import AppStoreModels

/// What a subscription will do at the end of its period, as the simulated store knows it.
///
/// Moments are milliseconds since 1970-01-01T00:00:00Z, amounts are thousandths of a currency unit.
public struct SimulatedRenewalInfo: Hashable, Sendable {
    /// The number of the line's first transaction.
    public var originalID: Int
    /// The product of the current or last period.
    public var productID: String
    /// The product that renews next.
    public var autoRenewProductID: String
    /// Whether it renews by itself.
    public var autoRenews: Bool
    /// Why it ended or is about to end.
    public var expirationIntent: ExpirationIntent?
    /// Whether the store keeps trying to charge; also in a grace period.
    public var isInBillingRetryPeriod = false
    /// When the grace period ends.
    public var gracePeriodExpiresDate: Int64?
    /// Where a price increase stands.
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// The offer of the next period.
    public var offer: AppliedOffer?
    /// When the current run of the subscription began.
    public var recentSubscriptionStartDate: Int64
    /// When the most recent period ends or ended.
    public var renewalDate: Int64
    /// The amount of the next renewal, in milliunits.
    public var renewalPrice: Int64?
    /// The currency of that amount.
    public var currency: String
    /// Win-back offers the customer may use, best first.
    public var eligibleWinBackOfferIDs: [String] = []
    /// The app's name for the customer at the next renewal, a UUID.
    public var appAccountToken: String?
    /// The customer's download of the app.
    public var appTransactionID: String
    /// Details of Advanced Commerce.
    public var advancedCommerce: AdvancedCommerceDetails?

    /// A subscription that renews by itself at the end of its period; everything else is set afterwards.
    public init(
        originalID: Int, productID: String, startDate: Int64, renewalDate: Int64, currency: String,
        appTransactionID: String
    ) {
        self.originalID = originalID
        self.productID = productID
        autoRenewProductID = productID
        autoRenews = true
        recentSubscriptionStartDate = startDate
        self.renewalDate = renewalDate
        self.currency = currency
        self.appTransactionID = appTransactionID
    }
}
