extension String {
    /// Replaces the escapes of a string body that was checked before (RFC 8259, section 7).
    init(unescaping body: ArraySlice<UInt8>) {
        var out: [UInt8] = []
        out.reserveCapacity(body.count)
        var at = body.startIndex
        while at < body.endIndex {
            guard body[at] == UInt8(ascii: "\\"), at + 1 < body.endIndex else {
                out.append(body[at])
                at += 1
                continue
            }
            let escape = body[at + 1]
            at += 2
            switch escape {
            case UInt8(ascii: "b"): out.append(0x08)
            case UInt8(ascii: "f"): out.append(0x0C)
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "u"):
                var scalar = String.hexadecimal(body[at...].prefix(4))
                at += 4
                if (0xD800..<0xDC00).contains(scalar) {
                    let low = String.hexadecimal(body[at...].dropFirst(2).prefix(4))
                    scalar = 0x10000 + (scalar - 0xD800) << 10 + (low &- 0xDC00) & 0x3FF
                    at += 6
                }
                out.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
            default: out.append(escape)
            }
        }
        self.init(decoding: out, as: UTF8.self)
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32 {
        UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD
    }
}
