/// A product that can be bought, with what a person has to know before buying it.
public struct Offer: Hashable, Identifiable, Sendable {
    /// The product identifier.
    public var productId: String
    /// The name to show.
    public var displayName: String
    /// What it costs, each period where there are periods.
    public var price: Price
    /// The length of a subscription's period as an ISO 8601 duration, such as `P1M`; nil for what is bought once.
    public var period: String?
    /// What a new subscriber gets first, in words, such as `1 week free`; nil when there is no such offer.
    public var introductory: String?

    /// The product identifier.
    public var id: String { productId }

    /// Describes a product; what is bought once has no period.
    public init(
        productId: String, displayName: String, price: Price, period: String? = nil, introductory: String? = nil
    ) {
        self.productId = productId
        self.displayName = displayName
        self.price = price
        self.period = period
        self.introductory = introductory
    }
}

/// An amount in thousandths of a currency unit, as the App Store gives prices: 9.99 USD is 9990, 1500 JPY is 1500000.
///
/// How an amount is written depends on the reader's language, so that is left to the app.
public struct Price: Hashable, Sendable {
    /// Thousandths of one unit of the currency.
    public var milliunits: Int64
    /// The ISO 4217 code.
    public var currency: String

    /// Pairs an amount with its currency.
    public init(milliunits: Int64, currency: String) {
        self.milliunits = milliunits
        self.currency = currency
    }
}

extension Price: Comparable {
    /// Orders by amount; amounts of different currencies cannot be compared, so each currency stands by itself.
    public static func < (left: Price, right: Price) -> Bool {
        (left.currency, left.milliunits) < (right.currency, right.milliunits)
    }
}
