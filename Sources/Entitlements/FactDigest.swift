/// The SHA-256 of a signed object's decoded payload: 32 bytes, ordered bytewise.
///
/// Never of the whole JWS: an ECDSA signature can be rewritten into a second valid one.
public struct FactDigest: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The digest whose bytes are all zero: it comes before every other.
    public static let zero = FactDigest(words: (0, 0, 0, 0))

    // Four big-endian words: their order is the order of the bytes, and nothing is allocated.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    private init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// Takes over 32 bytes; any other count gives `nil`.
    public init?(bytes: some Collection<UInt8>) { self.init(bytes: Array(bytes)) }

    /// Takes over 32 bytes; any other count gives `nil`.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        func word(at start: Int) -> UInt64 {
            var word: UInt64 = 0
            for position in start..<start + 8 { word = word << 8 | UInt64(bytes[position]) }
            return word
        }
        words = (word(at: 0), word(at: 8), word(at: 16), word(at: 24))
    }

    /// Reads 64 hexadecimal digits of either case; any other text gives `nil`.
    public init?(hexadecimal: String) {
        guard hexadecimal.utf8.count == 64 else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in hexadecimal.utf8 {
            guard let value = FactDigest.value(of: digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.init(bytes: bytes)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// The 64 lower-case hexadecimal digits.
    public var hexadecimal: String { Hexadecimal.text(of: bytes) }

    /// The 64 lower-case hexadecimal digits.
    public var description: String { hexadecimal }

    /// Compares the bytes.
    public static func == (left: FactDigest, right: FactDigest) -> Bool { left.words == right.words }

    /// Orders bytewise.
    public static func < (left: FactDigest, right: FactDigest) -> Bool { left.words < right.words }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
