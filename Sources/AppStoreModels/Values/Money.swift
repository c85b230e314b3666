/// An amount in thousandths of a currency unit, with the currency's code.
///
/// Prices in signed payloads are 64-bit thousandths whatever the currency: 9.99 USD is 9990, 1500 JPY is 1500000.
public struct Money: Hashable, Sendable {
    /// Thousandths of one unit of the currency.
    public let milliunits: Int64
    /// The ISO 4217 code.
    public let currency: String

    /// Pairs an amount with its currency.
    public init(milliunits: Int64, currency: String) {
        self.milliunits = milliunits
        self.currency = currency
    }
}

extension Money: CustomStringConvertible {
    /// The amount with the currency's usual decimals, or more where the amount needs them, such as `9.99 USD`.
    public var description: String {
        let whole = milliunits.magnitude / 1000
        let thousandths = String(1000 + milliunits.magnitude % 1000).dropFirst()
        let needed = thousandths.reversed().drop { $0 == "0" }.count
        let decimals = thousandths.prefix(max(needed, Money.decimals(of: currency)))
        return "\(milliunits < 0 ? "-" : "")\(whole)\(decimals.isEmpty ? "" : ".")\(decimals) \(currency)"
    }

    /// How many decimals ISO 4217 gives a currency; two for those it does not name here.
    private static func decimals(of currency: String) -> Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
            "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }
}
