internal import AppStoreModels
internal import OpenSSLCrypto

/// The attributes of one set, by their types.
///
/// A set is read member by member: `SET OF SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`, all in DER.
/// Nothing recurses, and the number of attributes is limited for the receipt as a whole.
struct ReceiptAttributeTable {
    /// How many attributes a receipt may have altogether.
    static let limit = 100_000

    private struct Entry {
        var type: Int64
        var version: Int64
        var value: ArraySlice<UInt8>
    }

    private var entries: [Entry] = []
    /// Where the first attribute of a type stands.
    private var places: [Int64: Int] = [:]
    private var repeated: Set<Int64> = []
    /// What comes before the number in the name of an attribute, such as `17[0].`.
    private let path: String

    /// Reads a set; `count` is how many attributes the receipt has had so far.
    init(_ bytes: ArraySlice<UInt8>, path: String, count: inout Int) throws(VerificationFailure) {
        self.path = path
        guard let contents = DERReader.only(DERReader.set, in: bytes) else {
            throw ReceiptAttributeTable.failure(
                path.isEmpty ? "the content is no set of attributes" : "attribute \(path.dropLast()) holds no set",
                expected: "one SET in DER", got: "\(bytes.count) other bytes")
        }
        var set = DERReader(contents)
        while !set.isAtEnd {
            let offset = set.rest.startIndex - bytes.startIndex
            guard let entry = ReceiptAttributeTable.entry(&set) else {
                throw ReceiptAttributeTable.failure(
                    "an attribute cannot be read", expected: "a SEQUENCE of type, version and value in DER",
                    got: "\(path.isEmpty ? "" : "in \(path.dropLast()): ")something else at byte \(offset)")
            }
            count += 1
            guard count <= ReceiptAttributeTable.limit else {
                throw ReceiptAttributeTable.failure(
                    "the receipt has too many attributes", expected: "at most \(ReceiptAttributeTable.limit)",
                    got: "more")
            }
            if places[entry.type] == nil { places[entry.type] = entries.count } else { repeated.insert(entry.type) }
            entries.append(entry)
        }
    }

    private static func entry(_ set: inout DERReader) -> Entry? {
        guard let sequence = set.read(DERReader.sequence) else { return nil }
        var members = DERReader(sequence)
        guard let type = members.readInteger(), let version = members.readInteger(),
            let value = members.read(DERReader.octetString), members.isAtEnd
        else { return nil }
        return Entry(type: type, version: version, value: value)
    }

    /// The values of all attributes of a type, in their order.
    func values(_ type: Int64) -> [ArraySlice<UInt8>] { entries.filter { $0.type == type }.map(\.value) }

    /// The value of the only attribute of a type; two would leave open which one holds.
    func bytes(_ type: Int64) throws(VerificationFailure) -> ArraySlice<UInt8>? {
        guard let place = places[type] else { return nil }
        guard !repeated.contains(type) else {
            throw ReceiptAttributeTable.failure(
                "attribute \(path)\(type) is there more than once", expected: "once", got: "several times")
        }
        return entries[place].value
    }

    /// A text; `nil` for an empty one, which Apple writes where there is nothing to say.
    func text(_ type: Int64) throws(VerificationFailure) -> String? {
        guard let value = try bytes(type) else { return nil }
        if let text = DERReader.only(DERReader.utf8String, in: value) ?? DERReader.only(DERReader.ia5String, in: value),
            let string = String(validating: text, as: UTF8.self)
        {
            return string.isEmpty ? nil : string
        }
        throw unreadable(type, expected: "a UTF8String or IA5String")
    }

    /// A text that must be there.
    func requiredText(_ type: Int64, _ name: String) throws(VerificationFailure) -> String {
        guard let text = try text(type) else { throw missing(type, name) }
        return text
    }

    /// A number.
    func integer(_ type: Int64) throws(VerificationFailure) -> Int64? {
        guard let value = try bytes(type) else { return nil }
        var reader = DERReader(value)
        guard let number = reader.readInteger(), reader.isAtEnd else {
            throw unreadable(type, expected: "an INTEGER of at most 64 bits")
        }
        return number
    }

    /// A date; `nil` for an empty text.
    func date(_ type: Int64) throws(VerificationFailure) -> Timestamp? {
        guard let text = try text(type) else { return nil }
        guard let milliseconds = ReceiptDate.milliseconds(text) else {
            throw unreadable(type, expected: "a date by RFC 3339")
        }
        return Timestamp(milliseconds: milliseconds)
    }

    /// The attributes that have no place of their own, in their order.
    func others(than known: Set<Int64>) -> [ReceiptAttribute] {
        entries.filter { !known.contains($0.type) }.map {
            ReceiptAttribute(type: $0.type, version: $0.version, value: Array($0.value))
        }
    }

    /// Says that an attribute is missing.
    func missing(_ type: Int64, _ name: String) -> VerificationFailure {
        ReceiptAttributeTable.failure(
            "the receipt has no \(name)", expected: "attribute \(path)\(type)", got: "none, or an empty one")
    }

    private func unreadable(_ type: Int64, expected: String) -> VerificationFailure {
        ReceiptAttributeTable.failure(
            "attribute \(path)\(type) cannot be read", expected: expected, got: "something else")
    }

    private static func failure(_ message: String, expected: String, got: String) -> VerificationFailure {
        VerificationFailure(.receiptAttributes, message, expected: expected, got: got)
    }
}
