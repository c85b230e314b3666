/// Writes DER elements (X.690, section 10) for made-up receipts.
package enum DERWriter {
    /// An element of an identifier of one octet.
    package static func element(_ identifier: UInt8, _ contents: [UInt8]) -> [UInt8] {
        [identifier] + length(contents.count) + contents
    }

    /// A number.
    package static func integer(_ value: Int64) -> [UInt8] {
        var octets = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        while octets.count > 1,
            octets[0] == 0 && octets[1] < 0x80 || octets[0] == 0xFF && octets[1] >= 0x80
        {
            octets.removeFirst()
        }
        return element(0x02, octets)
    }

    /// A UTF8String.
    package static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

    /// An IA5String.
    package static func ia5(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        var octets: [UInt8] = []
        var rest = count
        while rest > 0 {
            octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(octets.count)] + octets
    }
}
