public import AppStoreModels

/// An offer for a product: what it costs, and for how long.
public struct CatalogOffer: Hashable, Sendable {
    /// The offer's id, or an offer code's reference name; introductory offers have none.
    public var id: String?
    /// How it is paid.
    public var paymentMode: OfferDiscountType
    /// The length of one of its periods; none for a one-time product.
    public var period: CalendarDuration?
    /// How many periods it covers.
    public var periodCount: Int
    /// The price of one period, in milliunits; a free trial costs nothing whatever stands here.
    public var price: Int64
    /// Who may use it; only for offer codes.
    public var eligibility: Set<Eligibility>

    /// Describes an offer.
    public init(
        id: String? = nil, paymentMode: OfferDiscountType, period: CalendarDuration? = nil, periodCount: Int = 1,
        price: Int64 = 0, eligibility: Set<Eligibility> = Set(Eligibility.allCases)
    ) {
        self.id = id
        self.paymentMode = paymentMode
        self.period = period
        self.periodCount = periodCount
        self.price = price
        self.eligibility = eligibility
    }

    /// Who may use an offer code; the raw values are those of configuration files.
    public enum Eligibility: String, Hashable, CaseIterable, Sendable {
        /// Customers who never subscribed in the group.
        case new
        /// Subscribers.
        case existing
        /// Former subscribers.
        case expired
    }
}
