internal import AppStoreModels
internal import StoreCore
internal import StoreKitConfiguration
internal import StoreSimulator

extension Offer {
    /// Describes a product of the simulator.
    init(_ product: StoreProduct) {
        let currency = product.storefront.currency
        self.init(
            productId: product.id, displayName: product.displayName,
            price: Price(milliunits: product.price, currency: currency), period: product.product.period?.iso8601)
        guard product.isEligibleForIntroOffer, let offer = product.product.introductoryOffer else { return }
        introductory = Offer.words(for: offer, currency: currency)
    }

    /// What an offer gives, in words: `1 week free`, `3 x 1 month at 0.99 USD`, `3 months for 9.99 USD`.
    static func words(for offer: CatalogOffer, currency: String) -> String {
        let unit = offer.period?.words ?? ""
        let price = "\(Offer.amount(offer.price)) \(currency)"
        let count = Int64(max(offer.periodCount, 1))
        switch offer.paymentMode {
        case .freeTrial: return "\(offer.period?.multiplied(by: count).words ?? "") free"
        case .payAsYouGo: return "\(count) x \(unit) at \(price)"
        default: return "\(offer.period?.multiplied(by: count).words ?? "") for \(price)"
        }
    }

    /// Thousandths as a decimal number with two places, or three where the last is not 0.
    private static func amount(_ milliunits: Int64) -> String {
        let (whole, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String(String(rest + 1000).dropFirst())
        let places = digits.hasSuffix("0") ? String(digits.dropLast()) : digits
        return "\(milliunits < 0 ? "-" : "")\(whole).\(places)"
    }
}
