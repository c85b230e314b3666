internal import EntitlementStorage
internal import FoundationEssentials
internal import PostgreSQLStorage
internal import StrictJSON
internal import TestSupport
internal import Testing

/// The program with a store on a server.
///
/// `STOREKEEPER_RACES` is how often processes race, 2 unless given; `STOREKEEPER_SEED` chooses other orders.
@Suite(
    "PostgreSQL", .timeLimit(.minutes(120)),
    .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
struct PostgreSQLTests {
    private let samples: SignedSamples

    init() throws { samples = try SignedSamples() }

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    private func ingest(_ lines: [String], into store: String) async throws -> Storekeeper.Outcome {
        try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, "--json",
            input: Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private func digests(_ store: String) async throws -> [String] {
        let answers = try await Storekeeper.run("entitlements", "--store", store, "--all", "--digest")
        let facts = try await Storekeeper.run("entitlements", "--store", store, "--digest", "--facts")
        #expect(answers.status == 0 && facts.status == 0, "\(answers.error)")
        return answers.lines + facts.lines
    }

    @Test("Four processes with one shuffled corpus and its duplicates end as one process does")
    func race() async throws {
        let corpus = try (0..<8).flatMap { line in try (0..<8).map { try samples.notification($0, line: line) } }
        #expect(try await ingest(corpus, into: samples.store()).status == 0)
        let expected = try await digests(samples.store())
        #expect(Set(expected).count == 2)
        let rounds = Self.number("STOREKEEPER_RACES") ?? 2
        var equal = 0
        for round in 0..<rounds {
            var generator = SeededGenerator(seed: UInt64(Self.number("STOREKEEPER_SEED") ?? 4) &+ UInt64(round))
            let shuffled = (corpus + corpus).shuffled(using: &generator)
            // Each process has a part of its own, and all have some in common.
            let parts = (0..<4).map { part in
                (shuffled.enumerated().filter { $0.offset % 4 == part }.map(\.element) + corpus.prefix(16))
                    .shuffled(using: &generator)
            }
            let found = try await TestDatabase.run { database in
                let store = database.address.connectionString
                let outcomes = try await withThrowingTaskGroup(of: Storekeeper.Outcome.self) { group in
                    for part in parts { group.addTask { try await ingest(part, into: store) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.map(\.status) == [0, 0, 0, 0], "\(outcomes.map(\.error))")
                let log = try await database.console.run(
                    "SELECT count(*)::text, count(DISTINCT uuid)::text FROM notification")
                #expect(log == [["\(corpus.count)", "\(corpus.count)"]])
                return try await digests(store)
            }
            #expect(found == expected, "round \(round)")
            if found == expected { equal += 1 }
        }
        if Self.number("STOREKEEPER_RACES") != nil {
            print("4 processes ended as one in \(equal) rounds of \(rounds): \(expected.joined(separator: " "))")
        }
    }

    @Test("Two services on one database answer alike")
    func services() async throws {
        try await TestDatabase.run { database in
            let arguments =
                ["--store", database.address.connectionString] + (try ServiceProcess.trust(in: samples.folder))
            // What exists is looked at; what does not is not made.
            let check = try await Storekeeper.run(["serve"] + arguments + ["--check"])
            #expect(check.status == 0, "\(check.error)")
            let tables = try await database.console.run(
                "SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace")
            #expect(tables.isEmpty)
            let empty = try await Storekeeper.run(
                "entitlements", "--store", database.address.connectionString, "--all")
            #expect(empty.status == 2)
            #expect(empty.error.contains("there is no store at '\(database.address.shown)'"))
            let one = try await ServiceProcess.start(in: samples.folder, arguments, log: "one")
            let other = try await ServiceProcess.start(in: samples.folder, arguments, log: "other")
            let body = TestSigner.body(try samples.notification())
            let words = [try await one.post(body)?.text, try await other.post(body)?.text]
            #expect(words[0]?.contains("applied") == true && words[1]?.contains("duplicate") == true)
            let question =
                "/v1/customers/\(SignedSamples.customer(0))/entitlements?environment=Sandbox&at=2040-01-01T00:00:00Z"
            let answers = [try await one.ask("GET", question), try await other.ask("GET", question)]
            #expect(answers.map { $0?.status } == [200, 200])
            #expect(answers[0]?.text == answers[1]?.text)
            #expect(try await other.ask("GET", "/readyz")?.status == 200)
            for service in [one, other] { #expect(try await service.stop() == .exited(0)) }
        }
    }

    @Test("Deliveries from a database are listed, put in the queue again, paused and resumed")
    func deliveries() async throws {
        try await TestDatabase.run { database in
            let store = database.address.connectionString
            #expect(try await ingest([try samples.notification()], into: store).status == 0)
            let opened = try await database.store()
            try await opened.addTarget("app", from: .beginning)
            try #require(await opened.lease("app", holder: "test", now: 0, until: 1))
            try #require(await opened.enqueue([1, 2], for: "app", holder: "test", from: 0, to: 2, at: 1000))
            let attempt = DeliveryAttempt(startedAt: 2000, duration: 7, status: 500, error: nil)
            let report = TargetReport(
                results: [
                    TargetReport.Result(
                        delivery: 1, attempt: attempt,
                        progress: DeliveryProgress(state: .failed, tries: 1, since: 2000))
                ], health: TargetHealth(failures: 1))
            try #require(await opened.settle(report, for: "app", holder: "test", at: 2007))
            await opened.close()
            func ask(_ arguments: String...) async throws -> Storekeeper.Outcome {
                try await Storekeeper.run(["deliveries"] + arguments + ["--store", store])
            }
            let states = try await ask("list", "--json").objects.map { $0["state"]?.string }
            #expect(states == ["waiting", "failed"])
            let event = try #require(try await ask("show", "1", "--json").object["eventId"]?.string)
            let own = try await ask("list", "--json", "--event", event, "--state", "failed").objects
            #expect(own.map { $0["id"]?.number?.integer } == [1])
            #expect(try await ask("recover", "--target", "app", "--since", "2020-01-01", "--yes").status == 0)
            #expect(try await ask("list", "--json", "--state", "failed").objects.isEmpty)
            #expect(try await ask("pause", "app").status == 0)
            #expect(try await ask("list").lines.first?.contains("paused since ") == true)
            #expect(try await ask("resume", "app").status == 0)
        }
    }

    @Test("A password on the command line is refused and not repeated; elsewhere it may stand, and is not shown")
    func password() async throws {
        let address = "postgresql://somebody:hunter2hunter2@/storekeeper?host=\(samples.folder.path)"
        for command in [["entitlements", "--all"], ["ingest"], ["serve", "--app", "com.example.app:1"]] {
            let refused = try await Storekeeper.run(command + ["--store", address], input: [])
            #expect(refused.status == 2)
            #expect(refused.error.contains("PGPASSWORD"))
            let unavailable = try await Storekeeper.run(command, input: [], environment: ["STOREKEEPER_STORE": address])
            #expect(unavailable.status == 3, "\(unavailable.error)")
            #expect(unavailable.error.contains("postgresql://somebody@/storekeeper"))
            for outcome in [refused, unavailable] {
                #expect(!(outcome.output + outcome.error).contains("hunter2"))
            }
        }
    }
}
