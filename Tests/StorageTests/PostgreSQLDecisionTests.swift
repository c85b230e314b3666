import EntitlementStorage
import Entitlements
import Testing

@testable import PostgreSQLStorage

/// What a batch does to a database is decided from values alone.
@Suite("The decision on a batch")
struct PostgreSQLDecisionTests {
    /// Scopes and headers with made-up rows.
    private var known: KnownRows {
        var known = KnownRows()
        known.remember(Sample.scope, id: 1)
        known.remember(Sample.sandbox, id: 2)
        for (number, text) in ["eyJhbGciOiJFUzI1NiJ9", "eyJ"].enumerated() {
            known.remember(header: Array(text.utf8), id: Int32(number + 1))
        }
        let header = Sample.transaction("1", date: 1).text?.headerSegment ?? []
        if known.row(ofHeader: header) == nil { known.remember(header: header, id: 9) }
        return known
    }

    private func decide(
        _ batch: [Submission], on existing: ExistingRows = ExistingRows(), limits: RejectionLimits = RejectionLimits()
    ) throws -> (results: [CommitResult], writes: BatchWrites, keys: BatchKeys) {
        let numbered = try NumberedBatch(batch, known: known)
        let keys = BatchKeys(numbered)
        var decision = BatchDecision(numbered, keys: keys, existing: existing, limits: limits)
        let results = decision.run()
        return (results, decision.writes, keys)
    }

    @Test("Locks are taken in one order, whatever the order of the batch")
    func order() throws {
        let facts = ["9", "10", "x", "2"].map { Sample.transaction($0, date: 1) }
        let forwards = try decide(facts.map { .verified(Sample.client($0)) }).keys
        let backwards = try decide(facts.reversed().map { .verified(Sample.client($0)) }).keys
        #expect(forwards.lines == backwards.lines)
        #expect(forwards.lines == forwards.lines.sorted())
        #expect(forwards.facts.map(\.key) == backwards.facts.map(\.key))
        #expect(forwards.facts.map(\.key) == forwards.facts.map(\.key).sorted())
        #expect(forwards.lines.map(\.original) == ["2", "9", "10", "x"].map { IdentifierKey.bytes(of: $0) })
    }

    @Test("A first version needs no change of the row that took its lock")
    func first() throws {
        let decided = try decide([
            .verified(Sample.notification("a", date: 2, facts: [Sample.transaction("1", date: 2)])),
            .verified(Sample.notification("b", date: 3, facts: [Sample.transaction("1", date: 3)])),
        ])
        #expect(decided.results.map(\.outcome) == [.applied, .applied])
        #expect(decided.writes.held.isEmpty)
        #expect(decided.writes.versions.count == 2)
        #expect(decided.keys.facts.map(\.first.stamp?.date) == [2, 3, 3])
    }

    @Test("A newer version changes the row that is there, an older one does not", arguments: [1, 9] as [Int64])
    func held(date: Int64) throws {
        let fact = Sample.transaction("1", date: date)
        let numbered = try NumberedFact(fact, known: known)
        let stamp = FactStamp(date: 5, digest: .zero)
        let root = numbered.version.root
        var existing = ExistingRows()
        existing.facts[numbered.version.fact] = ExistingRows.Fact(stamp: stamp, root: root)
        let decided = try decide([.verified(Sample.client(fact))], on: existing)
        #expect(decided.results.map(\.outcome) == [date > 5 ? .applied : .superseded])
        #expect(decided.writes.held == (date > 5 ? [numbered.version.fact: fact.version.stamp] : [:]))
        #expect(decided.writes.versions.map(\.key) == [numbered.version])
        #expect(decided.writes.places.isEmpty)
    }

    @Test("A version that is there is a duplicate, and its JWS is only sent when it differs")
    func duplicate() throws {
        let fact = Sample.transaction("1", date: 5)
        let numbered = try NumberedFact(fact, known: known)
        var existing = ExistingRows()
        existing.facts[numbered.version.fact] = ExistingRows.Fact(
            stamp: fact.version.stamp, root: numbered.version.root)
        existing.versions[numbered.version] = ExistingRows.Text(
            header: numbered.header, signature: fact.text?.signature)
        var decided = try decide([.verified(Sample.client(fact))], on: existing)
        #expect(decided.results.map(\.outcome) == [.duplicate])
        #expect(decided.writes.versionRewrites.isEmpty)
        existing.versions[numbered.version]?.signature = [1]
        decided = try decide([.verified(Sample.client(fact))], on: existing)
        #expect(decided.writes.versionRewrites.map(\.value.text) == [fact.text])
        #expect(decided.writes.versions.isEmpty)
    }

    @Test("A transaction that moves leaves its place for another")
    func moved() throws {
        let decided = try decide([
            .verified(Sample.client(Sample.transaction("5", line: "1", date: 10))),
            .verified(Sample.client(Sample.transaction("5", line: "2", date: 20))),
            .verified(Sample.client(Sample.transaction("5", line: "2", date: 30))),
        ])
        #expect(decided.writes.places.map(\.root) == [IdentifierKey.bytes(of: "2")])
        #expect(decided.keys.facts.map(\.first.root) == [IdentifierKey.bytes(of: "1")])
    }

    @Test("What was quarantined before is marked when it is verified")
    func quarantine() throws {
        let log = try #require(
            try NumberedDelivery(Sample.notification("a", date: 20), known: known).log)
        var existing = ExistingRows()
        existing.facts[log.fact] = ExistingRows.Fact()
        existing.log[log] = ExistingRows.Logged(isQuarantineResolved: false)
        let decided = try decide([.verified(Sample.notification("a", date: 20))], on: existing)
        #expect(decided.writes.resolved == [log])
        #expect(decided.writes.totals == [.recorded: 1, .quarantined: -1])
        #expect(decided.writes.held == [log.fact: log.stamp])
        #expect(!decided.results[0].isFlagged)
    }

    @Test("What was rejected is dropped only when there is too much of it", arguments: [(2, false), (1, true)])
    func rejections(limit: Int, drops: Bool) throws {
        var existing = ExistingRows()
        existing.rejectedRows = 1
        let decided = try decide(
            [.rejected(Sample.rejected(3))], on: existing, limits: RejectionLimits(rows: limit, bytes: 100))
        #expect(decided.writes.dropsRejections == drops)
        #expect(decided.writes.totals == [.rejected: 1, .rejectedBytes: 3])
    }

    @Test("An id that no index could hold is refused before anything is sent")
    func longId() {
        let fact = Sample.transaction(String(repeating: "x", count: 1_001), date: 1)
        #expect(throws: StoreError.defect("an id is 1001 bytes long; at most 1000 can be kept")) {
            try decide([.verified(Sample.client(fact))])
        }
    }
}
