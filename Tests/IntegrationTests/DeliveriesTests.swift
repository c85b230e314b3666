internal import EntitlementStorage
internal import SQLiteStorage
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("deliveries", .timeLimit(.minutes(30)))
struct DeliveriesTests {
    private let samples: SignedSamples
    private let store: String

    /// A store with two lines, four events, and a target: of its deliveries 1 was made, 2 failed, 3 and 4 wait.
    init() async throws {
        samples = try SignedSamples()
        store = samples.store()
        let lines = [try samples.notification(), try samples.notification(line: 1)]
        let ingested = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root,
            input: Array(lines.joined(separator: "\n").utf8))
        try #require(ingested.status == 0)
        let opened = try await SQLiteStore(path: samples.folder.file("store.db"))
        try await opened.addTarget("app", from: .beginning)
        try #require(await opened.lease("app", holder: "test", now: 0, until: 1))
        try #require(
            await opened.enqueue([1, 2, 3, 4], for: "app", holder: "test", from: 0, to: 4, at: 1000))
        let results = [(1, 200, .delivered), (2, 500, .failed)] as [(Int64, Int, DeliveryState)]
        let report = TargetReport(
            results: results.map { id, status, state in
                TargetReport.Result(
                    delivery: id,
                    attempt: DeliveryAttempt(
                        startedAt: 2000, duration: 7, status: status, error: nil,
                        answer: Array("well\u{1B}[1m".utf8)),
                    progress: DeliveryProgress(state: state, tries: 1, since: 2000))
            }, health: TargetHealth(failures: 1))
        try #require(await opened.settle(report, for: "app", holder: "test", at: 2007))
        await opened.close()
    }

    private func ask(_ verb: String, _ arguments: String...) async throws -> Storekeeper.Outcome {
        try await Storekeeper.run(["deliveries", verb] + arguments + ["--store", store])
    }

    private func states() async throws -> [String?] {
        try await ask("list", "--json").objects.map { $0["state"]?.string }
    }

    @Test("list shows the newest first, filtered as asked, for programs one object a line")
    func list() async throws {
        let objects = try await ask("list", "--json").objects
        #expect(objects.map { $0["id"]?.number?.integer } == [4, 3, 2, 1])
        #expect(objects.map { $0["state"]?.string } == ["waiting", "waiting", "failed", "delivered"])
        for object in objects {
            #expect(
                object.names == [
                    "attempts", "bundleId", "changedAt", "createdAt", "environment", "eventId", "id",
                    "nextAttempt",
                    "originalTransactionId", "sequence", "state", "target", "type",
                ])
        }
        #expect(
            try await ask("list", "--json", "--state", "failed").objects.map { $0["id"]?.number?.integer }
                == [2])
        let event = try #require(objects.last?["eventId"]?.string)
        #expect(
            try await ask("list", "--json", "--event", event).objects.map { $0["id"]?.number?.integer }
                == [1])
        let page = try await ask("list", "--json", "--before", "4", "--limit", "2").objects
        #expect(page.map { $0["id"]?.number?.integer } == [3, 2])
    }

    @Test("list tells people how the targets stand")
    func text() async throws {
        let outcome = try await ask("list", "--target", "app")
        #expect(outcome.status == 0)
        #expect(
            outcome.lines.first?.hasPrefix("app  2 waiting, the oldest since 1970-01-01 00:00:01Z")
                == true)
        #expect(outcome.lines.first?.hasSuffix(", 1 failed") == true)
        #expect(outcome.lines.contains { $0.contains("after an earlier one of its line") })
        let unknown = try await ask("list", "--target", "other")
        #expect(unknown.status == 4 && unknown.output.isEmpty)
        #expect(
            unknown.error.contains("no target is named other")
                || unknown.error.contains("no target is named \"other\""))
        #expect(unknown.error.contains("known: app"))
    }

    @Test("show tells the event and every attempt, and keeps an answer from steering the terminal")
    func show() async throws {
        let outcome = try await ask("show", "2")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("DELIVERY 2  to app  failed  Sandbox"))
        #expect(outcome.output.contains("attempt 1  1970-01-01 00:00:02Z  status 500  7 ms"))
        #expect(outcome.output.contains("answered  well\\u{1b}[1m"))
        let object = try await ask("show", "2", "--json").object
        #expect(object["event"]?["sequence"]?.number?.integer == 2)
        #expect(object["attempted"]?.elements.map { $0["status"]?.number?.integer } == [500])
        #expect(try await ask("show", "9").status == 4)
        let event = try await ask("show", "evt_1")
        #expect(event.status == 2 && event.error.contains("deliveries list --event evt_1"))
    }

    @Test("redeliver shows a plan, and does it only when told")
    func redeliver() async throws {
        let type = try #require(try await ask("show", "1", "--json").object["type"]?.string)
        let plan = try await ask("redeliver", "1")
        #expect(plan.status == 2)
        #expect(
            plan.output
                == "would put 1 delivery in the queue: \(type) to app, delivered so far\n")
        #expect(plan.error.contains("nothing was done") && plan.error.contains("add --yes"))
        #expect(try await states() == ["waiting", "waiting", "failed", "delivered"])
        let done = try await ask("redeliver", "1", "--yes")
        #expect(done.status == 0 && done.lines.last == "1 delivery is in the queue again")
        #expect(try await states() == ["waiting", "waiting", "failed", "waiting"])
        #expect(try await ask("redeliver", "9", "--yes").status == 4)
    }

    @Test("recover takes what failed for a target since a time")
    func recover() async throws {
        let none = try await ask("recover", "--target", "app", "--since", "2100-01-01", "--json")
        #expect(none.status == 0)
        #expect(try none.objects.map { $0["deliveries"]?.number?.integer } == [0])
        let done = try await ask(
            "recover", "--target", "app", "--since", "2020-01-01", "--json", "--yes")
        #expect(done.status == 0)
        #expect(try done.objects.map { $0["deliveries"]?.number?.integer } == [1, 1])
        #expect(try done.objects.map { $0["done"]?.boolean } == [false, true])
        #expect(try await states() == ["waiting", "waiting", "waiting", "delivered"])
        #expect(
            try await ask("recover", "--target", "other", "--since", "2020-01-01", "--yes").status == 4)
        #expect(try await ask("recover", "--since", "2020-01-01").status == 2)
    }

    @Test("pause and resume say what happens, and list shows why")
    func pause() async throws {
        let paused = try await ask("pause", "app", "--reason", "it moves")
        #expect(paused.status == 0 && paused.output == "nothing is sent to app until it is resumed\n")
        #expect(try await ask("list").lines.first?.contains("paused since ") == true)
        #expect(try await ask("list").lines.first?.hasSuffix(": it moves") == true)
        let resumed = try await ask("resume", "app", "--json").object
        #expect(resumed["paused"]?.boolean == false)
        #expect(resumed["waiting"]?.number?.integer == 2)
        #expect(try await ask("pause", "other").status == 4)
        #expect(try await ask("resume", "other").status == 4)
    }

    @Test("A store that is not there is not made")
    func missing() async throws {
        let outcome = try await Storekeeper.run(
            "deliveries", "list", "--store", samples.store("none.db"))
        #expect(outcome.status == 2 && samples.folder.bytes("none.db").isEmpty)
    }
}
