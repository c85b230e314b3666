public import AppStoreModels

/// Something that the store sells.
public struct ConfiguredProduct: Hashable, Sendable {
    /// What kind of product it is.
    public var type: ProductType
    /// The id by which an app asks for it.
    public var productID: String
    /// The developer's name for it.
    public var referenceName: String
    /// The file's own id; none where it has none yet.
    public var internalID: String?
    /// What it costs.
    public var price: ConfiguredPrice
    /// Whether a family can share it.
    public var isFamilyShareable: Bool
    /// What it is called, by language.
    public var localizations: [ConfiguredLocalization]
    /// What it has as an auto-renewable subscription; `nil` for other products.
    public var subscription: ConfiguredSubscription?

    /// Puts a product together.
    public init(
        type: ProductType, productID: String, referenceName: String = "", internalID: String? = nil,
        price: ConfiguredPrice, isFamilyShareable: Bool = false, localizations: [ConfiguredLocalization] = [],
        subscription: ConfiguredSubscription? = nil
    ) {
        self.type = type
        self.productID = productID
        self.referenceName = referenceName
        self.internalID = internalID
        self.price = price
        self.isFamilyShareable = isFamilyShareable
        self.localizations = localizations
        self.subscription = subscription
    }
}
