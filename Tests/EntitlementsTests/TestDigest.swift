import Entitlements

/// Stands in for SHA-256: 32 bytes that depend on every byte.
enum TestDigest {
    static func bytes(of bytes: [UInt8]) -> [UInt8] {
        (UInt64(1)...4).flatMap { seed -> [UInt8] in
            var word: UInt64 = 0xCBF2_9CE4_8422_2325 &* seed
            for byte in bytes { word = (word ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            word ^= word >> 29
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
    }

    static func of(_ bytes: [UInt8]) -> FactDigest { FactDigest(bytes: self.bytes(of: bytes)) ?? zero }

    static func of(_ text: String) -> FactDigest { of(Array(text.utf8)) }

    static var zero: FactDigest { repeating(0) }

    static func repeating(_ byte: UInt8) -> FactDigest {
        guard let digest = FactDigest(bytes: repeatElement(byte, count: 32)) else { return zero }
        return digest
    }
}
