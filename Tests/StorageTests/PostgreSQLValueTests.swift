import EntitlementStorage
import Entitlements
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// The forms in which values travel to a server and back.
@Suite("Values of PostgreSQL")
struct PostgreSQLValueTests {
    @Test("Ids are ordered in the database as in memory, and come back")
    func identifiers() {
        let ids = [
            "", "0", "00", "9", "10", "a", "é", "e\u{301}", "1a", "a\u{0}b", "٣", String(repeating: "9", count: 253),
            String(repeating: "1", count: 254), String(repeating: "1", count: 255), String(repeating: "2", count: 400),
        ]
        for left in ids {
            let bytes = IdentifierKey.bytes(of: left)
            #expect(IdentifierKey.identifier(of: bytes).map { Array($0.utf8) } == Array(left.utf8))
            for right in ids {
                let isBefore = bytes.lexicographicallyPrecedes(IdentifierKey.bytes(of: right))
                #expect(isBefore == IdentifierOrder.precedes(left, right), "\(left) \(right)")
            }
        }
        #expect(IdentifierKey.identifier(of: []) == nil)
    }

    @Test("Numbers are big-endian, and arrays tell their dimensions")
    func parameters() {
        #expect(Parameter.word(-2).bytes == [0xFF, 0xFF, 0xFF, 0xFE])
        #expect(Parameter.integer(0x0102).bytes == [0, 0, 0, 0, 0, 0, 1, 2])
        #expect(Parameter.optional(nil as Int64?).bytes == nil)
        #expect(
            Parameter.optionals([[7], nil] as [[UInt8]?]).bytes == [
                0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 17, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 7, 0xFF, 0xFF, 0xFF, 0xFF,
            ])
        #expect(Parameter.words([]).bytes == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23])
    }

    @Test("The places inside a notification come back; damage is noticed")
    func places() throws {
        let text = SignedText(headerSegment: Array("eyJ".utf8), payload: Array("{}".utf8), signature: [1])
        let payload = Array(#"{"a":""#.utf8) + text.compact + Array(#""}"#.utf8)
        let version = VersionRowKey(
            root: [1, 2], scope: 7, kind: 5, name: [3], stamp: FactStamp(date: -9, digest: .zero))
        let part = try #require(
            EmbeddedText(
                text, in: payload, reference: EmbeddedCoding.Reference(header: 4, version: version)))
        let bytes = try #require(EmbeddedCoding.bytes(of: [part, part]))
        let expected = EmbeddedCoding.Place(position: part.position, reference: part.reference)
        #expect(try EmbeddedCoding.places(bytes) == [expected, expected])
        #expect(EmbeddedCoding.bytes(of: []) == nil)
        for count in 1..<bytes.count / 2 {
            #expect(throws: PostgreSQLFailure.self) { try EmbeddedCoding.places(Array(bytes.prefix(count))) }
        }
    }
}
