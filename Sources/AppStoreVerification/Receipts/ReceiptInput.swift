internal import StrictJSON

/// A receipt with whatever people and programs wrap around it taken off.
///
/// The signature is over the bytes inside, so it does not matter how they were spelled.
package struct ReceiptInput: Hashable, Sendable {
    /// What there is inside.
    package enum Form: Hashable, Sendable {
        /// What begins like a PKCS#7 container.
        case container
        /// The older form of a receipt for one transaction: a property list.
        case transactionReceipt
        /// Something else.
        case other
    }

    /// What there is inside.
    package let form: Form
    /// The bytes inside.
    package let bytes: [UInt8]
    /// How many times the bytes were encoded in base64.
    package let layers: Int

    private init(_ form: Form, _ bytes: [UInt8], layers: Int) {
        self.form = form
        self.bytes = bytes
        self.layers = layers
    }

    /// Finds a receipt in an input: bytes, base64 once or more often, or `receipt-data` in a JSON object.
    ///
    /// `nil` when it is something else.
    ///
    /// - Parameter input: The input.
    package init?(recognizing input: ArraySlice<UInt8>) {
        // Bytes are taken as they are: of one signature in 64 the last byte would pass for white space.
        if ReceiptInput.isContainer(input) {
            self = ReceiptInput(.container, Array(input), layers: 0)
            return
        }
        let text = ReceiptInput.withoutFrame(ReceiptInput.trimmed(input))
        guard let first = text.first else { return nil }
        if first == UInt8(ascii: "{") {
            guard ReceiptInput.mentionsReceiptData(text), let document = try? JSONDocument(parsing: Array(text)),
                document.root.kind == .object,
                let data = document.root["receipt-data"]?.string
            else { return nil }
            self = ReceiptInput(assuming: Array(data.utf8)[...])
            return
        }
        // A JWS, which base64 is no part of: what is verified most is told apart soonest.
        if text.contains(UInt8(ascii: ".")) { return nil }
        var bytes = Array(text)
        for layer in 1...3 {
            guard bytes.count > 16, let decoded = ReceiptInput.decodingBase64(bytes) else { return nil }
            bytes = decoded
            if ReceiptInput.isContainer(bytes[...]) {
                self = ReceiptInput(.container, bytes, layers: layer)
                return
            }
            if ReceiptInput.isPropertyList(bytes) {
                self = ReceiptInput(.transactionReceipt, bytes, layers: layer)
                return
            }
        }
        return nil
    }

    /// Takes an input for a receipt whatever it is; what is none will be refused as such.
    package init(assuming input: ArraySlice<UInt8>) {
        let text = ReceiptInput.trimmed(input)
        let isObject = text.first == UInt8(ascii: "{")
        self =
            (isObject ? nil : ReceiptInput(recognizing: input)) ?? ReceiptInput(.other, Array(text), layers: 0)
    }

    /// A SEQUENCE of the length of more than 127 bytes, or of a length that is left open; no text begins like that.
    private static func isContainer(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == 0x30, let length = bytes.dropFirst().first else { return false }
        return (0x80...0x84).contains(length)
    }

    /// `{ "name" = "value"; }`, which no JSON looks like.
    private static func isPropertyList(_ bytes: [UInt8]) -> Bool {
        let text = trimmed(bytes[...])
        return text.first == UInt8(ascii: "{") && text.contains(UInt8(ascii: "="))
            && (try? JSONDocument(parsing: Array(text))) == nil
    }

    /// Whether it is worth while to read a JSON object.
    private static func mentionsReceiptData(_ text: ArraySlice<UInt8>) -> Bool {
        let name = Array("\"receipt-data\"".utf8)
        return text.indices.contains { text[$0] == name[0] && text[$0...].starts(with: name) }
    }

    /// A text without the lines `-----BEGIN PKCS7-----` and `-----END PKCS7-----` around it (RFC 7468).
    private static func withoutFrame(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let dashes = Array("-----".utf8)
        guard text.starts(with: dashes), let end = text.firstIndex(of: 0x0A),
            let foot = text[end...].firstIndex(of: UInt8(ascii: "-"))
        else { return text }
        return text[end..<foot]
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = text.firstIndex(where: { !isWhiteSpace($0) }),
            let last = text.lastIndex(where: { !isWhiteSpace($0) })
        else { return text.prefix(0) }
        return text[first...last]
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Decodes base64 in either alphabet, with or without padding, white space left out.
    ///
    /// Bits that belong to no byte are dropped, so that a text that was cut off is still known for what it was.
    static func decodingBase64(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        var isPadded = false
        for character in text where !isWhiteSpace(character) {
            if character == UInt8(ascii: "=") {
                isPadded = true
                continue
            }
            guard !isPadded, let value = value(character) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }

    private static func value(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
