internal import EntitlementStorage
internal import PostgreSQLStorage
internal import TestSupport
internal import Testing

@Suite("Care across engines", .timeLimit(.minutes(30)))
struct CarePostgreSQLTests {
    @Test(
        "An export of SQLite imported into PostgreSQL gives the same digests, and back again",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
    func engines() async throws {
        let samples = try SignedSamples()
        let lines = try (0..<4).flatMap { line in try (0..<5).map { try samples.notification($0, line: line) } }
        let store = samples.store()
        let taken = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, input: Array(lines.joined(separator: "\n").utf8))
        try #require(taken.status == 0)
        let file = samples.folder.file("export.ndjson")
        try #require(try await Storekeeper.run("export", "--store", store, "--out", file).status == 0)
        try await TestDatabase.run { database in
            // The address may hold a password, which a flag must not.
            let environment = ["STOREKEEPER_STORE": database.address.connectionString]
            let prepared = try await database.store()
            await prepared.close()
            let imported = try await Storekeeper.run(
                "import", file, "--root", samples.root, environment: environment)
            #expect(imported.status == 0, "\(imported.error)")
            for question in [["--all", "--digest"], ["--digest", "--facts"]] {
                let one = try await Storekeeper.run(["entitlements", "--store", store] + question)
                let other = try await Storekeeper.run(["entitlements"] + question, environment: environment)
                #expect(one.status == 0 && one.output == other.output && !one.output.isEmpty)
            }
            let check = try await Storekeeper.run("store", "check", environment: environment)
            #expect(check.status == 0, "\(check.output)")
            let back = try await Storekeeper.run("export", environment: environment)
            #expect(back.output == samples.folder.text("export.ndjson"))
        }
    }
}
