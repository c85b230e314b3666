import EntitlementStorage
import Entitlements
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// Databases of earlier schemas, with what a program of that time kept in them, and projections that are damaged.
@Suite("Migration and repair in PostgreSQL", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
struct PostgreSQLMigrationTests {
    private static let earlier = Array(1..<Schema.current)
    private let line = LineIdentity(scope: Sample.scope, originalTransactionId: "1")

    private let batch: [Submission] = [
        .verified(
            Sample.notification("a", date: 20, facts: [Sample.transaction("1", line: "1", date: 20)], status: ("1", 1))),
        .verified(
            Sample.notification(
                "b", date: 30,
                facts: [Sample.transaction("2", line: "1", date: 30), Sample.renewal(line: "1", date: 30)])),
        .verified(Sample.notification("c", date: 40, scope: Sample.sandbox)),
        .quarantined(Sample.quarantined("q", date: 50)), .rejected(Sample.rejected(1, at: 60)),
    ]

    /// Makes the tables of an earlier schema, and fills them from those of today.
    private func fill(_ earlier: TestDatabase, schema: Int, from today: TestDatabase) async throws {
        let (own, other) = (earlier.console, try #require(try await today.name()))
        try await own.run("CREATE TABLE storekeeper_migration (version integer PRIMARY KEY)")
        try await own.run("ALTER TABLE storekeeper_migration ADD applied_at timestamptz NOT NULL DEFAULT now()")
        for script in Schema.migrations(partitions: 3).prefix(schema).joined() { try await own.run(script) }
        try await own.run("INSERT INTO storekeeper_migration SELECT generate_series(1, \(schema))")
        let tables = try await own.run(
            """
            SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace
            AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'storekeeper_migration'
            """)
        for table in tables.compactMap(\.first).compactMap({ $0 }) {
            let columns = try await own.run(
                """
                SELECT string_agg(quote_ident(attname), ', ')::text FROM pg_attribute
                WHERE attrelid = '\(table)'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                """)
            let list = try #require(columns.first?.first ?? nil)
            try await own.run(
                "INSERT INTO \(table) (\(list)) OVERRIDING SYSTEM VALUE SELECT \(list) FROM \(other).\(table)")
        }
        for sequence in ["notification_sequence", "scope_id_seq", "header_id_seq", "rejected_sequence_seq"] {
            try await own.run("SELECT setval('\(sequence)', 100)::text")
        }
        if schema >= 2 { try await own.run("SELECT setval('event_sequence_seq', 100)::text") }
    }

    @Test("A database of an earlier schema is opened, answers as before and goes on", arguments: earlier)
    func migrates(from schema: Int) async throws {
        try await TestDatabase.run { today in
            let original = try await today.store()
            _ = try await original.commit(batch)
            try await TestDatabase.run { database in
                try await fill(database, schema: schema, from: today)
                let store = try await database.store()
                #expect(try await store.allVersions() == original.allVersions())
                #expect(try await store.counts() == original.counts())
                #expect(try await store.line(line) == original.line(line))
                for query in [NotificationQuery(limit: 9), NotificationQuery(limit: 9, line: line)] {
                    #expect(try await store.notifications(query) == original.notifications(query))
                }
                #expect(try await store.notification(uuid: "b") == original.notification(uuid: "b"))
                #expect(try await store.events(EventQuery(limit: 9)).events.count == (schema < 2 ? 0 : 3))
                // Before there were events nobody was told of the line: its next change is due at once.
                #expect(
                    try await store.projection(of: line)?.version
                        == (schema < 2 ? 0 : original.projection(of: line)?.version))
                #expect(
                    try await store.commit(batch).map(\.outcome) == [
                        .duplicate, .duplicate, .duplicate, .quarantined, .rejected,
                    ])
                let more = Sample.notification("d", date: 70, facts: [Sample.transaction("3", line: "1", date: 70)])
                #expect(try await store.commit([.verified(more)]).map(\.outcome) == [.applied])
                let known = NotificationQuery(limit: 9, line: line)
                #expect(try await store.notifications(known).map(\.header.uuid) == ["a", "b", "d"])
                try await store.addTarget("app", from: .beginning)
                #expect(try await store.targetCounts().map(\.target.name) == ["app"])
                await store.close()
            }
            await original.close()
        }
    }

    @Test("Projections that are damaged or missing are worked out again, each at its own instant; nobody is told")
    func mends() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store()
            let lines = (1...4).map { LineIdentity(scope: Sample.scope, originalTransactionId: "\($0)") }
            for (number, line) in lines.enumerated() {
                var fact = Sample.transaction("\(number)0", line: line.originalTransactionId, date: 5)
                fact.version.statement = .transaction(
                    TransactionStatement(
                        transactionId: "\(number)0", originalTransactionId: line.originalTransactionId,
                        type: "Auto-Renewable Subscription", productId: "pro", subscriptionGroupIdentifier: "g",
                        purchaseDate: 5, expiresDate: 1000))
                let notification = Sample.notification("n\(number)", date: 5, facts: [fact], receivedAt: 10)
                _ = try await store.commit([.verified(notification)])
            }
            var before: [LineProjection?] = []
            for line in lines { before.append(try await store.projection(of: line)) }
            let told = try await store.events(EventQuery(limit: 100))
            try await database.console.run(#"UPDATE projection SET answers = '\x00' WHERE original = '\x0131'"#)
            try await database.console.run(#"DELETE FROM projection WHERE original = '\x0132'"#)
            await #expect(throws: StoreError.self) { try await store.projection(of: lines[0]) }
            #expect(try await store.projection(of: lines[1]) == nil)
            let unknown = LineIdentity(scope: Sample.scope, originalTransactionId: "99")
            let elsewhere = LineIdentity(scope: Sample.sandbox, originalTransactionId: "1")
            try await store.mend(lines + [unknown, elsewhere])
            for (line, projection) in zip(lines, before) where line != lines[1] {
                let mended = try #require(try await store.projection(of: line))
                #expect(mended.answers == projection?.answers)
                #expect(mended.evaluatedAt == projection?.evaluatedAt)
                #expect(mended.nextChange == projection?.nextChange)
            }
            // What was never told is due at once.
            #expect(try await store.projection(of: lines[1])?.nextChange == 0)
            #expect(try await store.projection(of: unknown) == nil)
            #expect(try await store.events(EventQuery(limit: 100)) == told)
            await store.close()
        }
    }
}

extension TestDatabase {
    /// The name of the schema.
    fileprivate func name() async throws -> String? {
        try await console.run("SELECT current_schema()::text").first?.first ?? nil
    }
}
