/// A number with its text as it came; no digit is lost on the way.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The text, by the grammar of RFC 8259, section 6.
    public let text: String

    /// Takes over a text that was checked before.
    init(unchecked text: String) { self.text = text }

    /// Writes an integer.
    public init(_ value: some BinaryInteger) { text = String(value) }

    /// The text.
    public var description: String { text }

    /// The greatest integer not above the number, worked out on the digits; `nil` when it does not fit 64 bits.
    ///
    /// Fractions and exponents are understood: `1697679936049.7297` is 1697679936049, `-0.5` is -1, `1.5e3` is 1500.
    public var floor: Int64? { plainInteger ?? Parts(text).floor }

    /// The number when it is an integer that fits 64 bits, however it is written; `nil` otherwise.
    public var integer: Int64? {
        if let plainInteger { return plainInteger }
        let parts = Parts(text)
        return parts.hasFraction ? nil : parts.floor
    }

    /// The number when it is up to 18 digits with or without a sign, as nearly all are.
    private var plainInteger: Int64? {
        var value: Int64 = 0
        var digits = 0
        var isNegative = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "-"), digits == 0 {
                isNegative = true
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits < 18 else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            digits += 1
        }
        return isNegative ? -value : value
    }

    /// Reads the text of a number; `nil` unless it follows the grammar of RFC 8259, section 6.
    public init?(text: String) {
        guard let document = try? JSONDocument(parsing: Array(text.utf8)), let number = document.root.number,
            number.text == text
        else { return nil }
        self = number
    }
}

extension JSONNumber {
    /// Sign, digits and the place of the decimal point.
    private struct Parts {
        var negative = false
        /// Significant digits, without leading zeros.
        var digits: [UInt8] = []
        /// How many of `digits` stand before the decimal point; may be negative or beyond the end.
        var point = 0

        init(_ text: String) {
            var fractionDigits = 0
            var inFraction = false
            var exponent = 0
            var utf8 = text.utf8[...]
            if utf8.first == UInt8(ascii: "-") {
                negative = true
                utf8.removeFirst()
            }
            while let byte = utf8.first {
                utf8.removeFirst()
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte - UInt8(ascii: "0")) }
                    if inFraction { fractionDigits += 1 }
                case UInt8(ascii: "."): inFraction = true
                default:
                    let sign = utf8.first == UInt8(ascii: "-") ? -1 : 1
                    let magnitude = utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
                    // An exponent past this bound is beyond 64 bits or below one whatever its digits are.
                    exponent = sign * min(Int(String(Substring(magnitude))) ?? 1_000_000_000, 1_000_000_000)
                    utf8 = utf8[utf8.endIndex...]
                }
            }
            point = digits.count - fractionDigits + exponent
        }

        var hasFraction: Bool { digits.dropFirst(max(point, 0)).contains { $0 != 0 } }

        var floor: Int64? {
            if digits.isEmpty { return 0 }
            guard point <= 19 else { return nil }
            var magnitude: UInt64 = 0
            for place in 0..<max(point, 0) {
                let digit = place < digits.count ? digits[place] : 0
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
                guard !overflow, !carry else { return nil }
                magnitude = sum
            }
            guard negative else { return Int64(exactly: magnitude) }
            if hasFraction { magnitude += 1 }
            return magnitude == 1 << 63 ? Int64.min : Int64(exactly: magnitude).map { -$0 }
        }
    }
}
