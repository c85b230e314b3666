public import AppStoreModels

/// A transaction as the simulated store knows it; its signed payload is made of it, the app and a moment of signing.
///
/// Moments are milliseconds since 1970-01-01T00:00:00Z, amounts are thousandths of a currency unit.
public struct SimulatedTransaction: Hashable, Sendable, Identifiable {
    /// The transaction's number; payloads write it as a string.
    public var id: Int
    /// The number of the line's first transaction.
    public var originalID: Int
    /// The line's former number, after a migration to Advanced Commerce.
    public var previousOriginalID: Int?
    /// The number of the period; only for auto-renewable subscriptions, shared by restored transactions.
    public var webOrderLineItemID: Int?
    /// The order the customer finds on the invoice.
    public var orderID: String
    /// Whom it belongs to; never part of a payload.
    public var customerID: String
    /// The product.
    public var productID: String
    /// The kind of the product.
    public var productType: ProductType
    /// The subscription's group; only for auto-renewable subscriptions.
    public var subscriptionGroupID: String?
    /// When it was bought; for a renewal the start of its period.
    public var purchaseDate: Int64
    /// When the line's first transaction was bought.
    public var originalPurchaseDate: Int64
    /// When the period ends; only for auto-renewable subscriptions.
    public var expiresDate: Int64?
    /// How many were bought.
    public var quantity = 1
    /// The app's name for the customer, a UUID.
    public var appAccountToken: String?
    /// Whether it was bought or is shared in the family.
    public var ownership: InAppOwnershipType = .purchased
    /// Whether the customer bought it or it renewed.
    public var reason: TransactionReason = .purchase
    /// The amount for the whole quantity, after an offer's discount, in milliunits.
    public var price: Int64
    /// Where it was bought.
    public var storefront: Storefront
    /// The offer that was used.
    public var offer: AppliedOffer?
    /// That it was refunded or taken away.
    public var revocation: Revocation?
    /// Whether a purchase of another product of the group replaced it before its end.
    public var isUpgraded = false
    /// The customer's download of the app.
    public var appTransactionID: String
    /// Details of Advanced Commerce: the description and display name that go with the product.
    public var advancedCommerce: AdvancedCommerceDetails?

    /// A purchase of one piece without an offer, the first of its line; everything else is set afterwards.
    public init(
        id: Int, orderID: String, customerID: String, productID: String, productType: ProductType, purchaseDate: Int64,
        price: Int64, storefront: Storefront, appTransactionID: String
    ) {
        self.id = id
        originalID = id
        self.orderID = orderID
        self.customerID = customerID
        self.productID = productID
        self.productType = productType
        self.purchaseDate = purchaseDate
        originalPurchaseDate = purchaseDate
        self.price = price
        self.storefront = storefront
        self.appTransactionID = appTransactionID
    }
}
