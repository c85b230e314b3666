/// Ids as the database keeps them: bytes whose order is the order of identifiers.
///
/// A decimal id begins with its length, any other id with 0xFF, so that decimal ids come by length and before all
/// others. Bytes are no text to PostgreSQL: a NUL is one like any other, and no collation has a say.
enum IdentifierKey {
    /// Decimal ids from this length on write their length into four bytes.
    private static let longLength: UInt8 = 0xFE
    private static let other: UInt8 = 0xFF

    static func bytes(of id: String) -> [UInt8] {
        let utf8 = Array(id.utf8)
        let isDecimal = !utf8.isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isDecimal else { return [other] + utf8 }
        guard utf8.count >= Int(longLength) else { return [UInt8(utf8.count)] + utf8 }
        let length = UInt32(truncatingIfNeeded: utf8.count)
        return [longLength] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + utf8
    }

    /// The id; nil for bytes that are none.
    static func identifier(of bytes: [UInt8]) -> String? {
        guard let first = bytes.first else { return nil }
        return String(decoding: bytes.dropFirst(first == longLength ? 5 : 1), as: UTF8.self)
    }
}
