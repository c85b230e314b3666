import OpenSSLCrypto
import TestSupport
import Testing

@Suite("ASN.1 elements")
struct ASN1Tests {
    private static let outline = ASN1Outline(maximumElements: 100, maximumDepth: 8, maximumMembers: 4)

    @Test("Headers are read in every form of their length")
    func headers() {
        #expect(ASN1Header([0x30, 0x05][...]).map { [$0.length, $0.count] } == [5, 2])
        #expect(ASN1Header([0x30, 0x81, 0x80][...]).map { [$0.length, $0.count] } == [128, 3])
        #expect(ASN1Header([0x30, 0x81, 0x7F][...])?.isDER == false)
        #expect(ASN1Header([0x30, 0x82, 0, 0x80][...])?.isDER == false)
        #expect(ASN1Header([0x30, 0x82, 1, 0][...])?.isDER == true)
        #expect(ASN1Header([0x30, 0x80][...]).map { $0.length == nil && !$0.isDER && $0.isConstructed } == true)
        #expect(ASN1Header([0xBF, 0x81, 0x01, 0x02][...]).map { [$0.length, $0.count] } == [2, 4])
        for bytes: [UInt8] in [
            [], [0x30], [0x30, 0x82, 1], [0x30, 0x85, 0, 0, 0, 0, 1], [0x30, 0xFF], [0x1F], [0x1F, 0x80],
            [0x1F, 0x80, 0x80, 0x80, 0x80, 0x01, 0],
        ] {
            #expect(ASN1Header(bytes[...]) == nil)
        }
    }

    @Test("A reader takes DER and nothing else")
    func reader() {
        var reader = DERReader([0x02, 1, 5, 0x04, 2, 7, 8, 0x0C, 0][...])
        #expect(reader.read(DERReader.octetString) == nil)
        #expect(reader.readInteger() == 5)
        #expect(reader.readInteger() == nil)
        #expect(reader.read(DERReader.octetString).map { Array($0) } == [7, 8])
        #expect(reader.read(DERReader.utf8String)?.isEmpty == true)
        #expect(reader.isAtEnd && reader.read(DERReader.set) == nil)
        #expect(DERReader.only(DERReader.set, in: [0x31, 0x81, 0][...]) == nil)
        #expect(DERReader.only(DERReader.set, in: [0x31, 0x80, 0, 0][...]) == nil)
        #expect(DERReader.only(DERReader.set, in: [0x31, 1][...]) == nil)
        #expect(DERReader.only(DERReader.set, in: [0x31, 0, 0][...]) == nil)
    }

    @Test("Numbers have the fewest octets, and 64 bits at most")
    func integers() {
        func read(_ contents: [UInt8]) -> Int64? {
            var reader = DERReader(DERWriter.element(0x02, contents)[...])
            return reader.readInteger()
        }
        for number: Int64 in [0, 1, 127, 128, 255, 256, -1, -128, -129, .max, .min, 2_000_000_000_000_017] {
            var reader = DERReader(DERWriter.integer(number)[...])
            #expect(reader.readInteger() == number && reader.isAtEnd)
        }
        #expect(read([0x80]) == -128 && read([0, 0x80]) == 128)
        for contents: [UInt8] in [[], [0, 1], [0xFF, 0x80], [UInt8](repeating: 1, count: 9)] {
            #expect(read(contents) == nil)
        }
    }

    @Test("An outline tells whole elements from others")
    func outline() {
        let sound: [[UInt8]] = [
            [0x05, 0], [0x30, 0], [0x30, 0x80, 0, 0], [0x30, 0x80, 0x02, 1, 1, 0x30, 0x80, 0, 0, 0, 0],
            [0x30, 4, 0x24, 0x80, 0, 0], DERWriter.element(0x31, [0x02, 1, 1, 0x04, 1, 9]),
        ]
        for bytes in sound { #expect(Self.outline.walk(bytes) == .sound) }
        let malformed: [([UInt8], Int)] = [
            ([], 0), ([0x30, 1], 0), ([0x30, 0x80], 2), ([0x30, 0x80, 0], 2), ([0x30, 3, 0x04, 2, 0], 2),
            ([0x04, 0x80], 0),
            ([0x30, 3, 0x30, 0x80, 0], 4),
        ]
        for (bytes, offset) in malformed { #expect(Self.outline.walk(bytes) == .malformed(offset: offset)) }
        #expect(Self.outline.walk([0x05, 0, 1, 2]) == .trailingBytes(2))
    }

    @Test("An outline stops at its limits")
    func limits() {
        let null: [UInt8] = [0x05, 0]
        func set(_ count: Int) -> [UInt8] {
            DERWriter.element(0x31, Array(repeating: null, count: count).flatMap(\.self))
        }
        func nested(_ levels: Int) -> [UInt8] {
            (0..<levels).reduce(null) { inner, _ in DERWriter.element(0x30, inner) }
        }
        #expect(Self.outline.walk(set(4)) == .sound)
        #expect(Self.outline.walk(set(5)) == .tooMuch)
        #expect(Self.outline.walk(nested(8)) == .sound)
        #expect(Self.outline.walk(nested(9)) == .tooMuch)
        func deep(_ count: Int) -> [UInt8] { (0..<4).reduce(set(count)) { inner, _ in DERWriter.element(0x30, inner) } }
        #expect(Self.outline.walk(deep(95)) == .sound)
        #expect(Self.outline.walk(deep(96)) == .tooMuch)
    }
}
