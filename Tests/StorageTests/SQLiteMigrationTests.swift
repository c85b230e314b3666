import EntitlementStorage
import Entitlements
import Testing

@testable import SQLiteStorage

/// Files of earlier schemas, with what a program of that time kept in them.
@Suite("Migration of a SQLite file")
struct SQLiteMigrationTests {
    private static let earlier = Array(1..<Schema.current)

    private let batch: [Submission] = [
        .verified(Sample.notification("a", date: 20, facts: [Sample.transaction("1", date: 20)], status: ("1", 1))),
        .verified(
            Sample.notification(
                "b", date: 30,
                facts: [Sample.transaction("2", line: "1", date: 30), Sample.renewal(line: "1", date: 30)])),
        .verified(Sample.notification("c", date: 40, scope: Sample.sandbox)),
        .quarantined(Sample.quarantined("q", date: 50)), .rejected(Sample.rejected(1, at: 60)),
    ]

    /// Makes a file by the scripts of its time, and fills the tables it has from a file of today.
    private func file(of schema: Int, at path: String, from today: String) throws {
        let connection = try Connection(path: path, isReadOnly: false, busyTimeout: 0)
        for script in Schema.migrations.prefix(schema) { try connection.execute(script) }
        try connection.execute(
            """
            PRAGMA application_id = \(Schema.applicationID);
            PRAGMA user_version = \(schema);
            ATTACH '\(today)' AS today;
            """)
        let tables = try connection.all(
            "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ) { row throws(SQLiteFailure) in try row.text(0) }
        for table in tables {
            let columns = try connection.all("SELECT name FROM pragma_table_info(?)", .text(table)) {
                row throws(SQLiteFailure) in try row.text(0)
            }.joined(separator: ", ")
            try connection.execute("INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM today.\(table)")
        }
        try connection.execute("DETACH today")
    }

    @Test("A file of an earlier schema is opened, answers as before and goes on", arguments: earlier)
    func migrates(from schema: Int) async throws {
        try await TemporaryFolder.run { folder in
            let today = folder.path(of: "today.db")
            let original = try await SQLiteStore(path: today)
            _ = try await original.commit(batch)
            let path = folder.path(of: "earlier.db")
            try file(of: schema, at: path, from: today)

            let store = try await SQLiteStore(path: path)
            #expect(try await store.allVersions() == original.allVersions())
            #expect(try await store.counts() == original.counts())
            let line = LineIdentity(scope: Sample.scope, originalTransactionId: "1")
            #expect(try await store.line(line) == original.line(line))
            for query in [NotificationQuery(limit: 9), NotificationQuery(limit: 9, line: line)] {
                #expect(try await store.notifications(query) == original.notifications(query))
            }
            #expect(
                try await store.notifications(NotificationQuery(limit: 9, line: line)).map(\.header.uuid) == ["a", "b"])
            #expect(try await store.notification(uuid: "b") == original.notification(uuid: "b"))
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
            #expect(
                try await store.notifications(NotificationQuery(limit: 9, line: line)).map(\.header.uuid) == [
                    "a", "b", "d",
                ])
            await store.close()
            await original.close()
        }
    }
}
