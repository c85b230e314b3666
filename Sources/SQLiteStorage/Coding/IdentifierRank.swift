/// The first half of an id's place in the order of identifiers; its bytes are the second.
///
/// Decimal ids come by length, then by bytes; all others come after them, by bytes.
enum IdentifierRank {
    // Greater than any length SQLite can keep, and four bytes long in a record.
    static let ofOthers: Int64 = 0x7FFF_FFFF

    static func rank(of id: String) -> Int64 {
        let isDecimal = !id.isEmpty && id.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isDecimal ? Int64(id.utf8.count) : ofOthers
    }
}
