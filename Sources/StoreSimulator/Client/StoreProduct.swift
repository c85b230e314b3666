/// A product as a customer's device shows it.
public struct StoreProduct: Hashable, Sendable, Identifiable {
    /// The product.
    public var product: CatalogProduct
    /// The name in the device's language.
    public var displayName: String
    /// The price in the customer's store, in milliunits.
    public var price: Int64
    /// The customer's store, with the currency.
    public var storefront: Storefront
    /// Whether the customer may use the product's introductory offer; false where there is none.
    public var isEligibleForIntroOffer: Bool

    /// The product's identifier.
    public var id: String { product.id }

    /// Puts a product together.
    public init(
        product: CatalogProduct, displayName: String, price: Int64, storefront: Storefront,
        isEligibleForIntroOffer: Bool
    ) {
        self.product = product
        self.displayName = displayName
        self.price = price
        self.storefront = storefront
        self.isEligibleForIntroOffer = isEligibleForIntroOffer
    }
}
