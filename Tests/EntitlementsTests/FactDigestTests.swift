import Entitlements
import Testing
import TestSupport

@Suite("Digests of facts")
struct FactDigestTests {
    @Test("Bytes and hexadecimal digits come back as they were")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            let bytes = generator.bytes(32)
            let digest = try #require(FactDigest(bytes: bytes))
            #expect(digest.bytes == bytes)
            #expect(FactDigest(hexadecimal: digest.hexadecimal) == digest)
            #expect(FactDigest(hexadecimal: digest.hexadecimal.uppercased()) == digest)
            #expect(digest.hexadecimal.utf8.count == 64)
        }
    }

    @Test("Digests are ordered bytewise")
    func order() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<500 {
            var (left, right) = (generator.bytes(32), generator.bytes(32))
            // A common beginning, so that every place decides sometimes.
            let same = Int(generator.next() % 32)
            right.replaceSubrange(0..<same, with: left[0..<same])
            if generator.next() % 8 == 0 { left = right }
            let (one, other) = (try #require(FactDigest(bytes: left)), try #require(FactDigest(bytes: right)))
            #expect((one < other) == left.lexicographicallyPrecedes(right))
            #expect((one == other) == (left == right))
            #expect((one.hashValue == other.hashValue) == (left == right))
        }
    }

    @Test("Anything but 32 bytes or 64 hexadecimal digits is refused")
    func refused() {
        #expect(FactDigest(bytes: [UInt8](repeating: 0, count: 31)) == nil)
        #expect(FactDigest(bytes: [UInt8](repeating: 0, count: 33)) == nil)
        #expect(FactDigest(hexadecimal: String(repeating: "0", count: 63)) == nil)
        #expect(FactDigest(hexadecimal: String(repeating: "0", count: 66)) == nil)
        #expect(FactDigest(hexadecimal: String(repeating: "0", count: 63) + "g") == nil)
        #expect(FactDigest(hexadecimal: String(repeating: "é", count: 32)) == nil)
    }
}
