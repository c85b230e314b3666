import AppStoreModels

/// Says in plain words what an offer is.
enum OfferWords {
    /// The kind of offer, and the name by which it is asked for.
    static func name(of offer: ConfiguredOffer) -> String {
        let kind: String
        switch offer.kind {
        case .introductory: kind = "introductory offer"
        case .promotional: kind = "promotional offer"
        case .offerCode: kind = "offer code"
        default: kind = "win-back offer"
        }
        return offer.identifier.map { "\(kind) \(PlainText.escaped($0))" } ?? kind
    }

    /// What is paid, and what follows: `free for 1 week, then 9.99 each month`.
    static func terms(of offer: ConfiguredOffer, on product: ConfiguredProduct) -> String {
        let price = offer.price ?? .zero
        let during: String
        switch offer.paymentMode {
        case .freeTrial: during = "free for \(offer.period.words)"
        case .payAsYouGo: during = "\(offer.numberOfPeriods) x \(offer.period.words) at \(price)"
        default: during = "\(offer.period.words) for \(price) paid up front"
        }
        let then = product.subscription.map { ", then \(product.price) \($0.period.everyWords)" } ?? ""
        return during + then + audience(of: offer)
    }

    private static func audience(of offer: ConfiguredOffer) -> String {
        guard offer.kind == .offerCode else { return "" }
        let names = offer.eligibility.map { PlainText.escaped($0.rawValue) }
        let whom = names.isEmpty ? "nobody" : "\(names.joined(separator: ", ")) subscribers"
        return "; for \(whom)\(offer.isStackable ? "; with the introductory offer" : "")"
    }
}
