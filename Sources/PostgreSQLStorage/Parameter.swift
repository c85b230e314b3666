/// The value of a parameter in PostgreSQL's binary form: big-endian, arrays with their dimensions before them.
struct Parameter: Hashable, Sendable {
    /// The bytes that are sent; nil stands for NULL.
    let bytes: [UInt8]?

    private init(_ bytes: [UInt8]?) { self.bytes = bytes }

    static func integer(_ value: Int64) -> Parameter { Parameter(bigEndian(value)) }

    static func optional(_ value: Int64?) -> Parameter { Parameter(value.map(bigEndian)) }

    static func small(_ value: Int16) -> Parameter { Parameter(bigEndian(value)) }

    static func word(_ value: Int32) -> Parameter { Parameter(bigEndian(value)) }

    static func flag(_ value: Bool) -> Parameter { Parameter([value ? 1 : 0]) }

    static func blob(_ value: [UInt8]) -> Parameter { Parameter(value) }

    static func optional(_ value: [UInt8]?) -> Parameter { Parameter(value) }

    /// The UTF-8 bytes of a text, for a parameter of type `bytea` or `text`.
    static func text(_ value: String) -> Parameter { Parameter(Array(value.utf8)) }

    static func integers(_ values: [Int64]) -> Parameter { array(of: 20, values) { bigEndian($0) } }

    static func optionals(_ values: [Int64?]) -> Parameter { array(of: 20, values) { $0.map(bigEndian) } }

    static func words(_ values: [Int32]) -> Parameter { array(of: 23, values) { bigEndian($0) } }

    static func optionals(_ values: [Int32?]) -> Parameter { array(of: 23, values) { $0.map(bigEndian) } }

    static func smalls(_ values: [Int16]) -> Parameter { array(of: 21, values) { bigEndian($0) } }

    static func flags(_ values: [Bool]) -> Parameter { array(of: 16, values) { [$0 ? 1 : 0] } }

    static func blobs(_ values: [[UInt8]]) -> Parameter { array(of: 17, values) { $0 } }

    static func optionals(_ values: [[UInt8]?]) -> Parameter { array(of: 17, values) { $0 } }

    static func texts(_ values: [String]) -> Parameter { array(of: 25, values) { Array($0.utf8) } }

    private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// An array of one dimension; `type` is the number of the elements' type in `pg_type`.
    private static func array<Element>(
        of type: Int32, _ values: [Element], _ encode: (Element) -> [UInt8]?
    ) -> Parameter {
        guard !values.isEmpty else { return Parameter(bigEndian(0 as Int32) + bigEndian(0 as Int32) + bigEndian(type)) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + values.count * 16)
        // One dimension; nulls may occur; the type; how many; the index of the first.
        for number in [1, 1, type, Int32(truncatingIfNeeded: values.count), 1] { bytes += bigEndian(number) }
        for value in values {
            guard let element = encode(value) else {
                bytes += bigEndian(-1 as Int32)
                continue
            }
            bytes += bigEndian(Int32(truncatingIfNeeded: element.count))
            bytes += element
        }
        return Parameter(bytes)
    }
}
