/// Replaces the escapes of a string (RFC 8259, section 7).
struct JSONEscapes {
    private let bytes: [UInt8]
    private let end: Int
    private var at: Int
    private var out: [UInt8] = []

    /// The bytes of a string body with its escapes replaced; `nil` when one of them is malformed.
    ///
    /// Half a surrogate pair is malformed: no Unicode text holds one.
    static func replaced(in bytes: [UInt8], _ body: Range<Int>) -> [UInt8]? {
        var escapes = JSONEscapes(bytes: bytes, body: body)
        return escapes.replaceAll() ? escapes.out : nil
    }

    private init(bytes: [UInt8], body: Range<Int>) {
        self.bytes = bytes
        at = body.lowerBound
        end = body.upperBound
        out.reserveCapacity(body.count)
    }

    private mutating func replaceAll() -> Bool {
        while at < end {
            let byte = bytes[at]
            at += 1
            if byte != UInt8(ascii: "\\") {
                out.append(byte)
            } else if !replaceOne() {
                return false
            }
        }
        return true
    }

    /// Replaces the escape whose backslash has just been read.
    private mutating func replaceOne() -> Bool {
        guard at < end else { return false }
        let letter = bytes[at]
        at += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(letter)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = readScalar() else { return false }
            out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default: return false
        }
        return true
    }

    /// Reads what follows `\u`, with the second half of a surrogate pair where the first stands.
    private mutating func readScalar() -> Unicode.Scalar? {
        guard let unit = readCodeUnit() else { return nil }
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
        guard at + 1 < end, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else { return nil }
        at += 2
        guard let low = readCodeUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    /// Reads four hexadecimal digits.
    private mutating func readCodeUnit() -> UInt32? {
        guard at + 4 <= end else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[at..<at + 4] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        at += 4
        return unit
    }
}
