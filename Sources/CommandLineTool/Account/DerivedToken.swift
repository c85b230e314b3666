package import OpenSSLCrypto

/// Derives the `appAccountToken` of a user, a UUID, so that no table has to keep it.
package enum DerivedToken {
    /// The UUID of a text in hexadecimal with hyphens; nil for any other text.
    package static func bytes(ofUUID text: String) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in parts.joined() {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue.map({ UInt8($0) }) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    /// UUID version 5 (RFC 9562, section 5.5): SHA-1 of the namespace and the name.
    package static func version5(namespace: [UInt8], name: [UInt8]) throws(OpenSSLError) -> String {
        uuid(try SHA1.digest(of: namespace + name), version: 5)
    }

    /// UUID version 8 (RFC 9562, section 5.8): the first bits of HMAC-SHA256, so that only who has the key can tell
    /// which user a token is of.
    package static func version8(key: [UInt8], name: [UInt8]) throws(OpenSSLError) -> String {
        uuid(try HMACSHA256.code(for: name, key: key), version: 8)
    }

    /// UUID version 4 (RFC 9562, section 5.4): 16 bytes of chance.
    package static func version4(random: [UInt8]) -> String { uuid(random, version: 4) }

    private static func uuid(_ digest: [UInt8], version: UInt8) -> String {
        var bytes = Array(digest.prefix(16))
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for (place, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(place) { text.append(UInt8(ascii: "-")) }
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
