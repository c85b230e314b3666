internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("entitlements", .timeLimit(.minutes(30)))
struct EntitlementsTests {
    private let samples: SignedSamples
    private let store: String
    /// An instant within the last period of line 0.
    private let during = SamplePayload.signedDate + SamplePayload.period + 1000

    /// A store with three lines: two periods, one period, and one that was refunded.
    init() async throws {
        samples = try SignedSamples()
        store = samples.store()
        let revoked: JSONValue = ["revocationDate": .integer(SamplePayload.signedDate + 1000), "revocationReason": 0]
        let lines = [
            try samples.notification(1), try samples.notification(0), try samples.notification(line: 1),
            try samples.notification(line: 2, type: "REFUND", transaction: revoked),
        ]
        let ingested = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, input: Array(lines.joined(separator: "\n").utf8))
        try #require(ingested.status == 0)
    }

    private func ask(_ arguments: String...) async throws -> Storekeeper.Outcome {
        try await Storekeeper.run(["entitlements", "--store", store] + arguments)
    }

    @Test("--all --json prints one object a line with sorted keys, ordered, with everything the contract names")
    func all() async throws {
        let outcome = try await ask("--all", "--json", "--at", "\(during)")
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        let objects = try outcome.objects
        #expect(objects.map { $0["originalTransactionId"]?.string } == (0..<3).map { SignedSamples.original($0) })
        for object in objects {
            #expect(
                object.names == [
                    "appAccountToken", "appTransactionId", "autoRenewProductId", "autoRenewStatus", "because",
                    "bundleId", "entitled", "environment", "expiresDate", "gracePeriodExpiresDate",
                    "originalTransactionId", "productId", "purchaseDate", "revocationDate", "revokedTransactionIds",
                    "state", "subscriptionGroupIdentifier", "transactionId", "type", "until",
                ])
            #expect(object["because"]?["rule"]?.string?.isEmpty == false)
            #expect(object["because"]?["facts"]?.kind == .array)
        }
        #expect(objects.map { $0["state"]?.string } == ["active", "expired", "revoked"])
        #expect(objects.map { $0["entitled"]?.boolean } == [true, false, false])
        #expect(objects[0]["transactionId"]?.string == "2000000900000001")
        #expect(objects[0]["until"]?.number?.integer == SamplePayload.signedDate + 2 * SamplePayload.period)
        #expect(objects[1]["until"]?.isNull == true && objects[1]["revocationDate"]?.isNull == true)
        #expect(objects[2]["revokedTransactionIds"]?.elements.map(\.string) == ["2000000920000000"])
    }

    @Test("--at answers for an instant, in any of the forms of a time, by what was signed until then")
    func instant() async throws {
        for time in ["\(SamplePayload.signedDate)", "2026-06-01", "2026-06-01T00:00:00Z", "2026-06-01T02:00:00+02:00"] {
            let objects = try await ask("--all", "--json", "--at", time).objects
            #expect(objects.map { $0["transactionId"]?.string } == (0..<3).map { "20000009\($0)0000000" }, "\(time)")
            #expect(objects.map { $0["state"]?.string } == ["active", "active", "active"], "\(time)")
        }
        let before = try await ask("--all", "--json", "--at", "\(SamplePayload.signedDate - 1)")
        #expect(before.status == 0 && before.output.isEmpty)
        let wrong = try await ask("--all", "--at", "2026-06-01T00:00:00")
        #expect(wrong.status == 2 && wrong.error.contains("its zone is missing"))
    }

    @Test("Now is the default, and can be asked for")
    func now() async throws {
        #expect(try await ask("--all", "--json").objects.count == 3)
        #expect(try await ask("--all", "--json", "--at", "now").objects.count == 3)
    }

    @Test("A customer is found by each kind of id, in Production unless the environment is named")
    func customer() async throws {
        let ids = [SignedSamples.customer(0), "704000000000000000", SignedSamples.original(0), "2000000900000001"]
        for id in ids {
            let outcome = try await ask(
                "--customer", id, "--environment", "Sandbox", "--json", "--at", "\(during)")
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(id)")
            let object = try outcome.object
            #expect(object["customer"]?.string == id)
            #expect(object["entitlements"]?.elements.map { $0["name"]?.string } == ["21000001"], "\(id)")
            #expect(object["entitlements"]?.elements.map { $0["entitled"]?.boolean } == [true], "\(id)")
            #expect(
                object["lines"]?.elements.map { $0["originalTransactionId"]?.string } == [SignedSamples.original(0)])
        }
        let elsewhere = try await ask("--customer", SignedSamples.customer(0), "--json")
        #expect(elsewhere.status == 4 && elsewhere.output.isEmpty)
        #expect(elsewhere.error.contains("known in Sandbox: add --environment Sandbox"))
        let nobody = try await ask("--customer", "nobody", "--environment", "Sandbox")
        #expect(nobody.status == 4 && nobody.output.isEmpty)
    }

    @Test("--assert answers by the exit code")
    func assertion() async throws {
        let cases: [(customer: Int, name: String, status: Int32)] = [
            (0, "21000001", 0), (0, "pro", 1), (1, "21000001", 1), (2, "21000001", 1), (7, "21000001", 1),
        ]
        for (customer, name, status) in cases {
            let outcome = try await ask(
                "--customer", SignedSamples.customer(customer), "--environment", "Sandbox", "--assert", name, "--at",
                "\(during)", "--json")
            #expect(outcome.status == status, "\(customer) \(name)")
            #expect(try outcome.object["customer"]?.string == SignedSamples.customer(customer))
        }
        let needy = try await ask("--all", "--assert", "pro")
        #expect(needy.status == 2 && needy.error.contains("--assert needs --customer ID"))
    }

    @Test("Digests are one line of 64 digits, or one object; by default at the greatest date held")
    func digest() async throws {
        let text = try await ask("--all", "--digest")
        let json = try await ask("--all", "--digest", "--json")
        let facts = try await ask("--digest", "--facts")
        #expect(text.lines.count == 1 && text.lines[0].utf8.count == 64)
        #expect(try json.object.names == ["digest"] && json.object["digest"]?.string == text.lines[0])
        #expect(facts.lines.count == 1 && facts.lines[0].utf8.count == 64 && facts.lines != text.lines)
        let greatest = SamplePayload.signedDate + SamplePayload.period
        #expect(try await ask("--digest", "--at", "\(greatest)").output == text.output)
        #expect(try await ask("--digest", "--at", "\(greatest - 1)").output != text.output)
        #expect(try await ask("--digest", "--facts", "--at", "0").output == facts.output)
    }

    @Test("Who is asked about must be said, once")
    func question() async throws {
        for (arguments, complaint) in [
            ([], "who is asked about?"), (["--all", "--customer", "x"], "--customer does not go with"),
            (["--all", "--facts"], "--facts goes with --digest"),
            (["--customer", "x", "--digest"], "does not go with"),
            (["--all", "--environment", "sandbox"], "did you mean Sandbox?"),
        ] {
            let outcome = try await Storekeeper.run(["entitlements", "--store", store] + arguments)
            #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.error.contains(complaint))
        }
        let storeless = try await Storekeeper.run("entitlements", "--all")
        #expect(storeless.status == 2 && storeless.error.contains("--store is missing"))
        let byEnvironment = try await Storekeeper.run(
            "entitlements", "--all", "--json", environment: ["STOREKEEPER_STORE": store])
        #expect(byEnvironment.status == 0 && byEnvironment.lines.count == 3)
    }

    @Test("A store that is missing, foreign or no database is refused and left as it is")
    func stores() async throws {
        let text = try samples.folder.write("text.db", String(repeating: "no database ", count: 100))
        // The header of another program's database: SQLite's magic and, at 68, its application id.
        var header = Array("SQLite format 3\u{0}".utf8) + [0x10, 0, 1, 1, 0, 64, 32, 32]
        header += [UInt8](repeating: 0, count: 4096 - header.count)
        (header[31], header[47], header[59], header[71]) = (1, 4, 1, 77)
        (header[100], header[105], header[106]) = (0x0D, 0x10, 0)
        let foreign = try samples.folder.write("foreign.db", header)
        for (url, complaint) in [
            ("sqlite:\(samples.folder.file("missing.db"))", "there is no such file"),
            ("sqlite:\(text)", "is not a SQLite database"), ("sqlite:\(foreign)", "is a database of another program"),
            ("sqlite:/", "cannot open"), ("postgresql://user:hunter2@host/db", "--store holds a password"),
            ("store.db", "not the address of a store"),
        ] {
            let outcome = try await Storekeeper.run("entitlements", "--store", url, "--all")
            #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.error.contains(complaint), "\(url)")
            #expect(!outcome.error.contains("hunter2"))
        }
        #expect(samples.folder.mode("missing.db") == nil)
        #expect(samples.folder.bytes("foreign.db") == header && samples.folder.mode("foreign.db-wal") == nil)
        let ingested = try await Storekeeper.run(
            "ingest", "--store", "sqlite:\(foreign)", "--root", samples.root,
            input: Array(try samples.notification().utf8))
        #expect(ingested.status == 2 && samples.folder.bytes("foreign.db") == header)
    }
}
