public import AppStoreModels

/// An offer as a transaction or the renewal info names it.
public struct AppliedOffer: Hashable, Sendable {
    /// What kind of offer it is.
    public var type: OfferType
    /// The offer's id, or an offer code's reference name; introductory offers have none.
    public var identifier: String?
    /// How the offer is paid.
    public var discountType: OfferDiscountType
    /// The whole length of the offer as an ISO 8601 duration, its number of periods multiplied in; none for a one-time discount.
    public var period: String?

    /// Puts an offer together.
    public init(
        type: OfferType, identifier: String? = nil, discountType: OfferDiscountType, period: String? = nil
    ) {
        self.type = type
        self.identifier = identifier
        self.discountType = discountType
        self.period = period
    }
}
