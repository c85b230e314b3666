/// Reads DER elements one after the other; anything else is no element to it, and nothing recurses.
package struct DERReader: Sendable {
    /// What was not read yet.
    package private(set) var rest: ArraySlice<UInt8>

    /// Starts at the beginning of some bytes.
    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether everything was read.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The identifiers of the elements in use (X.690, section 8.1.2).
    package static let integer: UInt8 = 0x02
    package static let octetString: UInt8 = 0x04
    package static let utf8String: UInt8 = 0x0C
    package static let ia5String: UInt8 = 0x16
    package static let sequence: UInt8 = 0x30
    package static let set: UInt8 = 0x31

    /// The contents of the next element where it has this identifier; `nil` where it has not, or is not DER.
    package mutating func read(_ identifier: UInt8) -> ArraySlice<UInt8>? {
        guard let header = ASN1Header(rest), header.identifier == identifier, header.isDER, let length = header.length,
            length <= rest.count - header.count
        else { return nil }
        let contents = rest.dropFirst(header.count).prefix(length)
        rest = rest[contents.endIndex...]
        return contents
    }

    /// The next element as a number of up to 64 bits; `nil` where it is none.
    package mutating func readInteger() -> Int64? {
        var copy = self
        guard let contents = copy.read(DERReader.integer), let first = contents.first, contents.count <= 8 else {
            return nil
        }
        // The first nine bits must not all be the same (X.690, section 8.3.2).
        if contents.count > 1, let second = contents.dropFirst().first {
            if first == 0 && second < 0x80 || first == 0xFF && second >= 0x80 { return nil }
        }
        let sign: Int64 = first >= 0x80 ? -1 : 0
        self = copy
        return contents.reduce(sign) { $0 << 8 | Int64($1) }
    }

    /// The bytes of one element that takes up all of some bytes; `nil` where they are something else.
    package static func only(_ identifier: UInt8, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var reader = DERReader(bytes)
        guard let contents = reader.read(identifier), reader.isAtEnd else { return nil }
        return contents
    }
}
