internal import AppStoreModels
public import StoreKitConfiguration

extension ProductCatalog {
    /// Takes over the products of a configuration file.
    public init(_ configuration: StoreConfiguration) {
        self.init(configuration.allProducts.map(CatalogProduct.init))
    }
}

extension CatalogProduct {
    /// Takes over a product of a configuration file.
    public init(_ product: ConfiguredProduct) {
        self.init(id: product.productID, type: product.type, price: product.price.milliunits)
        isFamilyShareable = product.isFamilyShareable
        displayName = product.localizations.first?.displayName ?? product.referenceName
        for localization in product.localizations where localizedNames[localization.locale] == nil {
            localizedNames[localization.locale] = localization.displayName
        }
        guard let subscription = product.subscription else { return }
        groupID = subscription.groupID
        level = subscription.level
        period = subscription.period
        introductoryOffer = subscription.introductoryOffers.first.map(CatalogOffer.init)
        promotionalOffers = subscription.promotionalOffers.map(CatalogOffer.init)
        codeOffers = subscription.offerCodes.map(CatalogOffer.init)
        winBackOffers = subscription.winBackOffers.map(CatalogOffer.init)
    }
}

extension CatalogOffer {
    /// Takes over an offer of a configuration file.
    public init(_ offer: ConfiguredOffer) {
        let eligible = Set(offer.eligibility.compactMap { Eligibility(rawValue: $0.rawValue) })
        self.init(
            id: offer.identifier, paymentMode: offer.paymentMode, period: offer.period,
            periodCount: max(offer.numberOfPeriods, 1),
            price: offer.paymentMode == .freeTrial ? 0 : offer.price?.milliunits ?? 0,
            // A code without a list is for everybody.
            eligibility: eligible.isEmpty ? Set(Eligibility.allCases) : eligible)
    }
}
