internal import EntitlementStorage
internal import Entitlements
internal import SQLiteStorage
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Care: inspect, export, import, store check", .timeLimit(.minutes(30)))
struct CareTests {
    private let samples: SignedSamples
    private let store: String
    private let during = SamplePayload.signedDate + SamplePayload.period + 1000

    /// A store with two lines, something quarantined, something recorded and something rejected.
    init() async throws {
        samples = try SignedSamples()
        store = samples.store()
        let revoked: JSONValue = ["revocationDate": .integer(SamplePayload.signedDate + 1000), "revocationReason": 0]
        let lines = [
            try samples.notification(1), try samples.notification(0),
            try samples.notification(line: 2, type: "REFUND", transaction: revoked), try samples.quarantinable(),
            try samples.recordable(), "garbage",
        ]
        let ingested = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, input: Array(lines.joined(separator: "\n").utf8))
        try #require(ingested.status == 1)
    }

    private func digests(_ store: String) async throws -> [String] {
        let answers = try await Storekeeper.run("entitlements", "--store", store, "--all", "--digest")
        let facts = try await Storekeeper.run("entitlements", "--store", store, "--digest", "--facts")
        try #require(answers.status == 0 && facts.status == 0, "\(answers.error) \(facts.error) \(facts.ending as Any)")
        return answers.lines + facts.lines
    }

    // MARK: - inspect

    @Test("inspect tells why, from what, what happened by which notification, and what is next")
    func inspect() async throws {
        let arguments = [
            "inspect", SignedSamples.customer(0), "--store", store, "--environment", "Sandbox", "--at", "\(during)",
        ]
        let text = try await Storekeeper.run(arguments)
        #expect(text.status == 0 && text.error.isEmpty)
        for words in [
            "LINE \(SignedSamples.original(0))  com.example.app", "(rule current-period)",
            "transaction 2000000900000001: ", "Started ", "Renewed ", "SUBSCRIBED  \(SignedSamples.uuid(0, 0))",
            "DID_RENEW  \(SignedSamples.uuid(1, 0))", "another period, from 2026-06-01 00:00:00Z",
            "access ends unless the renewal arrives",
        ] {
            #expect(text.output.contains(words), "\(words)")
        }
        let object = try await Storekeeper.run(arguments + ["--json"]).object
        let line = try #require(object["lines"]?.elements.map(\.self).first)
        #expect(
            line["timeline"]?.elements.map { $0["change"]?.string } == ["entitlement.granted", "entitlement.renewed"])
        #expect(
            line["timeline"]?.elements.map { $0["notification"]?["notificationUUID"]?.string } == [
                SignedSamples.uuid(0, 0), SignedSamples.uuid(1, 0),
            ])
        #expect(line["answers"]?.elements.map(\.self).first?["facts"]?.elements.map(\.self).isEmpty == false)
        // Before the renewal was signed nothing was known of it.
        let before = try await Storekeeper.run(
            "inspect", SignedSamples.original(0), "--store", store, "--environment", "Sandbox", "--at",
            "\(SamplePayload.signedDate + 1)", "--json"
        ).object
        #expect(before["lines"]?.elements.map(\.self).first?["timeline"]?.elements.map(\.self).count == 1)
    }

    @Test("inspect answers by the exit code: unknown ids are 4, --assert is 0 or 1")
    func inspectStatus() async throws {
        for (id, assertion, status) in [
            (SignedSamples.customer(0), "active", 0), (SignedSamples.customer(0), "inactive", 1),
            (SignedSamples.original(2), "active", 1), (SignedSamples.original(2), "inactive", 0),
            ("nobody", "active", 4),
        ] {
            let outcome = try await Storekeeper.run(
                "inspect", id, "--store", store, "--environment", "Sandbox", "--at", "\(during)", "--assert", assertion)
            #expect(outcome.status == Int32(status), "\(id) \(assertion)")
        }
        let elsewhere = try await Storekeeper.run("inspect", SignedSamples.customer(0), "--store", store)
        #expect(elsewhere.status == 4 && elsewhere.error.contains("add --environment Sandbox"))
    }

    // MARK: - export and import

    @Test("An export imported into another store gives the same digests, and the same events")
    func roundTrip() async throws {
        let file = samples.folder.file("export.ndjson")
        let exported = try await Storekeeper.run(
            "export", "--store", store, "--out", file, "--include-rejected")
        #expect(exported.status == 0 && exported.error.isEmpty)
        #expect(exported.lines == ["5 notifications, 0 transactions by themselves, 1 rejected"])
        #expect(samples.folder.mode("export.ndjson") == 0o600)
        let again = try await Storekeeper.run("export", "--store", store, "--out", file)
        #expect(again.status == 2)

        let copy = samples.store("copy.db")
        for number in 0..<2 {
            let imported = try await Storekeeper.run(
                "import", file, "--store", copy, "--root", samples.root, "--json")
            #expect(imported.status == 0)
            let summary = try #require(try imported.objects.last?["summary"])
            #expect(summary["applied"]?.number?.integer == (number == 0 ? 3 : 0))
            #expect(summary["duplicate"]?.number?.integer == (number == 0 ? 0 : 4))
            #expect(summary["rejected"]?.number?.integer == (number == 0 ? 1 : 0))
        }
        #expect(try await digests(copy) == digests(store))
        let second = try await Storekeeper.run("export", "--store", copy, "--include-rejected")
        #expect(second.output == samples.folder.text("export.ndjson"))
        let (one, other) = (try await events("store.db"), try await events("copy.db"))
        #expect(one == other && one.count >= 6)
    }

    @Test("The ledger goes with an export, and is taken once")
    func ledger() async throws {
        let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")
        let entries = (1...2).map { number in
            LedgerEntry(
                subject: LedgerSubject(scope: scope, kind: .purchase, id: "7"), at: Int64(number), key: "k\(number)",
                content: .consumption(
                    Consumption(requested: number == 1 ? 1 : nil, quantity: 1, bought: 2, consumed: Int64(number))))
        }
        let first = try await SQLiteStore(path: samples.folder.file("store.db"))
        for entry in entries { #expect(try await first.take(entry) == .added) }
        await first.close()
        let file = samples.folder.file("export.ndjson")
        let exported = try await Storekeeper.run("export", "--store", store, "--out", file)
        #expect(exported.lines == ["5 notifications, 0 transactions by themselves, 2 entries of the ledger"])
        let copy = samples.store("copy.db")
        for (number, status) in [(0, 0), (1, 0)] {
            let imported = try await Storekeeper.run("import", file, "--store", copy, "--root", samples.root, "--json")
            #expect(imported.status == Int32(status))
            let ledger = try #require(try imported.objects.last?["summary"]?["ledger"])
            #expect(ledger["added"]?.number?.integer == (number == 0 ? 2 : 0))
            #expect(ledger["known"]?.number?.integer == (number == 0 ? 0 : 2))
        }
        #expect(try await digests(copy) == digests(store))
        let second = try await SQLiteStore(path: samples.folder.file("copy.db"))
        #expect(try await second.ledger(after: nil, limit: 9).map(\.entry) == entries)
        await second.close()
        // Another entry has a key that the export brings: it is told, and not taken.
        let other = try await SQLiteStore(path: samples.folder.file("other.db"))
        var taken = entries[0]
        taken.at = 99
        #expect(try await other.take(taken) == .added)
        await other.close()
        let imported = try await Storekeeper.run(
            "import", file, "--store", samples.store("other.db"), "--root", samples.root)
        #expect(imported.status == 1)
        #expect(imported.lines.contains("ledger: 1 added, 0 known, 1 whose key is taken"))
        #expect(imported.output.contains("ledger.key_taken"))
    }

    /// The ids of all events in their order.
    private func events(_ name: String) async throws -> [String] {
        let store = try await SQLiteStore(path: samples.folder.file(name))
        let events = try await store.events(EventQuery(limit: 1000)).events
        await store.close()
        return events.map { "\($0.sequence) \($0.id) \($0.createdAt)" }
    }

    @Test("An export that is cut off, or damaged, is told of")
    func broken() async throws {
        let whole = try await Storekeeper.run("export", "--store", store)
        let cut = whole.lines.dropLast().joined(separator: "\n") + "\n"
        let outcome = try await Storekeeper.run(
            "import", "--store", "memory:", "--root", samples.root, input: Array(cut.utf8))
        #expect(outcome.status == 1 && outcome.error.contains("the export is not whole"))
        let foreign = try await Storekeeper.run(
            "import", "--store", "memory:", "--root", samples.root, input: Array((whole.output + "{}\n").utf8))
        #expect(foreign.status == 1 && foreign.output.contains("line 8: rejected  input.kind"))
        let twice = try await Storekeeper.run(
            "import", "--store", "memory:", "--root", samples.root, input: Array((whole.output + whole.output).utf8))
        #expect(twice.status == 0)
        let gap = try await Storekeeper.run(
            "import", "--store", "memory:", "--root", samples.root, input: Array((cut + whole.output).utf8))
        #expect(gap.status == 1 && gap.error.contains("the export is not whole"))
        let headless = whole.lines.dropFirst().joined(separator: "\n")
        let begun = try await Storekeeper.run(
            "import", "--store", "memory:", "--root", samples.root, input: Array(headless.utf8))
        #expect(begun.status == 1 && begun.output.contains("the line comes before the header of an export"))
        let newer = whole.output.replacing("\"version\":1", with: "\"version\":9")
        let refused = try await Storekeeper.run(
            "import", "--store", "memory:", "--root", samples.root, "--json", input: Array(newer.utf8))
        #expect(
            refused.status == 1 && refused.error.contains("the export is of format \"storekeeper-export\", version 9"))
        #expect(try refused.objects.last?["summary"]?["applied"]?.number?.integer == 0)
        let untrusted = try await Storekeeper.run("import", "--store", "memory:", input: Array(whole.output.utf8))
        #expect(untrusted.status == 1 && untrusted.output.contains("chain.untrusted"))
    }

    @Test("import and replay trust what the configuration file trusts, and say when they accept any app")
    func trustOfFile() async throws {
        let export = Array(try await Storekeeper.run("export", "--store", store).output.utf8)
        func file(_ name: String, app: String) throws -> String {
            let trust: JSONValue = [
                "roots": [.string(samples.root)], "environments": ["Sandbox"], "apps": [["bundleId": .string(app)]],
            ]
            return try samples.folder.write(name, JSONWriter().text(["trust": trust]))
        }
        let own = try file("own.json", app: "com.example.app")
        let other = try file("other.json", app: "com.example.other")
        let names = try samples.folder.write("names.json", "{}")
        func take(_ arguments: String...) async throws -> Storekeeper.Outcome {
            try await Storekeeper.run(["import", "--store", "memory:", "--json"] + arguments, input: export)
        }
        func applied(_ outcome: Storekeeper.Outcome) throws -> Int64? {
            try outcome.objects.last?["summary"]?["applied"]?.number?.integer
        }
        let taken = try await take("--config", own)
        #expect(try taken.status == 0 && applied(taken) == 3 && taken.error.isEmpty)
        let foreign = try await take("--config", other)
        #expect(try foreign.status == 1 && applied(foreign) == 0)
        #expect(foreign.output.contains("app.bundle_id"))
        // A flag counts before the file.
        let flagged = try await take("--config", other, "--app", "com.example.app")
        #expect(try flagged.status == 0 && applied(flagged) == 3)
        let any = try await take("--config", names, "--root", samples.root)
        #expect(try any.status == 0 && applied(any) == 3)
        #expect(any.error.contains("any app is accepted, as no --app is given"))
        let broken = try await take("--config", try samples.folder.write("broken.json", "{"))
        #expect(broken.status == 2)
        let again = try await Storekeeper.run(
            "replay", "--reprocess", "--store", store, "--config", other, "--yes", "--json")
        #expect(again.status == 1 && again.output.contains("app.bundle_id"))
        let same = try await Storekeeper.run(
            "replay", "--reprocess", "--store", store, "--config", own, "--yes", "--json")
        #expect(same.status == 0)
    }

    // MARK: - store check

    @Test("A store that is as it was written has nothing to tell")
    func check() async throws {
        let outcome = try await Storekeeper.run("store", "check", "--store", store)
        #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.output)")
        let summary = try await Storekeeper.run("store", "check", "--store", store, "--json").object["summary"]
        #expect(summary?["lines"]?.number?.integer == 2 && summary?["notifications"]?.number?.integer == 5)
        #expect(summary?["differences"]?.number?.integer == 0)
    }

    @Test("Projections that differ are found, and worked out again with --repair --yes only")
    func repair() async throws {
        // Partial refunds that end access make other answers of the same statements.
        let partial: JSONValue = [
            "revocationDate": .integer(SamplePayload.signedDate + 1000), "revocationReason": 0,
            "revocationPercentage": 50_000,
        ]
        let line = try samples.notification(line: 3, type: "REFUND", transaction: partial)
        let taken = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, input: Array(line.utf8))
        #expect(taken.status == 0)
        let config = try samples.folder.write("config.json", #"{"partialRevocation": "endsAccess"}"#)
        let check = ["store", "check", "--store", store, "--config", config]
        let found = try await Storekeeper.run(check + ["--json"])
        #expect(found.status == 1)
        #expect(
            try found.objects.map { $0["originalTransactionId"]?.string } == [SignedSamples.original(3), nil])
        #expect(try found.objects.first?["kind"]?.string == "projection.differs")
        let planned = try await Storekeeper.run(check + ["--repair"])
        #expect(planned.status == 1 && planned.output.contains("would work out 1 projections again"))
        #expect(try await Storekeeper.run(check).status == 1)
        let repaired = try await Storekeeper.run(check + ["--repair", "--yes"])
        #expect(repaired.status == 0 && repaired.output.contains("worked out 1 projections again"))
        #expect(try await Storekeeper.run(check).status == 0)
    }
}
