import EntitlementStorage
import Entitlements
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// What is special about a store on a server: its schema, its connections, and other processes.
@Suite("A store in PostgreSQL", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
struct PostgreSQLStoreTests {
    private func isThere(_ uuid: String, in store: any EntitlementStore) async throws -> Int {
        try await store.notification(uuid: uuid).count
    }

    /// One connection of each kind, so that it is known which one is used.
    private var single: PostgreSQLOptions {
        var options = TestDatabase.options
        (options.writers, options.readers) = (1, 1)
        return options
    }

    /// Lets the server do something within each COMMIT of a batch in which something was rejected.
    private func runAtCommit(_ statement: String, _ database: TestDatabase) async throws {
        try await database.console.run(
            """
            CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN \(statement); RETURN NULL; END $$
            """)
        try await database.console.run(
            """
            CREATE CONSTRAINT TRIGGER late AFTER INSERT ON rejected DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION late()
            """)
    }

    // MARK: - Schema

    @Test("What was committed is there for the next store")
    func survival() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store()
            let delivery = Sample.notification("a", date: 20, facts: [Sample.transaction("1", date: 20)])
            _ = try await store.commit([.verified(delivery)])
            await store.close()
            let next = try await database.store()
            #expect(try await next.commit([.verified(delivery)]).map(\.outcome) == [.duplicate])
            #expect(try await next.notification(uuid: "a").map(\.text) == [delivery.text])
            await next.close()
        }
    }

    @Test("Of many that open an empty schema at once one makes the tables, and all can use them")
    func migrationRace() async throws {
        try await TestDatabase.run { database in
            let outcomes = try await withThrowingTaskGroup(of: ProcessingOutcome?.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let store = try await database.store()
                        let result = try await store.commit([.verified(Sample.notification("\(number)", date: 1))])
                        await store.close()
                        return result.first?.outcome
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes == Array(repeating: .recorded, count: 8))
            let versions = try await database.console.run(
                "SELECT version::text FROM storekeeper_migration ORDER BY version")
            #expect(versions == (1...Schema.current).map { ["\($0)"] })
            let partitions = try await database.console.run(
                "SELECT count(*)::text FROM pg_inherits WHERE inhparent = 'version'::regclass")
            #expect(partitions == [["\(TestDatabase.options.partitions)"]])
        }
    }

    @Test("A schema of any earlier version is brought to the present one, and its statements say how many were bought")
    func migration() async throws {
        for schema in 1..<Schema.current {
            try await TestDatabase.run { database in
                for script in Schema.migrations(partitions: 3)[..<schema].joined() {
                    try await database.console.run(script)
                }
                for statement in [
                    "CREATE TABLE storekeeper_migration (version integer PRIMARY KEY, applied_at timestamptz)",
                    "INSERT INTO storekeeper_migration (version) SELECT generate_series(1, \(schema))",
                    "INSERT INTO scope (environment, bundle, realm) VALUES ('Production', 'com.example.app', '')",
                    "INSERT INTO line VALUES (1, '\\x0137')",
                    """
                    INSERT INTO version (date, received_at, scope, kind, source, root, name, digest, statement, payload)
                    VALUES (10, 1, 1, 5, 1, '\\x0137', '\\x0137', sha256(''), '\\x030137', '{"quantity":3}')
                    """,
                ] { try await database.console.run(statement) }
                let store = try await database.store()
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
        try await TestDatabase.run { database in
            var stores: [PostgreSQLStore] = []
            for _ in 0..<3 { stores.append(try await database.store()) }
            try await ConsumptionRace.run(stores)
            for store in stores { await store.close() }
        }
    }

    @Test("A newer schema is refused when opened, and by those that are open")
    func newer() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store()
            try await database.console.run("INSERT INTO storekeeper_migration (version) VALUES (7)")
            let expected = StoreError.newerSchema(file: database.address.shown, found: 7, supported: Schema.current)
            await #expect(throws: expected) { try await database.store() }
            await #expect(throws: expected) {
                try await store.commit([.verified(Sample.notification("a", date: 1))])
            }
            // The refused transaction is ended: nothing of it is left, and the connection is free.
            try await database.console.run("DELETE FROM storekeeper_migration WHERE version = 7")
            #expect(try await isThere("a", in: store) == 0)
            #expect(
                try await store.commit([.verified(Sample.notification("a", date: 1))]).map(\.outcome) == [.recorded])
            await store.close()
        }
    }

    @Test(
        "Tables of others with our names are left alone",
        arguments: ["CREATE TABLE line (id integer)", "CREATE TABLE storekeeper_migration (id integer)"])
    func foreign(_ statement: String) async throws {
        try await TestDatabase.run { database in
            try await database.console.run(statement)
            let error = try #require(
                await #expect(throws: StoreError.foreignDatabase(file: database.address.shown)) {
                    try await database.store()
                })
            #expect(error.hint?.contains("search_path") == true)
            let tables = try await database.console.run(
                "SELECT count(*)::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace")
            #expect(tables == [["1"]])
        }
    }

    @Test("A store that must exist is not made")
    func missing() async throws {
        try await TestDatabase.run { database in
            var options = TestDatabase.options
            options.mustExist = true
            await #expect(throws: StoreError.missing(address: database.address.shown)) {
                try await database.store(options)
            }
            await (try await database.store()).close()
            await (try await database.store(options)).close()
        }
    }

    @Test("Where the address names no schema there is one of our own")
    func ownSchema() async throws {
        let address = try #require(TestDatabase.server)
        let console = try DatabaseConsole(address)
        guard try await console.run("SELECT 1 FROM pg_namespace WHERE nspname = 'storekeeper'").isEmpty else {
            try Test.cancel("this database has a schema of a real store")
        }
        async let one = PostgreSQLStore(address, options: TestDatabase.options)
        async let other = PostgreSQLStore(address, options: TestDatabase.options)
        for store in [try await one, try await other] { await store.close() }
        let tables = try await console.run(
            "SELECT count(*)::text FROM pg_tables WHERE schemaname = 'storekeeper' AND tablename = 'header'")
        #expect(tables == [["1"]])
        try await console.run("DROP SCHEMA storekeeper CASCADE")
        await console.close()
    }

    @Test("With as many partitions as a service makes, everything is found")
    func partitions() async throws {
        try await TestDatabase.run { database in
            var options = TestDatabase.options
            options.partitions = PostgreSQLOptions().partitions
            let store = try await database.store(options)
            let reference = MemoryStore()
            let batch = (1...300).map { number -> Submission in
                let fact = Sample.transaction(
                    "\(number)", line: "\(number / 3)", date: Int64(number), token: "T\(number % 7)")
                return .verified(Sample.notification("n\(number)", date: Int64(number), facts: [fact]))
            }
            for store in [store, reference] as [any EntitlementStore] { _ = try await store.commit(batch) }
            #expect(try await store.allVersions() == reference.allVersions())
            #expect(try await store.allLines() == reference.allLines())
            #expect(
                try await store.lines(ofCustomer: "t3", environment: "Production")
                    == reference.lines(ofCustomer: "t3", environment: "Production"))
            await store.close()
        }
    }

    // MARK: - Connections

    @Test("A connection that was ended is replaced, and nothing is lost")
    func endedConnection() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store(single)
            _ = try await store.commit([.verified(Sample.notification("a", date: 1))])
            for number in 1...3 {
                try await database.endOtherConnections()
                // The loss shows before anything was sent that could have been committed: it is tried again at once.
                let results = try await store.commit([.verified(Sample.notification("b\(number)", date: 2))])
                #expect(results.map(\.outcome) == [.recorded])
                try await database.endOtherConnections()
                #expect(try await isThere("b\(number)", in: store) == 1)
            }
            #expect(try await isThere("a", in: store) == 1)
            await store.close()
        }
    }

    @Test("A connection that ends while a batch waits for a lock is no loss either")
    func endedWhileWaiting() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store(single)
            let delivery = Sample.notification("a", date: 1, facts: [Sample.transaction("1", date: 1)])
            _ = try await store.commit([.verified(delivery)])
            try await database.console.run("BEGIN")
            try await database.console.run("SELECT scope::text FROM line FOR UPDATE")
            let later = Sample.notification("b", date: 2, facts: [Sample.transaction("1", date: 2)])
            let commit = Task { try await store.commit([.verified(later)]) }
            try await database.waitUntilBlocked()
            try await database.endOtherConnections()
            // The second try waits as the first did, until the lock is gone.
            try await database.waitUntilBlocked()
            try await database.console.run("COMMIT")
            #expect(try await commit.value.map(\.outcome) == [.applied])
            await store.close()
        }
    }

    @Test("A lost connection during a commit leaves the outcome open, and the retry settles it")
    func lostDuringCommit() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store(single)
            try await database.console.run("CREATE TABLE gate (id integer)")
            try await database.console.run("INSERT INTO gate VALUES (1)")
            try await runAtCommit("PERFORM 1 FROM gate FOR UPDATE", database)
            try await database.console.run("BEGIN")
            try await database.console.run("SELECT id::text FROM gate FOR UPDATE")
            let batch: [Submission] = [
                .verified(Sample.notification("a", date: 1)), .rejected(Sample.rejected(1)),
            ]
            let commit = Task { () async -> Result<[CommitResult], any Error> in
                do { return .success(try await store.commit(batch)) } catch { return .failure(error) }
            }
            try await database.waitUntilBlocked()
            try await database.endOtherConnections()
            let result = await commit.value
            let error = #expect(throws: StoreError.self) { try result.get() }
            #expect(error?.isTemporary == true)
            #expect(error?.description.contains("what became of it is not known") == true)
            try await database.console.run("ROLLBACK")
            try await database.console.run("DROP TRIGGER late ON rejected")
            let results = try await store.commit([batch[0]])
            #expect(results.map(\.outcome) == [.recorded])
            #expect(try await isThere("a", in: store) == 1)
            await store.close()
        }
    }

    @Test("A warning at the commit leaves the outcome open")
    func warning() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store(single)
            // What the server says when somebody ends its wait for a standby is a warning too.
            try await runAtCommit("RAISE WARNING 'no standby'", database)
            let error = await #expect(throws: StoreError.self) {
                try await store.commit([.rejected(Sample.rejected(1))])
            }
            #expect(error?.isTemporary == true)
            #expect(error?.description.contains("standby") == true)
            // A warning elsewhere says nothing about the commit.
            try await database.console.run("DROP TRIGGER late ON rejected")
            try await database.console.run(
                "CREATE TRIGGER soon AFTER INSERT ON rejected FOR EACH ROW EXECUTE FUNCTION late()")
            #expect(try await store.commit([.rejected(Sample.rejected(1))]).map(\.outcome) == [.rejected])
            await store.close()
        }
    }

    @Test("A commit that the server refuses at its end is tried again, a bounded number of times", arguments: [2, 9])
    func conflict(refusals: Int) async throws {
        try await TestDatabase.run { database in
            let store = try await database.store(single)
            try await database.console.run("CREATE SEQUENCE tries")
            try await runAtCommit(
                "IF nextval('tries') <= \(refusals) THEN RAISE serialization_failure; END IF", database)
            if refusals < TestDatabase.options.attempts {
                #expect(try await store.commit([.rejected(Sample.rejected(1))]).map(\.outcome) == [.rejected])
                #expect(try await store.counts() == StoreCounts(notifications: [.rejected: 1], rejectedBytes: 1))
            } else {
                let error = await #expect(throws: StoreError.self) {
                    try await store.commit([.rejected(Sample.rejected(1))])
                }
                #expect(error?.isTemporary == true)
                #expect(try await store.counts() == StoreCounts())
            }
            let tries = try await database.console.run("SELECT last_value::text FROM tries")
            #expect(tries == [["\(min(refusals + 1, TestDatabase.options.attempts))"]])
            await store.close()
        }
    }

    @Test("A server that takes no writes is not connected to, unless the address says so; then it is not ready")
    func readOnly() async throws {
        try await TestDatabase.run { database in
            await (try await database.store()).close()
            let text = database.address.connectionString + "%20-cdefault_transaction_read_only%3Don"
            let unwritable = try #require(PostgreSQLAddress(text))
            let error = await #expect(throws: StoreError.self) {
                try await PostgreSQLStore(unwritable, options: single)
            }
            #expect(error?.isTemporary == true)
            let any = try #require(PostgreSQLAddress(text + "&target_session_attrs=any"))
            let store = try await PostgreSQLStore(any, options: single)
            #expect(try await store.counts() == StoreCounts())
            let reason = "'\(any.shown)' takes no writes"
            await #expect(throws: StoreError.unavailable(reason: reason)) { try await store.check() }
            await store.close()
        }
    }

    // MARK: - Several processes

    @Test("A duplicate that comes while the first is not committed yet waits for it")
    func duplicateMeanwhile() async throws {
        try await TestDatabase.run { database in
            let (one, other) = (try await database.store(single), try await database.store(single))
            let delivery = Sample.notification(
                "a", date: 1, facts: [Sample.transaction("1", date: 1)], status: ("1", 1))
            try await database.console.run("BEGIN")
            try await database.console.run("LOCK TABLE total IN EXCLUSIVE MODE")
            let first = Task { try await one.commit([.verified(delivery)]) }
            try await database.waitUntilBlocked()
            let second = Task { try await other.commit([.verified(delivery)]) }
            try await database.waitUntilBlocked(2)
            try await database.console.run("COMMIT")
            #expect(try await first.value.map(\.outcome) == [.applied])
            #expect(try await second.value.map(\.outcome) == [.duplicate])
            #expect(try await isThere("a", in: one) == 1)
            #expect(try await one.counts().notifications == [.applied: 1])
            for store in [one, other] { await store.close() }
        }
    }

    @Test("A transaction that two processes place on two lines at once has one held statement")
    func movedMeanwhile() async throws {
        try await TestDatabase.run { database in
            let (one, other) = (try await database.store(single), try await database.store(single))
            let before = Sample.transaction("5", line: "1", date: 10)
            let after = Sample.transaction("5", line: "2", date: 20)
            try await database.console.run("BEGIN")
            try await database.console.run("LOCK TABLE total IN EXCLUSIVE MODE")
            let first = Task { try await one.commit([.verified(Sample.client(after))]) }
            try await database.waitUntilBlocked()
            let second = Task { try await other.commit([.verified(Sample.client(before))]) }
            try await database.waitUntilBlocked(2)
            try await database.console.run("COMMIT")
            #expect(try await first.value.map(\.outcome) == [.applied])
            #expect(try await second.value.map(\.outcome) == [.superseded])
            for id in ["1", "2"] {
                let line = LineIdentity(scope: Sample.scope, originalTransactionId: id)
                let record = try #require(try await other.line(line))
                #expect(record.versions == [before.version, after.version])
            }
            #expect(try await one.allVersions().map(\.isHeld) == [false, true])
            for store in [one, other] { await store.close() }
        }
    }

    @Test("Of two texts of one payload SQL keeps the smaller, whichever process sends it last")
    func smallerText() async throws {
        try await TestDatabase.run { database in
            let (one, other) = (try await database.store(single), try await database.store(single))
            for (store, signature) in [(one, 7), (other, 3), (one, 9), (other, 200)] as [(PostgreSQLStore, UInt8)] {
                _ = try await store.commit([
                    .verified(Sample.notification("a", date: 20, signature: signature)),
                    .verified(Sample.client(Sample.transaction("1", date: 20, signature: signature))),
                ])
            }
            let identity = FactIdentity(scope: Sample.scope, kind: .transaction, id: "1")
            #expect(try await one.texts(of: identity).map(\.text?.signature.first) == [3])
            #expect(try await one.notification(uuid: "a").map(\.text.signature.first) == [3])
            for store in [one, other] { await store.close() }
        }
    }

    @Test("The order of two signatures is that of their characters, not of their bytes")
    func characterOrder() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store(single)
            // In base64url 0xFB begins with "-", which comes before every letter and digit.
            for signature in [[0x00], [0xFB, 0xEF], [0x69], [0xFF, 0xFF]] as [[UInt8]] {
                var delivery = Sample.notification("a", date: 20)
                delivery.text = SignedText(
                    headerSegment: delivery.text.headerSegment, payload: delivery.text.payload, signature: signature)
                _ = try await store.commit([.verified(delivery)])
            }
            #expect(try await store.notification(uuid: "a").map(\.text.signature) == [[0xFB, 0xEF]])
            await store.close()
        }
    }

    @Test("Rejected inputs of several processes stay within the limits together")
    func rejections() async throws {
        try await TestDatabase.run { database in
            var options = TestDatabase.options
            options.rejectionLimits = RejectionLimits(rows: 50, bytes: 10_000)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask { [options] in
                        let store = try await database.store(options)
                        for _ in 0..<20 { _ = try await store.commit((0..<9).map { .rejected(Sample.rejected($0)) }) }
                        await store.close()
                    }
                }
                try await group.waitForAll()
            }
            let store = try await database.store(options)
            _ = try await store.commit([.rejected(Sample.rejected(1))])
            let kept = try await store.rejected(after: nil, limit: 1_000)
            #expect(kept.count == 50)
            let counts = try await store.counts()
            #expect(counts.notifications == [.rejected: 50])
            #expect(counts.rejectedBytes == kept.reduce(0) { $0 + Int64($1.input.body.count) })
            await store.close()
        }
    }
}
