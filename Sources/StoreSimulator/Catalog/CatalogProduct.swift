public import AppStoreModels

/// A product for sale in the simulated store.
public struct CatalogProduct: Hashable, Sendable, Identifiable {
    /// The product's identifier.
    public var id: String
    /// The kind of product.
    public var type: ProductType
    /// The name to show; empty where there is none.
    public var displayName = ""
    /// The name in single languages, by locale, such as `en_US`.
    public var localizedNames: [String: String] = [:]
    /// The price of one piece or period, in milliunits of the storefront's currency.
    public var price: Int64
    /// Prices in single storefronts, in milliunits, by the country or region's code.
    public var storefrontPrices: [String: Int64] = [:]
    /// Whether families may share it.
    public var isFamilyShareable = false
    /// The group; only for auto-renewable subscriptions.
    public var groupID: String?
    /// The level in the group, 1 the highest; only for auto-renewable subscriptions.
    public var level = 1
    /// The length of a period; only for auto-renewable subscriptions.
    public var period: CalendarDuration?
    /// The offer for customers who never used one in the group.
    public var introductoryOffer: CatalogOffer?
    /// Offers for subscribers and former subscribers.
    public var promotionalOffers: [CatalogOffer] = []
    /// Offers behind codes.
    public var codeOffers: [CatalogOffer] = []
    /// Offers for former subscribers, best first.
    public var winBackOffers: [CatalogOffer] = []
    /// Whether it is for sale at the start.
    public var isForSale = true

    /// A one-time product.
    public init(id: String, type: ProductType, price: Int64) {
        self.id = id
        self.type = type
        self.price = price
    }

    /// An auto-renewable subscription.
    public init(id: String, groupID: String, level: Int = 1, period: CalendarDuration, price: Int64) {
        self.init(id: id, type: .autoRenewableSubscription, price: price)
        self.groupID = groupID
        self.level = level
        self.period = period
    }

    /// The name in a language, or the name to show where that language has none.
    public func name(in locale: String) -> String { localizedNames[locale] ?? displayName }

    /// The price in a storefront, in milliunits.
    public func price(in storefront: Storefront) -> Int64 { storefrontPrices[storefront.countryCode] ?? price }
}
