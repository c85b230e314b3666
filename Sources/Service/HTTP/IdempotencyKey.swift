/// Reads the field `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).
enum IdempotencyKey {
    /// How long a key may be.
    static let limit = 255

    /// The key, without the quotation marks that the draft writes around it; many clients leave them out.
    static func parse(_ fields: [String]) throws(Problem) -> String {
        guard let field = fields.first else {
            throw problem("is missing", hint: "send a new key with each new request, and the same with each repetition")
        }
        guard fields.count == 1 else {
            throw problem("is there \(fields.count) times", hint: "send one; a proxy on the way may have added another")
        }
        var key = field.utf8[...]
        let mark = UInt8(ascii: "\"")
        if key.count >= 2, key.first == mark, key.last == mark { key = key.dropFirst().dropLast() }
        guard !key.isEmpty, key.count <= limit,
            key.allSatisfy({ (0x21...0x7E).contains($0) && $0 != mark && $0 != UInt8(ascii: "\\") })
        else { throw problem("is no key", hint: nil) }
        return String(decoding: key, as: UTF8.self)
    }

    private static func problem(_ what: String, hint: String?) -> Problem {
        Problem(
            400, "request.idempotency_key", "the field Idempotency-Key \(what)",
            expected: "1 to \(limit) visible ASCII characters, in quotation marks or not", hint: hint)
    }
}
