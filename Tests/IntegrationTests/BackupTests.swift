internal import FoundationEssentials
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Care: backup, migrate, replay", .timeLimit(.minutes(30)))
struct BackupTests {
    private let samples: SignedSamples
    private let store: String

    init() async throws {
        samples = try SignedSamples()
        store = samples.store()
        let lines = [try samples.notification(0), try samples.notification(1), try samples.quarantinable(), "garbage"]
        let ingested = try await Storekeeper.run(
            "ingest", "--store", store, "--root", samples.root, input: Array(lines.joined(separator: "\n").utf8))
        try #require(ingested.status == 1)
    }

    private func digest(_ store: String) async throws -> String {
        let outcome = try await Storekeeper.run("entitlements", "--store", store, "--digest", "--facts")
        try #require(outcome.status == 0)
        return outcome.output
    }

    @Test("A backup is complete, readable by its owner only, and never takes the place of a file unasked")
    func backup() async throws {
        let file = samples.folder.file("copy.db")
        let made = try await Storekeeper.run("backup", "--store", store, "--out", file)
        #expect(made.status == 0 && made.output.contains("3 notifications"), "\(made.error)")
        #expect(samples.folder.mode("copy.db") == 0o600)
        #expect(try await digest("sqlite:\(file)") == digest(store))
        #expect(try await Storekeeper.run("store", "check", "--store", "sqlite:\(file)").status == 0)
        let held = samples.folder.bytes("copy.db")
        let refused = try await Storekeeper.run("backup", "--store", store, "--out", file)
        #expect(refused.status == 2 && refused.error.contains("--force replaces it"))
        #expect(samples.folder.bytes("copy.db") == held)
        #expect(try await Storekeeper.run("backup", "--store", store, "--out", file, "--force").status == 0)
        let folderless = try await Storekeeper.run(
            "backup", "--store", store, "--out", samples.folder.file("none/copy.db"))
        #expect(folderless.status == 2)
    }

    @Test("A backup never takes the place of the store, by whatever name, or of another that is in use")
    func ownPlace() async throws {
        let file = String(store.dropFirst("sqlite:".count))
        let before = try await digest(store)
        let link = samples.folder.file("link.db")
        let twin = samples.folder.file("twin.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try FileManager.default.linkItem(atPath: file, toPath: twin)
        for name in [file, link, twin, file + "-wal"] {
            let refused = try await Storekeeper.run("backup", "--store", store, "--out", name, "--force")
            #expect(refused.status == 2 && refused.error.contains("belongs to the store"), "\(name): \(refused.error)")
        }
        let other = try samples.folder.write("other.db", [UInt8]())
        _ = try samples.folder.write("other.db-wal", [UInt8](repeating: 1, count: 9))
        for options in [["--force"], []] {
            let refused = try await Storekeeper.run(["backup", "--store", store, "--out", other] + options)
            #expect(refused.status == 2, "\(refused.output)")
        }
        #expect(samples.folder.bytes("other.db").isEmpty)
        #expect(try await digest(store) == before)
    }

    @Test("What is no SQLite file is not backed up", arguments: ["memory:", "postgresql://host/db", "sqlite:/none.db"])
    func refused(_ url: String) async throws {
        let outcome = try await Storekeeper.run(
            "backup", "--store", url, "--out", samples.folder.file("copy.db"))
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(samples.folder.mode("copy.db") == nil)
    }

    @Test("A backup replaces no device and no pipe, forced or not")
    func device() async throws {
        let pipe = samples.folder.file("pipe")
        #expect(try await Storekeeper.bash("mkfifo \"$1\"", pipe).status == 0)
        for arguments in [[], ["--force"]] {
            let outcome = try await Storekeeper.run(["backup", "--store", store, "--out", pipe] + arguments)
            #expect(outcome.status == 2 && outcome.error.contains("is no file but a device or a pipe"))
        }
        #expect(try await Storekeeper.bash("test -p \"$1\"", pipe).status == 0)
    }

    @Test("migrate says what is to be done, and does it")
    func migrate() async throws {
        let fine = try await Storekeeper.run("migrate", "--check", "--store", store, "--json")
        #expect(fine.status == 0)
        let needed = try #require(try fine.object["needed"]?.number?.integer)
        #expect(try fine.object["found"]?.number?.integer == needed)
        let empty = try samples.folder.write("empty.db", [UInt8]())
        let check = try await Storekeeper.run("migrate", "--check", "--store", "sqlite:\(empty)", "--json")
        #expect(check.status == 1)
        #expect(try check.object["found"]?.number?.integer == 0)
        #expect(try check.object["steps"]?.elements.map(\.self).count == Int(needed))
        #expect(samples.folder.bytes("empty.db").isEmpty)
        #expect(try await Storekeeper.run("migrate", "--store", "sqlite:\(empty)").status == 0)
        #expect(try await Storekeeper.run("migrate", "--check", "--store", "sqlite:\(empty)").status == 0)
        #expect(try await Storekeeper.run("migrate", "--store", samples.store("none.db")).status == 2)
        #expect(samples.folder.mode("none.db") == nil)
        let memory = try await Storekeeper.run("migrate", "--check", "--store", "memory:")
        #expect(memory.status == 2 && memory.error.contains("name one that lasts") && !memory.error.contains("folder"))
    }

    @Test("Everything run through today's rules again changes nothing; without --yes only the plan is told")
    func replay() async throws {
        let arguments = ["replay", "--reprocess", "--store", store, "--root", samples.root]
        let before = try await digest(store)
        let plan = try await Storekeeper.run(arguments)
        #expect(plan.status == 0 && plan.output.contains("would verify and merge 4 stored inputs again"))
        let done = try await Storekeeper.run(arguments + ["--yes"])
        #expect(done.status == 0 && done.lines == ["4 unchanged, 0 changed, 0 verified before and not now"])
        #expect(try await digest(store) == before)
        let counts = try await Storekeeper.run("store", "check", "--store", store)
        #expect(counts.status == 0, "\(counts.output)")
        let quarantined = try await Storekeeper.run(
            arguments + ["--status", "quarantined", "--yes", "--json"]
        ).object
        #expect(quarantined["summary"]?["unchanged"]?.number?.integer == 1)
    }

    @Test("What does not verify any more is told, and stays as it is; what verifies now is merged")
    func replayTrust() async throws {
        let before = try await digest(store)
        let lost = try await Storekeeper.run("replay", "--reprocess", "--store", store, "--yes")
        #expect(lost.status == 1 && lost.output.contains("applied before, rejected now  chain.untrusted"))
        #expect(lost.lines.last == "1 unchanged, 0 changed, 3 verified before and not now")
        #expect(try await digest(store) == before)

        let (late, line) = (samples.store("late.db"), try samples.notification())
        let rejected = try await Storekeeper.run("ingest", "--store", late, input: Array(line.utf8))
        #expect(rejected.status == 1)
        let now = try await Storekeeper.run(
            "replay", "--reprocess", "--status", "rejected", "--store", late, "--root", samples.root, "--yes")
        #expect(now.status == 0 && now.lines.last == "0 unchanged, 1 changed, 0 verified before and not now")
        let answers = try await Storekeeper.run("entitlements", "--store", late, "--all", "--json")
        #expect(answers.lines.count == 1)
    }
}
