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
        func reject() async throws {
            let outcome = try await Storekeeper.run("ingest", "--store", store, input: Array("garbage".utf8))
            #expect(outcome.status == 1)
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
        try await reject()
        let before = try await digest()
        let all = ["--notifications-before", "2100-01-01", "--events-before", "2100-01-01"]
        let plan = try await prune(all[0], all[1], all[2], all[3])
        #expect(plan.map { $0["kind"]?.string } == ["events", "notifications", "rejected"])
        #expect(plan.map { $0["applied"]?.boolean } == [false, false, false])
        #expect(plan.map { $0["forgotten"]?.number?.integer }.dropFirst() == [6, 1])
        // The newest of each of the three lines.
        #expect(plan.map { $0["keptForStatus"]?.number?.integer } == [0, 3, 0])
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

    /// The answers of a store, and what people are told of a line after its log was forgotten and exported.
    private func export(_ store: String, into other: String) async throws {
        let lines = try (0..<2).flatMap { line in try (0..<3).map { try samples.notification($0, line: line) } }
        let ingested = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, input: Array(lines.joined(separator: "\n").utf8))
        #expect(ingested.status == 0)
        let pruned = try await Storekeeper.run(
            "store", "prune", "--store", store, "--notifications-before", "2100-01-01", "--apply")
        let warning = "2100-01-01 00:00:00Z is to come: nothing is too new to be forgotten"
        #expect(pruned.error.split(separator: warning, omittingEmptySubsequences: false).count == 2)
        #expect(pruned.output.contains("forgot 4 notifications"))
        #expect(pruned.output.contains("2 are kept, each the last to say the store status of its line"))
        let inspected = try await Storekeeper.run(
            "inspect", SignedSamples.original(0), "--store", store, "--environment", "Sandbox")
        #expect(inspected.output.contains("a notification that is no longer kept"))
        #expect(!inspected.output.contains("a client's transaction"))
        let file = samples.folder.file("\(other.utf8.count).ndjson")
        let exported = try await Storekeeper.run("export", "--store", store, "--out", file)
        #expect(exported.status == 0)
        #expect(exported.error.contains("4 notifications were forgotten by storekeeper store prune"))
        #expect(
            exported.lines == [
                "2 notifications, 4 transactions, 4 renewal infos and 0 app transactions by themselves"
            ])
        let imported = try await Storekeeper.run("import", file, "--store", other, "--root", samples.root)
        #expect(imported.status == 0, "\(imported.output)")
        for question in [
            ["--at", "\(SamplePayload.signedDate + 2 * SamplePayload.period + 1)"],
            ["--at", "\(SamplePayload.signedDate + 9 * SamplePayload.period)"],
        ] {
            let arguments = ["--all", "--digest"] + question
            let (one, same) = (
                try await Storekeeper.run(["entitlements", "--store", store] + arguments),
                try await Storekeeper.run(["entitlements", "--store", other] + arguments)
            )
            #expect(one.status == 0 && one.output == same.output && !one.output.isEmpty)
        }
        #expect(try await Storekeeper.run("store", "check", "--store", other).status == 0)
        // What was taken without its notification is exported so again.
        let second = try await Storekeeper.run("export", "--store", other)
        #expect(second.status == 0 && second.output == samples.folder.text("\(other.utf8.count).ndjson"))
        #expect(second.error.contains("this store was made from one that had forgotten notifications"))
    }

    @Test("An export after forgetting gives the same answers")
    func export() async throws { try await export(samples.store(), into: samples.store("other.db")) }

    @Test(
        "An export of a database after forgetting gives the same answers",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
    func exportFromDatabase() async throws {
        try await TestDatabase.run { database in
            try await export(database.address.connectionString, into: samples.store("other.db"))
        }
    }

    @Test("A renewal info by itself is taken only for an app that is accepted")
    func renewalInfoOfAnotherApp() async throws {
        let store = samples.store()
        let ingested = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root,
            input: Array(try (0..<2).map { try samples.notification($0) }.joined(separator: "\n").utf8))
        #expect(ingested.status == 0)
        _ = try await Storekeeper.run(
            "store", "prune", "--store", store, "--notifications-before", "2100-01-01", "--apply")
        let exported = try await Storekeeper.run("export", "--store", store).output
        let forged = exported.replacing("\"bundleId\":\"com.example.app\"", with: "\"bundleId\":\"com.example.other\"")
        #expect(forged != exported)
        let imported = try await Storekeeper.run(
            "import", "--store", samples.store("other.db"), "--root", samples.root, "--app",
            "com.example.app:1234567890", input: Array(forged.utf8))
        #expect(imported.status == 1)
        #expect(imported.output.contains("app.bundle_id"))
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
