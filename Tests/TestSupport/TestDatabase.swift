package import EntitlementStorage
internal import FoundationEssentials
package import PostgreSQLStorage

/// A schema of its own in the PostgreSQL database that STOREKEEPER_POSTGRESQL names, gone after the test.
package struct TestDatabase: Sendable {
    /// The address of the schema.
    package let address: PostgreSQLAddress
    /// Runs statements in the schema.
    package let console: DatabaseConsole

    /// Few partitions, since a schema is made for each test.
    package static let options = PostgreSQLOptions(partitions: 3)

    /// The whole database.
    package static let server = ProcessInfo.processInfo.environment["STOREKEEPER_POSTGRESQL"].flatMap {
        PostgreSQLAddress($0)
    }

    private let name: String
    private static let turns = Turns(count: 6)

    /// Whether there is a server to test with.
    package static var isAvailable: Bool { server != nil }

    /// Why tests are skipped without one.
    package static let absence = "STOREKEEPER_POSTGRESQL names no server; scripts/test starts one"

    /// Runs `body` with a new, empty schema; a test without a server never gets here.
    package static func run<Value>(_ body: (TestDatabase) async throws -> Value) async throws -> Value {
        await turns.take()
        do {
            let value = try await runInTurn(body)
            await turns.give()
            return value
        } catch {
            await turns.give()
            throw error
        }
    }

    private static func runInTurn<Value>(_ body: (TestDatabase) async throws -> Value) async throws -> Value {
        let name = "test_" + String(UUID().uuidString.lowercased().filter { $0 != "-" })
        guard let server else { throw StoreError.invalidURL("") }
        let separator = server.connectionString.contains("?") ? "&" : "?"
        // The name of the schema is also that of its connections, by which they are told apart.
        let own = "\(separator)application_name=\(name)&options=-csearch_path%3D\(name)"
        guard let address = PostgreSQLAddress(server.connectionString + own) else {
            throw StoreError.invalidURL(server.shown)
        }
        let administration = try DatabaseConsole(server)
        try await administration.run("CREATE SCHEMA \(name)")
        let database = TestDatabase(address: address, console: try DatabaseConsole(address), name: name)
        do {
            let value = try await body(database)
            await database.console.close()
            try await administration.run("DROP SCHEMA \(name) CASCADE")
            await administration.close()
            return value
        } catch {
            await database.console.close()
            _ = try? await administration.run("DROP SCHEMA \(name) CASCADE")
            throw error
        }
    }

    /// Opens a store in the schema.
    package func store(_ options: PostgreSQLOptions = TestDatabase.options) async throws(StoreError) -> PostgreSQLStore
    {
        try await PostgreSQLStore(address, options: options)
    }

    /// Ends every connection to the schema but the console, as an administrator does.
    package func endOtherConnections() async throws(StoreError) {
        try await console.run(
            """
            SELECT pg_terminate_backend(pid, 60000)::text FROM pg_stat_activity
            WHERE application_name = '\(name)' AND pid <> pg_backend_pid()
            """)
    }

    /// Returns when so many connections to the schema wait for a lock.
    package func waitUntilBlocked(_ count: Int = 1) async throws(StoreError) {
        var waiting = 0
        while waiting < count {
            await Task.yield()
            // In a transaction the server would show what it showed before.
            try await console.run("SELECT pg_stat_clear_snapshot()::text")
            let rows = try await console.run(
                """
                SELECT count(*)::text FROM pg_stat_activity
                WHERE application_name = '\(name)' AND wait_event_type = 'Lock'
                """)
            waiting = (rows.first?.first ?? nil).flatMap { Int($0) } ?? 0
        }
    }
}

/// Lets only so many in at once: each has several connections to one server.
private actor Turns {
    private var left: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { left = count }

    func take() async {
        if left > 0 {
            left -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func give() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        left += 1
    }
}
