/// The identifier and length octets of one element (X.690, sections 8.1.2 and 8.1.3).
package struct ASN1Header: Hashable, Sendable {
    /// The first identifier octet: class, whether it is constructed, and the tag number up to 30.
    package var identifier: UInt8
    /// How long the contents are; `nil` when their end is marked instead (X.690, section 8.1.3.6).
    package var length: Int?
    /// How many octets the header has.
    package var count: Int
    /// Whether the length is written as DER has it: definite, and no longer than needed (X.690, section 10.1).
    package var isDER: Bool

    /// Whether the contents are elements themselves.
    package var isConstructed: Bool { identifier & 0x20 != 0 }

    /// Reads the header that bytes begin with; `nil` when they end within it, or a number in it has over 32 bits.
    package init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard let first = rest.popFirst() else { return nil }
        identifier = first
        if first & 0x1F == 0x1F {
            // A tag number over 30, in groups of seven bits.
            var isLast = false
            for _ in 0..<4 where !isLast {
                guard let octet = rest.popFirst() else { return nil }
                isLast = octet & 0x80 == 0
            }
            guard isLast else { return nil }
        }
        guard let octet = rest.popFirst() else { return nil }
        isDER = true
        switch octet {
        case 0x80:
            length = nil
            isDER = false
        case 0..<0x80: length = Int(octet)
        default:
            let octets = rest.prefix(Int(octet & 0x7F))
            guard octets.count == Int(octet & 0x7F), octets.count <= 4 else { return nil }
            rest = rest.dropFirst(octets.count)
            let value = octets.reduce(Int64(0)) { $0 << 8 | Int64($1) }
            guard let length = Int(exactly: value) else { return nil }
            self.length = length
            isDER = length >= 0x80 && octets.first != 0
        }
        count = bytes.count - rest.count
    }
}
