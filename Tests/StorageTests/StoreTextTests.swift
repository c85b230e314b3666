import EntitlementStorage
import Entitlements
import TestSupport
import Testing

/// What was signed can be had again byte for byte.
@Suite("The text of what was signed")
struct StoreTextTests {
    @Test("A notification and what is nested in it come back byte for byte", arguments: StoreUnderTest.allCases)
    func exact(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let facts = [
                Sample.transaction("1", date: 20), Sample.renewal(line: "1", date: 20),
                Sample.appTransaction("7", date: 1),
            ]
            let delivery = Sample.notification("a", date: 21, facts: facts, status: ("1", 1))
            _ = try await store.commit([.verified(delivery)])
            let kept = try #require(try await store.notification(uuid: "a").first)
            #expect(kept.text == delivery.text)
            #expect(kept.text.compact == delivery.text.compact)
            for fact in facts {
                #expect(try await store.texts(of: fact.version.identity).map(\.text) == [fact.text])
            }
            let status = FactIdentity(scope: Sample.scope, kind: .storeStatus, id: "1")
            #expect(try await store.texts(of: status).map(\.text) == [nil])
        }
    }

    @Test(
        "Nested objects are found wherever they stand, twice, overlapping or not at all",
        arguments: StoreUnderTest.allCases)
    func nesting(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let (one, two) = (Sample.transaction("1", date: 20), Sample.renewal(line: "1", date: 20))
            let (first, second) = (try #require(one.text).compact, try #require(two.text).compact)
            let quote = UInt8(ascii: "\"")
            let payloads: [[UInt8]] = [
                [], [quote], first, [quote] + first, [quote] + first + [quote] + second,
                [quote] + second + [quote] + first + [quote] + first, [quote] + first.dropLast(90),
                [quote] + first.dropLast(87),
                Array("{\"a\":\"".utf8) + first + Array("\",\"b\":\"".utf8) + second + [quote],
            ]
            for (number, payload) in payloads.enumerated() {
                var delivery = Sample.notification("n\(number)", date: 20, facts: [one, two])
                delivery.text = SignedText(headerSegment: Array("eyJ9".utf8), payload: payload, signature: [])
                _ = try await store.commit([.verified(delivery)])
                #expect(try await store.notification(uuid: "n\(number)").map(\.text) == [delivery.text])
            }
        }
    }

    @Test(
        "Of two texts of one payload the smaller is kept, in both orders",
        arguments: StoreUnderTest.allCases, [[3, 7], [7, 3]] as [[UInt8]])
    func malleated(_ kind: StoreUnderTest, signatures: [UInt8]) async throws {
        try await kind.run { store in
            let identity = FactIdentity(scope: Sample.scope, kind: .transaction, id: "1")
            for signature in signatures {
                let fact = Sample.transaction("1", date: 20, signature: signature)
                _ = try await store.commit([
                    .verified(Sample.notification("a", date: 20, signature: signature)),
                    .verified(Sample.client(fact)),
                ])
            }
            #expect(try await store.texts(of: identity).map(\.text?.signature.first) == [3])
            #expect(try await store.notification(uuid: "a").map(\.text.signature.first) == [3])
        }
    }

    @Test(
        "A nested object whose own text changes leaves its notification as it was", arguments: StoreUnderTest.allCases)
    func nestedMalleated(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let delivery = Sample.notification("a", date: 20, facts: [Sample.transaction("1", date: 20, signature: 7)])
            let smaller = Sample.transaction("1", date: 20, signature: 3)
            _ = try await store.commit([.verified(delivery), .verified(Sample.client(smaller))])
            #expect(try await store.texts(of: smaller.version.identity).map(\.text) == [smaller.text])
            #expect(try await store.notification(uuid: "a").map(\.text) == [delivery.text])
        }
    }

    @Test("A smaller header wins over a smaller signature", arguments: StoreUnderTest.allCases)
    func headerFirst(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            // A hyphen comes before the full stop that ends a segment, so the longer header is the smaller text.
            let texts = ["eyJ", "eyJ-", "eyJA"].map { Sample.text("{}", header: $0, signature: 9) }
            for text in texts {
                var delivery = Sample.notification("a", date: 20)
                delivery.text = text
                _ = try await store.commit([.verified(delivery)])
            }
            #expect(try await store.notification(uuid: "a").map(\.text) == [texts[1]])
        }
    }

    @Test("Any bytes come back", arguments: StoreUnderTest.allCases)
    func anyBytes(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            var generator = SeededGenerator(seed: 11)
            for count in [0, 1, 2, 3, 4, 5, 63, 64, 65, 4_095, 4_096, 20_000] {
                let text = SignedText(
                    headerSegment: Array("e\(count)".utf8), payload: generator.bytes(count),
                    signature: generator.bytes(count % 70))
                var delivery = Sample.notification("u\(count)", date: 20)
                delivery.text = text
                let body = generator.bytes(count)
                var rejected = Sample.rejected(0)
                rejected.body = body
                _ = try await store.commit([.verified(delivery), .rejected(rejected)])
                #expect(try await store.notification(uuid: "u\(count)").map(\.text) == [text])
                #expect(try await store.rejected(after: nil, limit: 100).last?.input.body == body)
            }
        }
    }

    @Test("Ids may hold any character and are told apart by their bytes", arguments: StoreUnderTest.allCases)
    func oddIds(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let ids = [
                "é", "e\u{301}", "a\u{0}b", "a", "", "0", "00", String(repeating: "9", count: 300),
                "'; DROP TABLE fact",
            ]
            for (number, id) in ids.enumerated() {
                let fact = Sample.transaction(id, date: Int64(number), note: "n\(number)")
                _ = try await store.commit([.verified(Sample.notification(id, date: Int64(number), facts: [fact]))])
            }
            for (number, id) in ids.enumerated() {
                let record = try #require(
                    try await store.line(LineIdentity(scope: Sample.scope, originalTransactionId: id)))
                #expect(record.versions.map(\.date) == [Int64(number)])
                #expect(try await store.notification(uuid: id).map(\.record.header.signedDate) == [Int64(number)])
            }
            #expect(try await store.allLines().count == ids.count)
        }
    }
}
