internal import COpenSSL

/// An ECDSA signature on P-256 as JOSE writes it: r, then s, 32 bytes each, big endian (RFC 7518, section 3.4).
public struct P256Signature: Hashable, Sendable {
    /// How many bytes a signature has.
    public static let byteCount = 64

    /// The bytes of r and s.
    public let bytes: [UInt8]

    /// Takes over 64 bytes; `nil` for any other number, and when r or s is 0 or not less than the order of the curve.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == P256Signature.byteCount, P256Signature.isScalar(bytes[..<32]),
            P256Signature.isScalar(bytes[32...])
        else { return nil }
        self.bytes = bytes
    }

    /// The other signature of the same message by the same key that follows from this one: s replaced by n - s.
    ///
    /// Both verify, which makes a signature no name for what it signs.
    public var negated: P256Signature {
        var bytes = bytes
        var borrow = 0
        for index in P256Signature.order.indices.reversed() {
            let difference = Int(P256Signature.order[index]) - Int(bytes[32 + index]) - borrow
            bytes[32 + index] = UInt8(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
        }
        return P256Signature(unchecked: bytes)
    }

    /// Whether s is above n / 2.
    public var isHigh: Bool { negated.bytes[32...].lexicographicallyPrecedes(bytes[32...]) }

    /// Takes over bytes that were checked before.
    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Whether 32 bytes are a number from 1 to n - 1.
    private static func isScalar(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.lexicographicallyPrecedes(order) && bytes.contains { $0 != 0 }
    }

    /// The order n of the curve (SEC 2, section 2.4.2).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
        0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
}
