/// A national App Store: where purchases are made, and in which currency.
public struct Storefront: Hashable, Sendable {
    /// The country or region, by ISO 3166-1 alpha-3, such as `USA`.
    public var countryCode: String
    /// Apple's number of the store as signed payloads write it, such as `143441`.
    public var identifier: String
    /// The currency of its prices, by ISO 4217.
    public var currency: String

    /// Puts a storefront together.
    public init(countryCode: String, identifier: String, currency: String) {
        self.countryCode = countryCode
        self.identifier = identifier
        self.currency = currency
    }

    /// The store of the United States, where a session starts unless told otherwise.
    public static let unitedStates = Storefront(countryCode: "USA", identifier: "143441", currency: "USD")
}
