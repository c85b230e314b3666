/// A SHA-256 digest: 32 bytes, ordered bytewise.
public struct SHA256Digest: Hashable, Sendable {
    /// How many bytes a digest has.
    public static let byteCount = 32

    // Four words rather than an array: digests are keys of caches and facts, and need no allocation this way.
    typealias Words = (UInt64, UInt64, UInt64, UInt64)

    private let words: Words

    /// Takes over 32 bytes; `nil` for any other number.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == SHA256Digest.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        func word() -> UInt64 {
            var word: UInt64 = 0
            for _ in 0..<8 { word = word << 8 | UInt64(iterator.next() ?? 0) }
            return word
        }
        words = (word(), word(), word(), word())
    }

    /// Takes over words as they lie in memory, the digest's first byte first.
    init(bigEndian words: Words) {
        self.words = (
            UInt64(bigEndian: words.0), UInt64(bigEndian: words.1), UInt64(bigEndian: words.2),
            UInt64(bigEndian: words.3)
        )
    }

    /// Reads 64 hexadecimal digits in either case; `nil` for anything else.
    public init?(hexadecimal text: String) {
        guard let bytes = [UInt8](hexadecimal: text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(SHA256Digest.byteCount)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return bytes
    }

    /// Lends the 32 bytes, in their order, without copying them to the heap.
    func withUnsafeBytes<Success>(_ body: (UnsafePointer<UInt8>?) -> Success) -> Success {
        var ordered: Words = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
        return unsafe Swift.withUnsafeBytes(of: &ordered) { bytes in
            unsafe body(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// The digest as 64 lower case hexadecimal digits.
    public var hexadecimal: String { bytes.hexadecimal }

    /// Compares the bytes.
    public static func == (left: SHA256Digest, right: SHA256Digest) -> Bool { left.words == right.words }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension SHA256Digest: Comparable {
    /// Orders by the bytes, the first one counting most.
    public static func < (left: SHA256Digest, right: SHA256Digest) -> Bool { left.words < right.words }
}

extension SHA256Digest: CustomStringConvertible {
    /// The hexadecimal digits.
    public var description: String { hexadecimal }
}
