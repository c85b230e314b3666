/// Escapes of the form `%2F` (RFC 3986, section 2.1).
enum PercentEncoding {
    /// Whether two hexadecimal digits follow each percent sign.
    static func isWellFormed(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%") {
                guard index + 2 < bytes.endIndex, hexadecimal(bytes[index + 1]) != nil,
                    hexadecimal(bytes[index + 2]) != nil
                else { return false }
                index += 2
            }
            index += 1
        }
        return true
    }

    /// Whether what comes out of the escapes is UTF-8; replaced bytes would make one text of several.
    static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(validating: decoded(bytes, plusIsSpace: false), as: UTF8.self) != nil
    }

    /// Decodes every escape; a percent sign that begins none stays.
    static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String {
        String(decoding: decoded(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    private static func decoded(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool) -> [UInt8] {
        let bytes = Array(bytes)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hexadecimal(bytes[index + 1]),
                let low = hexadecimal(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
                index += 1
            }
        }
        return decoded
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
