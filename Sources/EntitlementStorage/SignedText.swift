/// A compact JWS in its three parts, from which the exact text can be made again (RFC 7515, section 7.1).
///
/// Payload and signature are kept decoded: they came through a strict base64url decoder, so that encoding them gives
/// the same characters.
package struct SignedText: Hashable, Sendable {
    /// The first segment as it came, base64url.
    package let headerSegment: [UInt8]
    /// The decoded payload.
    package let payload: [UInt8]
    /// The decoded signature.
    package let signature: [UInt8]

    /// Puts the three parts side by side.
    package init(headerSegment: [UInt8], payload: [UInt8], signature: [UInt8]) {
        self.headerSegment = headerSegment
        self.payload = payload
        self.signature = signature
    }

    /// The JWS byte for byte as it came.
    package var compact: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(headerSegment.count + (payload.count + signature.count) * 4 / 3 + 8)
        appendSigningInput(to: &text)
        text.append(UInt8(ascii: "."))
        SignedText.appendBase64URL(signature, to: &text)
        return text
    }

    /// Whether this JWS is bytewise smaller than another of the same payload.
    ///
    /// Of two JWS with one payload the smaller is kept, so that the order of arrival leaves no trace.
    package func precedes(_ other: SignedText) -> Bool {
        if headerSegment == other.headerSegment && signature == other.signature { return false }
        return compact.lexicographicallyPrecedes(other.compact)
    }

    /// Appends what the signature covers: header and payload, both encoded, with a full stop between them.
    package func appendSigningInput(to text: inout [UInt8]) {
        text.append(contentsOf: headerSegment)
        text.append(UInt8(ascii: "."))
        SignedText.appendBase64URL(payload, to: &text)
    }

    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Appends the base64url form of some bytes, without padding (RFC 4648, section 5).
    private static func appendBase64URL(_ bytes: [UInt8], to text: inout [UInt8]) {
        var target = text.count
        text.append(contentsOf: repeatElement(0, count: (bytes.count * 4 + 2) / 3))
        var out = text.mutableSpan
        let (input, characters) = (bytes.span, alphabet.span)
        var position = 0
        while position + 3 <= input.count {
            let bits = Int(input[position]) << 16 | Int(input[position + 1]) << 8 | Int(input[position + 2])
            out[target] = characters[bits >> 18]
            out[target + 1] = characters[bits >> 12 & 0x3F]
            out[target + 2] = characters[bits >> 6 & 0x3F]
            out[target + 3] = characters[bits & 0x3F]
            position += 3
            target += 4
        }
        switch input.count - position {
        case 1:
            let bits = Int(input[position]) << 4
            out[target] = characters[bits >> 6]
            out[target + 1] = characters[bits & 0x3F]
        case 2:
            let bits = Int(input[position]) << 10 | Int(input[position + 1]) << 2
            out[target] = characters[bits >> 12]
            out[target + 1] = characters[bits >> 6 & 0x3F]
            out[target + 2] = characters[bits & 0x3F]
        default: break
        }
    }
}
