extension Array where Element == UInt8 {
    /// Reads pairs of hexadecimal digits in either case; `nil` for an odd number or anything else.
    package init?(hexadecimal text: String) {
        var digits = text.utf8.makeIterator()
        self = []
        reserveCapacity(text.utf8.count / 2)
        while let high = digits.next() {
            guard let low = digits.next(), let high = high.hexadecimalValue, let low = low.hexadecimalValue else {
                return nil
            }
            append(high << 4 | low)
        }
    }

    /// The bytes as lower case hexadecimal digits.
    package var hexadecimal: String {
        let digits = [UInt8]("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * count)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit.
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
