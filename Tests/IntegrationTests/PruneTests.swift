internal import EntitlementStorage
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("store prune and store partitions", .timeLimit(.minutes(30)))
struct PruneTests {
    private let samples: SignedSamples

    init() throws { samples = try SignedSamples() }

    /// What the program does with a store, in the order of a month's care.
    private func care(_ store: String) async throws {
        let lines = try (0..<3).flatMap { line in try (0..<3).map { try samples.notification($0, line: line) } }
        func ingest() async throws {
            let outcome = try await Storekeeper.run(
                "ingest", "--store", store, "--root", samples.root,
                input: Array(lines.joined(separator: "\n").utf8))
            #expect(outcome.status == 0, "\(outcome.error)")
        }
        func digest() async throws -> String {
            try await Storekeeper.run("entitlements", "--store", store, "--all", "--digest").output
        }
        func prune(_ arguments: String...) async throws -> [JSONNode] {
            let outcome = try await Storekeeper.run(["store", "prune", "--store", store, "--json"] + arguments)
            #expect(outcome.status == 0, "\(outcome.error)")
            return try outcome.objects
        }
        try await ingest()
        let before = try await digest()
        let all = ["--notifications-before", "2100-01-01", "--events-before", "2100-01-01"]
        let plan = try await prune(all[0], all[1], all[2], all[3])
        #expect(plan.map { $0["kind"]?.string } == ["events", "notifications"])
        #expect(plan.map { $0["applied"]?.boolean } == [false, false])
        #expect(plan[1]["forgotten"]?.number?.integer == 9)
        #expect((plan[1]["bytes"]?.number?.integer ?? 0) > 0)
        let done = try await prune(all[0], all[1], all[2], all[3], "--apply")
        #expect(done.map { $0["forgotten"]?.number?.integer } == plan.map { $0["forgotten"]?.number?.integer })
        #expect(try await prune(all[0], all[1]).first?["forgotten"]?.number?.integer == 0)
        #expect(try await digest() == before)
        let check = try await Storekeeper.run("store", "check", "--store", store)
        #expect(check.status == 0, "\(check.output)")
        // Late duplicates of what was forgotten.
        try await ingest()
        #expect(try await digest() == before)
        #expect(try await Storekeeper.run("store", "check", "--store", store).status == 0)
    }

    @Test("What is forgotten changes no answer, also when it comes once more")
    func sqlite() async throws {
        try await care(samples.store())
        let partitions = try await Storekeeper.run("store", "partitions", "--store", samples.store())
        #expect(partitions.status == 0)
        #expect(partitions.output == "this store has no partitions: there is nothing to do\n")
        let nothing = try await Storekeeper.run("store", "prune", "--store", samples.store())
        #expect(nothing.status == 2 && nothing.error.contains("nothing is named that is to be forgotten"))
        let plan = try await Storekeeper.run(
            "store", "prune", "--store", samples.store(), "--events-before", "2000-01-01")
        #expect(plan.output.hasPrefix("would forget 0 events from before 2000-01-01 00:00:00Z"))
        #expect(plan.error.contains("add --apply to do it"))
    }

    @Test("The same in a database", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
    func postgresql() async throws {
        try await TestDatabase.run { database in
            let store = database.address.connectionString
            try await care(store)
            let made = try await Storekeeper.run(
                "store", "partitions", "--store", store, "--months", "1", "--json")
            #expect(made.status == 0, "\(made.error)")
            #expect(try made.objects.count == 2)
            #expect(try made.objects.last?["state"]?.string == "made")
        }
    }
}
