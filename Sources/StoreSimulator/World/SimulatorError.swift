/// Why the simulated store refuses, in the words of SKTestError and StoreKitError where they have one.
public enum SimulatorError: Error, Hashable, Sendable {
    /// No transaction is the one that was named.
    case noTransactionFound(String)
    /// No subscription is the one that was named.
    case noSubscriptionFound(String)
    /// No product has the identifier.
    case invalidProductIdentifier(String)
    /// The action is not for products of this type.
    case invalidProductType(product: String)
    /// The action does not fit the state of things.
    case invalidAction(String)
    /// So many cannot be bought.
    case invalidQuantity(Int)
    /// The product is not for sale.
    case productUnavailable(String)
    /// The customer's payment fails.
    case purchaseNotAllowed(customer: String)
    /// The customer may not use the offer.
    case ineligibleForOffer(String)
    /// The product has no such offer.
    case invalidOfferIdentifier(String)
    /// A customer's id is empty.
    case invalidCustomer
    /// The app's name for a customer must be a UUID.
    case invalidAppAccountToken(String)
    /// The store is not known.
    case notAvailableInStorefront(String)
    /// The amount is negative, or too large together with the quantity.
    case invalidPrice(Int64)
    /// The share is not within 1 to 100000 thousandths of a per cent.
    case invalidPercentage(Int)
    /// A purchase cannot be dated after now.
    case futurePurchaseDate(Int64)
    /// The clock only goes forward.
    case timeRunsBackwards(from: Int64, to: Int64)
    /// The date is before 1970 or after the year 9999.
    case dateOutOfRange(Int64)
    /// More would happen at once than is allowed.
    case tooManyEvents(limit: Int)
    /// A renewal date is extended by 1 to 90 days.
    case invalidExtendByDays(Int)
    /// An id for a request has 1 to 128 characters.
    case invalidRequestIdentifier(String)
    /// The subscription's state does not allow an extension.
    case subscriptionExtensionIneligible
    /// The customer's renewal dates were extended twice within 365 days.
    case subscriptionMaxExtension
    /// A family member's subscription follows the purchaser's.
    case familySharedSubscriptionExtensionIneligible
    /// Not for what a family shares.
    case familyTransactionNotSupported
}

extension SimulatorError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .noTransactionFound(let text): "no transaction found: \(text)"
        case .noSubscriptionFound(let text): "no subscription found: \(text)"
        case .invalidProductIdentifier(let id): "no product has the identifier \"\(id.prefix(80))\""
        case .invalidProductType(let id): "product \"\(id.prefix(80))\" is of a type this is not for"
        case .invalidAction(let reason): "not possible now: \(reason)"
        case .invalidQuantity(let quantity):
            "quantity \(quantity): 1 to 10 pieces, and more than one only of a consumable or non-renewing subscription"
        case .productUnavailable(let id): "product \"\(id.prefix(80))\" is not for sale"
        case .purchaseNotAllowed(let customer): "the payment of customer \"\(customer.prefix(80))\" fails"
        case .ineligibleForOffer(let offer): "the customer may not use the offer \"\(offer.prefix(80))\""
        case .invalidOfferIdentifier(let offer): "the product has no offer \"\(offer.prefix(80))\""
        case .invalidCustomer: "a customer needs an id"
        case .invalidAppAccountToken: "an app account token must be a UUID"
        case .notAvailableInStorefront(let code): "storefront \"\(code.prefix(20))\" is not known"
        case .invalidPrice(let price): "price \(price): negative, or too large together with the quantity"
        case .invalidPercentage(let percentage): "percentage \(percentage): 1 to 100000 thousandths of a per cent"
        case .futurePurchaseDate(let date): "purchase date \(date) is in the future"
        case .timeRunsBackwards(let from, let to): "the clock stands at \(from) and cannot go back to \(to)"
        case .dateOutOfRange(let date): "date \(date) is before 1970 or after the year 9999"
        case .tooManyEvents(let limit): "more than \(limit) events at once; take a smaller step"
        case .invalidExtendByDays(let days): "\(days) days: a renewal date is extended by 1 to 90"
        case .invalidRequestIdentifier: "a request identifier has 1 to 128 characters"
        case .subscriptionExtensionIneligible: "the subscription's state does not allow an extension"
        case .subscriptionMaxExtension: "the customer's renewal dates were extended twice within 365 days"
        case .familySharedSubscriptionExtensionIneligible: "a family member's subscription follows the purchaser's"
        case .familyTransactionNotSupported: "not for what a family shares"
        }
    }
}
