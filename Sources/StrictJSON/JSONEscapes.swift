/// The escapes of strings (RFC 8259, section 7).
enum JSONEscapes {
    /// The bytes of a string body with its escapes replaced; `nil` when one of them is malformed.
    ///
    /// Half a surrogate pair is malformed: no Unicode text holds one.
    static func replaced(in body: ArraySlice<UInt8>) -> [UInt8]? {
        var out: [UInt8] = []
        out.reserveCapacity(body.count)
        var rest = body
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                out.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "\""): out.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\"): out.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "/"): out.append(UInt8(ascii: "/"))
            case UInt8(ascii: "b"): out.append(0x08)
            case UInt8(ascii: "f"): out.append(0x0C)
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "u"):
                guard let scalar = scalar(from: &rest) else { return nil }
                out.append(contentsOf: String(scalar).utf8)
            default: return nil
            }
        }
        return out
    }

    /// Reads what follows `\u`, with the second half of a surrogate pair where the first stands.
    private static func scalar(from rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let unit = codeUnit(from: &rest) else { return nil }
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
        guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
            let low = codeUnit(from: &rest), (0xDC00..<0xE000).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    /// Reads four hexadecimal digits.
    private static func codeUnit(from rest: inout ArraySlice<UInt8>) -> UInt32? {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = rest.popFirst().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                return nil
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
