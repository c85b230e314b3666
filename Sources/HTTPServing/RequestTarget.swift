/// What a request asks for, taken apart without decoding (RFC 9112, section 3.2).
struct RequestTarget: Hashable, Sendable {
    /// The path with its escapes; `*` in a request about the server as a whole.
    let path: String
    /// What follows the first question mark, with its escapes.
    let query: String?

    /// Reads origin-form, absolute-form and `*`; nil when the target has no such form, or has a
    /// broken escape or a byte that no target may have.
    init?(parsing bytes: [UInt8]) {
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "#") }) else { return nil }
        if bytes == [UInt8(ascii: "*")] {
            path = "*"
            query = nil
            return
        }
        guard let origin = Self.originForm(of: bytes) else { return nil }
        let mark = origin.firstIndex(of: UInt8(ascii: "?"))
        let rawPath = origin[..<(mark ?? origin.endIndex)]
        let rawQuery = mark.map { origin[($0 + 1)...] }
        for part in [rawPath, rawQuery ?? []] {
            guard PercentEncoding.isWellFormed(part), PercentEncoding.isText(part) else { return nil }
        }
        // Clients may leave the path of an absolute-form target empty.
        path = rawPath.isEmpty ? "/" : String(decoding: rawPath, as: UTF8.self)
        query = rawQuery.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The segments of the path, decoded each for itself, so that an escaped slash separates nothing.
    ///
    /// `/` has none, and a slash at the end makes an empty last segment.
    var segments: [String] {
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count > 1 else { return [] }
        return path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { PercentEncoding.decode($0) }
    }

    /// The pairs of the query, with `+` for a space as HTML forms write it.
    var parameters: [HTTPFields.Field] {
        (query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return HTTPFields.Field(
                name: PercentEncoding.decode(parts[0], plusIsSpace: true),
                value: parts.count > 1 ? PercentEncoding.decode(parts[1], plusIsSpace: true) : "")
        }
    }

    private static func originForm(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        if bytes.first == UInt8(ascii: "/") { return bytes[...] }
        for scheme in ["http://", "https://"] {
            let prefix = bytes.prefix(scheme.utf8.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            guard prefix.elementsEqual(scheme.utf8) else { continue }
            let rest = bytes.dropFirst(prefix.count)
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            return end > rest.startIndex ? rest[end...] : nil
        }
        return nil
    }
}
