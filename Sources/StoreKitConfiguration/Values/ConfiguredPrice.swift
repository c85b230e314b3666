/// A price in the store's currency, which a configuration does not name: its decimal text, and thousandths of a unit.
public struct ConfiguredPrice: Hashable, Sendable {
    /// The decimal text, such as `4.99`.
    public let text: String
    /// Thousandths of one unit, worked out on the digits; further digits are cut off.
    public let milliunits: Int64
    /// Whether thousandths hold all digits of the text.
    public let isExact: Bool

    /// Reads a decimal without a sign; `nil` for anything else, and for more than 64 bits of thousandths.
    public init?(text: String) {
        guard text.utf8.count <= ConfiguredPrice.longestText else { return nil }
        var value: Int64 = 0
        var digits = 0
        var decimals: Int?
        var isExact = true
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), decimals == nil {
                decimals = 0
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            digits += 1
            if let known = decimals {
                decimals = known + 1
                guard known < 3 else {
                    isExact = isExact && byte == UInt8(ascii: "0")
                    continue
                }
            }
            guard let next = ConfiguredPrice.appending(Int64(byte - UInt8(ascii: "0")), to: value) else { return nil }
            value = next
        }
        guard digits > 0 else { return nil }
        for _ in min(decimals ?? 0, 3)..<3 {
            guard let next = ConfiguredPrice.appending(0, to: value) else { return nil }
            value = next
        }
        self.text = text
        milliunits = value
        self.isExact = isExact
    }

    /// Writes thousandths as a decimal of two or three places; an amount below zero counts as zero.
    public init(milliunits: Int64) {
        let amount = max(milliunits, 0)
        let thousandths = String(String(1000 + amount % 1000).dropFirst())
        text = "\(amount / 1000).\(thousandths.hasSuffix("0") ? String(thousandths.dropLast()) : thousandths)"
        self.milliunits = amount
        isExact = true
    }

    /// Nothing.
    public static let zero = ConfiguredPrice(milliunits: 0)

    /// More characters than any amount needs, so that no text that is shown is without end.
    private static let longestText = 40

    private static func appending(_ digit: Int64, to value: Int64) -> Int64? {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(digit)
        return overflow || carry ? nil : sum
    }
}

extension ConfiguredPrice: CustomStringConvertible {
    /// The decimal text.
    public var description: String { text }
}
