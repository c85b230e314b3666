/// Reads what ``FieldWriter`` wrote.
package struct FieldReader {
    private var texts: [UInt8: String] = [:]
    private var numbers: [UInt8: Int64] = [:]

    /// Reads every field; bytes that are not whole fields are damage.
    package init(_ bytes: [UInt8]) throws(StoredValueDamage) {
        var rest = bytes[...]
        while let key = rest.popFirst() {
            let value = try FieldReader.varint(&rest)
            guard key & 1 == 1 else {
                numbers[key >> 1] = Int64(bitPattern: value >> 1) ^ -Int64(value & 1)
                continue
            }
            guard value <= UInt64(rest.count) else { throw FieldReader.damage }
            texts[key >> 1] = String(decoding: rest.prefix(Int(value)), as: UTF8.self)
            rest = rest.dropFirst(Int(value))
        }
    }

    /// The text of a field.
    package func text(_ number: UInt8) -> String? { texts[number] }

    /// The number of a field.
    package func number(_ number: UInt8) -> Int64? { numbers[number] }

    /// Whether a switch is set.
    package func flag(_ number: UInt8) -> Bool { numbers[number] == 1 }

    /// A field without which the statement says nothing.
    package func requiredText(_ number: UInt8) throws(StoredValueDamage) -> String {
        guard let text = texts[number] else { throw FieldReader.damage }
        return text
    }

    private static let damage = StoredValueDamage("a statement cannot be read")

    private static func varint(_ rest: inout ArraySlice<UInt8>) throws(StoredValueDamage) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = rest.popFirst() {
            guard shift < 63 || byte < 2 else { throw damage }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw damage
    }
}
