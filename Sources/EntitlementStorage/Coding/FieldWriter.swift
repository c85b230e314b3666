/// Writes numbered fields one after the other, each with its length, so that a reader can pass over what it knows not.
///
/// A field is a key byte, `number << 1 | isBytes`, then a zigzag varint, or a length varint and bytes, which are UTF-8
/// where they are a text. Absent fields are not written.
package struct FieldWriter {
    /// What was written.
    package private(set) var bytes: [UInt8] = []

    /// Begins.
    package init() {}

    /// Writes a text, where there is one.
    package mutating func put(_ number: UInt8, _ text: String?) {
        guard let text else { return }
        bytes.append(number << 1 | 1)
        putVarint(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes bytes, where there are some.
    package mutating func put(_ number: UInt8, _ blob: [UInt8]?) {
        guard let blob else { return }
        bytes.append(number << 1 | 1)
        putVarint(UInt64(blob.count))
        bytes += blob
    }

    /// Writes a list, unless it is empty: each element with its length.
    package mutating func put(_ number: UInt8, list: [[UInt8]]) {
        guard !list.isEmpty else { return }
        var elements = FieldWriter()
        for element in list {
            elements.putVarint(UInt64(element.count))
            elements.bytes += element
        }
        put(number, elements.bytes)
    }

    /// Writes a number, where there is one.
    package mutating func put(_ number: UInt8, _ value: Int64?) {
        guard let value else { return }
        bytes.append(number << 1)
        putVarint(UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    /// Writes a switch that is set.
    package mutating func put(_ number: UInt8, _ value: Bool) {
        if value { put(number, 1 as Int64) }
    }

    private mutating func putVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
