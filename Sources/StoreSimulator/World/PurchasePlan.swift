internal import AppStoreModels

/// What a purchase will do, worked out before anything is changed.
enum PurchasePlan: Sendable {
    /// The customer has it already: the held transaction is returned.
    case held(Int)
    /// A one-time purchase, with the offer behind a code.
    case oneTime(CatalogProduct, CatalogOffer?)
    /// The first subscription of the customer in the group.
    case subscribe(CatalogProduct, OfferRun?)
    /// A new subscription on the line of one that ended.
    case resubscribe(line: Int, CatalogProduct, OfferRun?)
    /// Another product at once.
    case replace(line: Int, CatalogProduct, OfferRun?)
    /// Another product from the next renewal on.
    case queue(line: Int, CatalogProduct, OfferRun?)
    /// An offer for the next renewal of the product.
    case queueOffer(line: Int, OfferRun)
    /// The payment that was missing.
    case recover(line: Int)
}
