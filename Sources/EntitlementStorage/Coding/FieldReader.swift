/// Reads what ``FieldWriter`` wrote.
package struct FieldReader {
    private var blobs: [UInt8: ArraySlice<UInt8>] = [:]
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
            blobs[key >> 1] = try FieldReader.take(value, from: &rest)
        }
    }

    /// The text of a field.
    package func text(_ number: UInt8) -> String? { blobs[number].map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of a field.
    package func blob(_ number: UInt8) -> [UInt8]? { blobs[number].map { Array($0) } }

    /// The elements of a list; none when it is absent.
    package func list(_ number: UInt8) throws(StoredValueDamage) -> [[UInt8]] {
        var rest = blobs[number] ?? []
        var elements: [[UInt8]] = []
        while !rest.isEmpty {
            elements.append(Array(try FieldReader.take(try FieldReader.varint(&rest), from: &rest)))
        }
        return elements
    }

    /// The number of a field.
    package func number(_ number: UInt8) -> Int64? { numbers[number] }

    /// Whether a switch is set.
    package func flag(_ number: UInt8) -> Bool { numbers[number] == 1 }

    /// A field without which the statement says nothing.
    package func requiredText(_ number: UInt8) throws(StoredValueDamage) -> String {
        guard let text = text(number) else { throw FieldReader.damage }
        return text
    }

    /// What is said of bytes that are no fields.
    static let damage = StoredValueDamage("a statement cannot be read")

    private static func take(
        _ count: UInt64, from rest: inout ArraySlice<UInt8>
    ) throws(StoredValueDamage) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else { throw damage }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

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
