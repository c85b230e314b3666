internal import AppStoreModels

/// A subscription of one customer in one group, over all its periods.
struct LineState: Sendable {
    var originalID: Int
    let customer: Int
    let groupID: String
    /// The purchaser's line, when this one is a family member's.
    var owner: Int?
    /// Whether the owner's access reaches this line; only for members.
    var isShared = true
    /// The family members' lines.
    var members: [Int] = []

    /// The place of the transaction whose period has begun last.
    var current: Int
    /// The place of the renewal that is signed but has not begun.
    var upcoming: Int?
    var phase = Phase.active
    var autoRenews = true
    var nextProduct: String
    var expirationIntent: ExpirationIntent?
    var graceExpiresDate: Int64?
    var priceIncrease: PriceIncrease?
    /// What the subscriber pays, when it is not the catalogue's price.
    var price: Int64?
    /// The offer that runs, and the one that begins with the next period.
    var offer: OfferRun?
    var nextOffer: OfferRun?
    var appAccountToken: String?
    var advancedCommerce: AdvancedCommerceDetails?

    /// Periods are counted from here.
    var anchor: Int64
    var anchorPeriod: CalendarDuration
    var anchorCount: Int64 = 0
    var recentStart: Int64
    /// Renewals in a row.
    var renewals = 0
    var hasPaidPeriod = false

    /// Planned events of an earlier generation do not count.
    var generation: UInt32 = 0
    var announcedStatus: SubscriptionStatus?

    /// The last transaction, whether its period has begun or not.
    var latest: Int { upcoming ?? current }

    enum Phase: Hashable, Sendable {
        case active, grace, retry, expired, revoked
        /// Taken over into Advanced Commerce; what is left runs out by itself.
        case migrated
    }

    struct PriceIncrease: Hashable, Sendable {
        var price: Int64?
        var status: PriceIncreaseStatus
    }
}

/// An offer in use.
struct OfferRun: Hashable, Sendable {
    var applied: AppliedOffer
    var price: Int64
    var period: CalendarDuration
    /// How many periods are still to begin.
    var remaining: Int

    init(_ offer: CatalogOffer, type: OfferType, product: CatalogProduct) {
        let unit = offer.period ?? product.period ?? CalendarDuration(months: 1)
        let count = Int64(max(offer.periodCount, 1))
        let total = unit.multiplied(by: count)
        let isPaidByPeriod = offer.paymentMode == .payAsYouGo
        applied = AppliedOffer(
            type: type, identifier: offer.id, discountType: offer.paymentMode, period: total.iso8601)
        price = offer.paymentMode == .freeTrial ? 0 : offer.price
        period = isPaidByPeriod ? unit : total
        remaining = isPaidByPeriod ? Int(count) : 1
    }
}
