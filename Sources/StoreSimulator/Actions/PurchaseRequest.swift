/// What a customer wants to buy, and how.
public struct PurchaseRequest: Hashable, Sendable {
    /// Who buys; a customer not known yet is made.
    public var customer: String
    /// The product.
    public var product: String
    /// How many.
    public var quantity = 1
    /// The app's name for the customer, a UUID.
    public var appAccountToken: String?
    /// The offer to use.
    public var offer: OfferChoice = .automatic
    /// When it was bought, in milliseconds since 1970-01-01T00:00:00Z; `nil` for now.
    public var purchaseDate: Int64?
    /// What happened since a purchase in the past.
    public var renewalBehavior: RenewalBehavior = .renewUntilNow
    /// Whether the purchase waits for a parent's approval.
    public var simulatesAskToBuy = false
    /// The country or region whose store the customer moves to with this purchase.
    public var storefront: String?

    /// A purchase of one piece; everything else is set afterwards.
    public init(customer: String, product: String) {
        self.customer = customer
        self.product = product
    }

    /// What happened since a purchase in the past.
    public enum RenewalBehavior: String, Hashable, CaseIterable, Sendable {
        /// It renewed until now.
        case renewUntilNow
        /// It was cancelled at once.
        case cancelImmediately
    }
}

/// The offer that a purchase uses.
public enum OfferChoice: Hashable, Sendable {
    /// The introductory offer where the customer may use it.
    case automatic
    /// The introductory offer, whether the customer had it before or not: the app's server says so.
    case introductory
    /// None.
    case none
    /// A promotional offer by its id.
    case promotional(String)
    /// An offer code by its reference name.
    case code(String)
    /// A win-back offer by its id.
    case winBack(String)
}
