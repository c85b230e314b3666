internal import AppStoreVerification
internal import StrictJSON

/// Finds signed data in whatever people paste, and says what it had to repair.
///
/// For looking only: what is to be believed goes through `StrictInput`.
package struct InputNormalizer {
    private(set) var notes: [String] = []
    /// How many wrappings may still be taken off.
    private var layers = 8

    init() {}

    /// Finds the signed data in an input.
    package static func normalize(_ input: [UInt8]) throws(InputFailure) -> NormalizedInput {
        var normalizer = InputNormalizer()
        let items = try normalizer.items(in: normalizer.decodingText(input))
        return NormalizedInput(items: items, notes: normalizer.notes)
    }

    mutating func note(_ text: String) { if !notes.contains(text) { notes.append(text) } }

    mutating func items(in input: [UInt8]) throws(InputFailure) -> [NormalizedInput.Item] {
        let text = input[...].trimmingWhiteSpace()
        guard let first = text.first else { throw .empty }
        if first != UInt8(ascii: "{"), let receipt = ReceiptInput(recognizing: input[...]) { return item(of: receipt) }
        layers -= 1
        if layers > 0, let unwrapped = unwrapping(text) { return try items(in: unwrapped) }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return try itemsInJSON(text) }
        if let lines = itemsByLine(text) { return lines }
        if let jws = repairedJWS(text) { return [NormalizedInput.Item(jws: jws)] }
        if !text.contains(UInt8(ascii: ".")) {
            if let foreign = ForeignInput(base64: text) { throw .kind(foreign) }
            if layers > 0, let decoded = LenientBase64.decode(text), decoded.first == UInt8(ascii: "{"),
                let document = try? JSONDocument(parsing: decoded), document.root["alg"] == nil
            {
                note("decoded the base64 around it")
                return try items(in: decoded)
            }
        }
        let embedded = embeddedTokens(text)
        if !embedded.isEmpty {
            note("took the signed data out of other text")
            return embedded.map { NormalizedInput.Item(jws: $0) }
        }
        return [NormalizedInput.Item(jws: Array(text))]
    }

    /// A receipt, with a note on what was around it.
    mutating func item(of receipt: ReceiptInput, path: String? = nil) -> [NormalizedInput.Item] {
        if receipt.layers > 1 { note("decoded base64 that was applied \(receipt.layers) times") }
        return [NormalizedInput.Item(receipt: receipt, path: path)]
    }

    /// Takes off a byte order mark and turns UTF-16, which some shells write, into UTF-8.
    private mutating func decodingText(_ input: [UInt8]) -> [UInt8] {
        if input.starts(with: [0xEF, 0xBB, 0xBF]) {
            note("removed a byte order mark")
            return Array(input.dropFirst(3))
        }
        guard input.starts(with: [0xFF, 0xFE]) || input.starts(with: [0xFE, 0xFF]) else { return input }
        note("converted it from UTF-16")
        let isLittle = input[0] == 0xFF
        let units = stride(from: 2, to: input.count - 1, by: 2).map { at in
            let (first, second) = (UInt16(input[at]), UInt16(input[at + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The text without its outermost wrapping; `nil` when there is none.
    private mutating func unwrapping(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        for prefix in ["authorization:", "bearer "] {
            let start = text.prefix(prefix.utf8.count)
            if String(decoding: start, as: UTF8.self).lowercased() == prefix {
                note("removed the Bearer prefix")
                return Array(text.dropFirst(prefix.utf8.count))
            }
        }
        if let unquoted = unquoting(text) {
            note("removed the quotes")
            return unquoted
        }
        guard text.first != UInt8(ascii: "{"), text.first != UInt8(ascii: "[") else { return nil }
        if let field = formField(text) {
            note("took the value out of the form field")
            return field
        }
        if let decoded = percentDecoding(text) {
            note("decoded the URL encoding")
            return decoded
        }
        return nil
    }

    private func unquoting(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        for quote in ["\"", "'", "`"] {
            let byte = Array(quote.utf8)
            guard text.count >= 2, text.starts(with: byte), text.suffix(1).elementsEqual(byte) else { continue }
            if let document = try? JSONDocument(parsing: Array(text)), let string = document.root.string {
                return Array(string.utf8)
            }
            return Array(text.dropFirst().dropLast())
        }
        let string = String(decoding: text, as: UTF8.self)
        guard string.hasPrefix("“"), string.hasSuffix("”") else { return nil }
        return Array(string.dropFirst().dropLast().utf8)
    }

    /// The value of `name=value` where it looks like signed data.
    private func formField(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let equals = text.prefix(64).firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex,
            text[..<equals].allSatisfy({ $0.isBase64URL })
        else { return nil }
        let value = text[(equals + 1)...].prefix { $0 != UInt8(ascii: "&") }
        let starts = ["eyJ", "{", "%7B", "%7b", "\"", "%22"]
        return starts.contains { value.starts(with: Array($0.utf8)) } ? Array(value) : nil
    }

    private func percentDecoding(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var out: [UInt8] = []
        var hasChanged = false
        var at = text.startIndex
        while at < text.endIndex {
            if text[at] == UInt8(ascii: "%"), at + 2 < text.endIndex, let value = hexadecimal(text[(at + 1)...(at + 2)])
            {
                out.append(value)
                hasChanged = true
                at += 3
            } else {
                out.append(text[at])
                at += 1
            }
        }
        return hasChanged ? out : nil
    }

    private func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
