import EntitlementStorage
import Entitlements
import Testing

@testable import SQLiteStorage

/// A store is damaged in one way at a time, past the program that wrote it.
@Suite("The check of a store")
struct StoreAuditTests {
    struct Damage: CustomTestStringConvertible {
        let name: String
        let script: String
        /// The kind and subject of what must be found, in any order.
        let findings: Set<String>

        init(_ name: String, _ script: String, _ findings: Set<String>) {
            self.name = name
            self.script = script
            self.findings = findings
        }

        var testDescription: String { name }
    }

    static let damages = [
        Damage("none", "SELECT 1", []),
        Damage("a projection is gone", "DELETE FROM projection WHERE line = 1", ["projection.missing 1"]),
        Damage(
            "a projection was told something else",
            "UPDATE projection SET answers = (SELECT answers FROM projection WHERE line = 2) WHERE line = 1",
            ["projection.differs 1"]),
        Damage(
            "a projection waits for another instant", "UPDATE projection SET next_change = 7 WHERE line = 1",
            ["projection.differs 1"]),
        Damage(
            "a projection cannot be read", "UPDATE projection SET answers = x'FFFFFF' WHERE line = 1",
            ["projection.differs 1"]),
        // The notification around it is put together from it.
        Damage(
            "a payload was changed",
            "UPDATE version SET payload = CAST(replace(CAST(payload AS TEXT), 'com.example.one', 'com.example.two') AS BLOB)",
            ["digest.differs transaction 1", "digest.differs notification a"]),
        Damage(
            "a statement was changed",
            """
            UPDATE version SET statement = (SELECT v.statement FROM version v JOIN fact f ON f.id = v.fact WHERE name = '3')
            WHERE fact = (SELECT id FROM fact WHERE kind = \(FactKind.transaction.storedNumber) AND name = '2')
            """, ["statement.differs transaction 2", "projection.differs 1"]),
        Damage(
            "an older version is held",
            "UPDATE fact SET date = 1 WHERE kind = \(FactKind.transaction.storedNumber) AND name = '3'",
            ["held.differs transaction 3"]),
        Damage(
            "a total was changed", "UPDATE total SET value = value + 1 WHERE name = 'applied'",
            ["total.differs applied"]),
        Damage(
            "rejected inputs are gone", "DELETE FROM rejected",
            ["total.differs rejected", "total.differs rejected bytes"]),
        Damage(
            "the greatest date was changed", "UPDATE total SET value = 5 WHERE name = 'greatest-date'",
            ["total.differs greatest date"]),
        Damage(
            "a notification lost its text", "DELETE FROM embedded; DELETE FROM notification_text WHERE sequence = 1",
            ["unreadable notification a", "digest.differs notification b", "digest.differs notification c"]),
    ]

    private func transaction(_ id: String, line: String, product: String, date: Int64) throws -> StoredVersion {
        let payload =
            #"{"transactionId":"\#(id)","originalTransactionId":"\#(line)","productId":"\#(product)","#
            + #""type":"Auto-Renewable Subscription","purchaseDate":\#(date),"expiresDate":\#(date + 1000),"#
            + #""signedDate":\#(date)}"#
        let identity = FactIdentity(scope: Sample.scope, kind: .transaction, id: id)
        return StoredVersion(
            version: FactVersion(
                identity: identity, date: date, digest: Sample.digest(Array(payload.utf8)),
                statement: try Statement(kind: .transaction, id: id, payload: Array(payload.utf8))),
            text: Sample.text(payload))
    }

    @Test("Each damage is found where it is, and nothing else is told", arguments: damages)
    func finds(_ damage: Damage) async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            let store = try await SQLiteStore(path: path)
            _ = try await store.commit([
                .verified(
                    Sample.notification(
                        "a", date: 10, facts: [try transaction("1", line: "1", product: "com.example.one", date: 10)])),
                .verified(
                    Sample.notification(
                        "b", date: 20, facts: [try transaction("2", line: "1", product: "com.example.other", date: 20)],
                        status: ("1", 1))),
                .verified(
                    Sample.notification(
                        "c", date: 30, facts: [try transaction("3", line: "3", product: "com.example.other", date: 30)])
                ),
                .rejected(Sample.rejected(3)),
            ])
            try Connection(path: path, isReadOnly: false, busyTimeout: 1000).execute(
                "PRAGMA foreign_keys = OFF; \(damage.script)")

            var found: [StoreFinding] = []
            var audit = StoreAudit(
                of: store, configuration: EvaluationConfiguration(), sha256: { Sample.digest($0) },
                tell: { found.append($0) })
            try await audit.run()
            #expect(
                Set(found.map { "\($0.kind.rawValue) \($0.subject)" }) == damage.findings, "\(found.map(\.message))")

            // What is derived can be put right, and then nothing is left to tell.
            let lines = found.filter(\.isRepairable).compactMap(\.line)
            guard !lines.isEmpty, found.allSatisfy(\.isRepairable) else { return await store.close() }
            try await store.mend(lines)
            found = []
            try await audit.run()
            #expect(found.isEmpty, "\(found.map(\.message))")
            await store.close()
        }
    }
}
