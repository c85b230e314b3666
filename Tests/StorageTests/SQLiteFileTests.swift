import EntitlementStorage
import Entitlements
import Glibc
import Testing

@testable import SQLiteStorage

/// What only a store in a file has to stand.
@Suite("A SQLite file")
struct SQLiteFileTests {
    private let delivery = Submission.verified(
        Sample.notification("a", date: 20, facts: [Sample.transaction("1", date: 20)], status: ("1", 1)))

    private func filled(_ path: String, count: Int = 1) async throws {
        let store = try await SQLiteStore(path: path)
        _ = try await store.commit([delivery])
        for number in 1..<max(count, 1) {
            let fact = Sample.transaction("\(number)", date: 20, note: String(repeating: "n", count: 500))
            _ = try await store.commit([.verified(Sample.notification("n\(number)", date: 20, facts: [fact]))])
        }
        await store.close()
    }

    @Test("What was committed is there after opening again")
    func reopening() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            try await filled(path)
            let store = try await SQLiteStore(path: path, options: SQLiteOptions(mustExist: true))
            #expect(try await store.allVersions().count == 3)
            #expect(try await store.commit([delivery]).map(\.outcome) == [.duplicate])
            await store.close()
        }
    }

    @Test("A file of any earlier schema is brought to the present one, and its statements say how many were bought")
    func migration() async throws {
        // From schema 5 on they have always said it.
        for schema in 1..<5 {
            try await TemporaryFolder.run { folder in
                let path = folder.path(of: "store.db")
                do {
                    let connection = try Connection(path: path, isReadOnly: false, busyTimeout: 0)
                    for script in Schema.migrations[..<schema] { try connection.execute(script) }
                    try connection.execute(
                        """
                        INSERT INTO scope VALUES (1, 'Production', 'com.example.app', '');
                        INSERT INTO line VALUES (1, 1, 1, '7');
                        INSERT INTO fact VALUES (1, 1, 5, 1, '7', 10, zeroblob(32));
                        INSERT INTO version (id, fact, date, digest, line, received_at, source, statement, payload)
                        VALUES (1, 1, 10, zeroblob(32), 1, 1, 1, x'030137', CAST('{"quantity":3}' AS BLOB));
                        INSERT INTO line_fact VALUES (1, 1);
                        PRAGMA application_id = \(Schema.applicationID);
                        PRAGMA user_version = \(schema);
                        """)
                }
                let store = try await SQLiteStore(path: path)
                let line = LineIdentity(scope: Sample.scope, originalTransactionId: "7")
                let version = try #require(try await store.line(line)?.versions.first)
                #expect(version.statement == .transaction(TransactionStatement(transactionId: "7", quantity: 3)))
                #expect(try await store.ledger(after: nil, limit: 1).isEmpty)
                await store.close()
            }
        }
    }

    @Test("Of many processes that ask at once for one credit one gets it")
    func consumptionRace() async throws {
        try await TemporaryFolder.run { folder in
            var stores: [SQLiteStore] = []
            for _ in 0..<3 { stores.append(try await SQLiteStore(path: folder.path(of: "store.db"))) }
            try await ConsumptionRace.run(stores)
            for store in stores { await store.close() }
        }
    }

    @Test("What was committed is there when the process is gone before closing")
    func uncleanEnd() async throws {
        try await TemporaryFolder.run { folder in
            let store = try await SQLiteStore(path: folder.path(of: "store.db"))
            _ = try await store.commit([delivery])
            // The file and its log as a kill would leave them.
            for suffix in ["", "-wal"] {
                try folder.write(try folder.contents(of: "store.db" + suffix), to: "left.db" + suffix)
            }
            let left = try await SQLiteStore(path: folder.path(of: "left.db"))
            #expect(try await left.allVersions() == store.allVersions())
            await left.close()
            await store.close()
        }
    }

    @Test("Two stores on one file see each other's commits")
    func twoStores() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            let one = try await SQLiteStore(path: path)
            let two = try await SQLiteStore(path: path)
            #expect(try await one.commit([delivery]).map(\.outcome) == [.applied])
            #expect(try await two.commit([delivery]).map(\.outcome) == [.duplicate])
            let other = Submission.verified(
                Sample.notification("b", date: 30, facts: [Sample.transaction("1", date: 30)]))
            #expect(try await two.commit([other]).map(\.outcome) == [.applied])
            #expect(try await one.commit([other]).map(\.outcome) == [.duplicate])
            #expect(try await one.allVersions() == two.allVersions())
            await one.close()
            await two.close()
        }
    }

    @Test("A new file may be opened by many stores at once", arguments: 1...10)
    func manyOpen(_ round: Int) async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            try await withThrowingTaskGroup(of: SQLiteStore.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await SQLiteStore(path: path, options: SQLiteOptions(busyTimeout: 60_000)) }
                }
                for try await store in group { await store.close() }
            }
        }
    }

    @Test("Nobody but the owner may read the files")
    func permissions() async throws {
        try await TemporaryFolder.run { folder in
            let store = try await SQLiteStore(path: folder.path(of: "store.db"))
            _ = try await store.commit([delivery])
            for name in ["store.db", "store.db-wal", "store.db-shm"] {
                #expect(try folder.permissions(of: name) == 0o600, "\(name)")
            }
            await store.close()
        }
    }

    @Test("A path is a path, even when it looks like a URI or a name of SQLite's own")
    func oddPaths() async throws {
        try await TemporaryFolder.run { folder in
            for name in ["file:x?mode=memory", "x?y", "100%", "with space", "ünï"] {
                try await filled(folder.path(of: name))
                #expect(try folder.contents(of: name).starts(with: Array("SQLite format 3\0".utf8)), "\(name)")
            }
        }
    }

    // MARK: - Refusals

    @Test("A missing file is refused when it must exist, and not made")
    func missing() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            let expected = StoreError.cannotOpen(file: path, reason: "No such file or directory")
            await #expect(throws: expected) {
                try await SQLiteStore(path: path, options: SQLiteOptions(mustExist: true))
            }
            #expect(!folder.exists("store.db"))
            #expect(!expected.isTemporary)
        }
    }

    @Test("A path in a folder that is missing, or is no folder, or takes no files is refused")
    func impossiblePlaces() async throws {
        try await TemporaryFolder.run { folder in
            try folder.write([1], to: "file")
            let places = [
                (folder.path(of: "missing/store.db"), "No such file or directory"),
                (folder.path(of: "file/store.db"), "Not a directory"),
                ("/proc/storekeeper.db", "No such file or directory"),
            ]
            for (path, reason) in places {
                await #expect(throws: StoreError.cannotOpen(file: path, reason: reason)) {
                    try await SQLiteStore(path: path)
                }
            }
        }
    }

    @Test(
        "A folder without permission to write is refused",
        .enabled(if: geteuid() != 0, "the superuser may write anywhere"))
    func readOnlyFolder() async throws {
        try await TemporaryFolder.run { folder in
            try folder.setPermissions(0o500)
            defer { try? folder.setPermissions(0o700) }
            let path = folder.path(of: "store.db")
            await #expect(throws: StoreError.cannotOpen(file: path, reason: "Permission denied")) {
                try await SQLiteStore(path: path)
            }
        }
    }

    @Test("A folder in place of a file is refused")
    func folderAsFile() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "")
            await #expect(throws: StoreError.cannotOpen(file: path, reason: "unable to open database file")) {
                try await SQLiteStore(path: path)
            }
        }
    }

    @Test("What is no database is refused and left as it is")
    func noDatabase() async throws {
        try await TemporaryFolder.run { folder in
            let bytes = Array(String(repeating: "not a database ", count: 500).utf8)
            try folder.write(bytes, to: "notes.txt")
            let path = folder.path(of: "notes.txt")
            await #expect(throws: StoreError.notADatabase(file: path)) { try await SQLiteStore(path: path) }
            #expect(try folder.contents(of: "notes.txt") == bytes)
        }
    }

    @Test("Another program's database is refused and left as it is")
    func foreign() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "other.db")
            try Connection(path: path, isReadOnly: false, busyTimeout: 0).execute("CREATE TABLE other (a)")
            let before = try folder.contents(of: "other.db")
            await #expect(throws: StoreError.foreignDatabase(file: path)) { try await SQLiteStore(path: path) }
            #expect(try folder.contents(of: "other.db") == before)
        }
    }

    @Test("An empty file becomes a store")
    func emptyFile() async throws {
        try await TemporaryFolder.run { folder in
            try folder.write([], to: "store.db")
            try await filled(folder.path(of: "store.db"))
        }
    }

    @Test("A newer schema is refused with both numbers")
    func newerSchema() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            try await filled(path)
            try Connection(path: path, isReadOnly: false, busyTimeout: 0).execute("PRAGMA user_version = 99")
            let expected = StoreError.newerSchema(file: path, found: 99, supported: Schema.current)
            await #expect(throws: expected) { try await SQLiteStore(path: path) }
            #expect(
                expected.description == "'\(path)' has schema 99, this program knows schemas up to \(Schema.current)")
        }
    }

    @Test("A store whose file is migrated under it writes no more")
    func migratedUnderneath() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            let store = try await SQLiteStore(path: path)
            try Connection(path: path, isReadOnly: false, busyTimeout: 0).execute("PRAGMA user_version = 99")
            await #expect(throws: StoreError.newerSchema(file: path, found: 99, supported: Schema.current)) {
                try await store.commit([delivery])
            }
            await store.close()
        }
    }

    @Test("A file that lost its end is refused as damaged", arguments: [0.25, 0.5, 0.9])
    func truncated(_ part: Double) async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            try await filled(path, count: 40)
            let bytes = try folder.contents(of: "store.db")
            try folder.write(Array(bytes.prefix(Int(Double(bytes.count) * part))), to: "store.db")
            let error = await #expect(throws: StoreError.self) { try await SQLiteStore(path: path) }
            #expect(error == .damaged(file: path, reason: "database disk image is malformed"))
            #expect(error?.hint?.contains(path) == true)
        }
    }

    @Test("Overwritten pages are refused as damaged, at the start or when they are read", arguments: [0, 16 << 20])
    func overwritten(checkedSize: Int) async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            try await filled(path, count: 40)
            var bytes = try folder.contents(of: "store.db")
            // Every page but the first, from its start: the b-tree headers go.
            for page in stride(from: 4_096, to: bytes.count, by: 4_096) {
                for offset in 0..<200 { bytes[page + offset] = 0xA5 }
            }
            try folder.write(bytes, to: "store.db")
            let error = await #expect(throws: StoreError.self) {
                let store = try await SQLiteStore(path: path, options: SQLiteOptions(checkedSize: checkedSize))
                _ = try await store.commit([delivery])
            }
            guard case .damaged(path, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    // MARK: - Locks and limits

    @Test("A lock held too long by somebody else is temporary, and costs nothing already held")
    func locked() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            let store = try await SQLiteStore(path: path, options: SQLiteOptions(busyTimeout: 3, attempts: 2))
            let other = try Connection(path: path, isReadOnly: false, busyTimeout: 0)
            try other.execute("BEGIN IMMEDIATE")
            let expected = StoreError.unavailable(reason: "another process holds the lock of '\(path)' for too long")
            #expect(expected.isTemporary)
            await #expect(throws: expected) { try await store.commit([delivery]) }
            await #expect(throws: expected) { try await store.check() }
            #expect(try await store.allVersions().isEmpty)
            try other.execute("ROLLBACK")
            #expect(try await store.commit([delivery]).map(\.outcome) == [.applied])
            await store.close()
        }
    }

    @Test("A full store is temporary, keeps nothing of the batch, and goes on when there is room")
    func full() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            let small = try await SQLiteStore(path: path, options: SQLiteOptions(pageLimit: 60))
            _ = try await small.commit([delivery])
            let before = try await small.allVersions()
            let expected = StoreError.full(reason: "no space left for '\(path)'")
            #expect(expected.isTemporary)
            let other = Submission.verified(
                Sample.notification("b", date: 30, facts: [Sample.transaction("9", date: 30)]))
            await #expect(throws: expected) {
                try await small.commit([other, .rejected(Sample.rejected(400_000))])
            }
            #expect(try await small.allVersions() == before)
            #expect(try await small.counts().notifications == [.applied: 1])
            // The ids that the failed batch had learned are forgotten.
            #expect(try await small.commit([other]).map(\.outcome) == [.applied])
            #expect(try await small.allLines().count == 2)
            await small.close()
        }
    }

    @Test("The merge rule holds in the table itself")
    func guardInSQL() async throws {
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            let store = try await SQLiteStore(path: path)
            _ = try await store.commit([delivery])
            let connection = try Connection(path: path, isReadOnly: false, busyTimeout: 0)
            let held = "SELECT date, digest FROM fact WHERE kind = 5"
            let before = try connection.first(held) { row throws(SQLiteFailure) in (row.integer(0), try row.blob(1)) }
            #expect(before?.0 == 20)
            _ = try await store.commit([.verified(Sample.client(Sample.transaction("1", date: 19)))])
            let after = try connection.first(held) { row throws(SQLiteFailure) in (row.integer(0), try row.blob(1)) }
            #expect(after?.0 == before?.0)
            #expect(after?.1 == before?.1)
            await store.close()
        }
    }
}
