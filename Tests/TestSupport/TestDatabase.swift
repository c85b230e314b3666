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

    private static let server = ProcessInfo.processInfo.environment["STOREKEEPER_POSTGRESQL"]
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
        let server = server ?? ""
        let separator = server.contains("?") ? "&" : "?"
        guard let whole = PostgreSQLAddress(server),
            let address = PostgreSQLAddress("\(server)\(separator)options=-csearch_path%3D\(name)")
        else { throw StoreError.invalidURL(server) }
        let administration = try DatabaseConsole(whole)
        try await administration.run("CREATE SCHEMA \(name)")
        let database = TestDatabase(address: address, console: try DatabaseConsole(address))
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
