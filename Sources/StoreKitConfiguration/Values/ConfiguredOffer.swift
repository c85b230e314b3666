public import AppStoreModels

/// A lower price for a subscription, for a while.
public struct ConfiguredOffer: Hashable, Sendable {
    /// What kind of offer it is.
    public var kind: OfferType
    /// The file's own id; none where it has none yet.
    public var internalID: String?
    /// The id by which an app asks for a promotional or win-back offer.
    public var offerID: String?
    /// The developer's name for it; an offer code has no other.
    public var referenceName: String?
    /// How it is paid.
    public var paymentMode: OfferDiscountType
    /// The whole offer when it is free or paid up front, one payment's period when it is paid as you go.
    public var period: CalendarDuration
    /// How many periods are paid as you go; 1 for other offers.
    public var numberOfPeriods: Int
    /// What is paid once or in each period; `nil` when it is free.
    public var price: ConfiguredPrice?
    /// Whom an offer code is for; empty for other kinds.
    public var eligibility: [OfferEligibility]
    /// Whether an offer code can be used together with the introductory offer.
    public var isStackable: Bool
    /// The billing plan it belongs to.
    public var billingPlanType: BillingPlanType?

    /// Puts an offer together.
    public init(
        kind: OfferType, internalID: String? = nil, offerID: String? = nil, referenceName: String? = nil,
        paymentMode: OfferDiscountType, period: CalendarDuration, numberOfPeriods: Int = 1,
        price: ConfiguredPrice? = nil, eligibility: [OfferEligibility] = [], isStackable: Bool = false,
        billingPlanType: BillingPlanType? = nil
    ) {
        self.kind = kind
        self.internalID = internalID
        self.offerID = offerID
        self.referenceName = referenceName
        self.paymentMode = paymentMode
        self.period = period
        self.numberOfPeriods = numberOfPeriods
        self.price = price
        self.eligibility = eligibility
        self.isStackable = isStackable
        self.billingPlanType = billingPlanType
    }

    /// What signed data names the offer by: the offer id, or the reference name of an offer code; none if introductory.
    public var identifier: String? {
        switch kind {
        case .introductory: nil
        case .offerCode: referenceName ?? offerID
        default: offerID ?? referenceName
        }
    }
}
