internal import CommandLineTool
internal import StrictJSON
internal import Testing

@Suite("simulate generate")
struct SimulateGenerateCommandTests {
    private static func lines(_ harness: CommandHarness, _ path: String) throws -> [JSONNode] {
        try (harness.files.entries[path]?.bytes ?? []).split(separator: UInt8(ascii: "\n")).map {
            try JSONDocument(parsing: Array($0)).root
        }
    }

    @Test("It writes bodies that its root verifies, and what must come of them")
    func files() async throws {
        let harness = CommandHarness()
        let outcome = await harness.run("simulate", "generate", "--count", "12", "--seed", "7", "--out", "h", "--json")
        #expect(outcome.status == .fine && outcome.error.isEmpty)
        let answer = try JSONDocument(parsing: Array(outcome.output.utf8)).root
        let bodies = try Self.lines(harness, "h/notifications.ndjson")
        let expected = try Self.lines(harness, "h/expected.ndjson")
        #expect(answer["histories"]?.number?.integer == 12 && answer["seed"]?.number?.integer == 7)
        #expect(answer["notifications"]?.number?.integer == Int64(bodies.count) && bodies.count >= 12)
        #expect(answer["purchases"]?.number?.integer == Int64(expected.count) && !expected.isEmpty)
        #expect(bodies.allSatisfy { $0["signedPayload"]?.string?.isEmpty == false })
        #expect(expected.allSatisfy { $0["state"]?.string != nil && $0["at"]?.number?.integer != nil })
        #expect(Set(expected.compactMap { $0["originalTransactionId"]?.string }).count == expected.count)
        let taken = await harness.run(
            "ingest", "h/notifications.ndjson", "--store", "memory:", "--root", "h/root.pem", "--json")
        #expect(taken.status == .fine)
        #expect(taken.error == "storekeeper: warning: any app is accepted, as no --app is given\n")
        #expect(taken.output.split(separator: "\n").count == bodies.count + 1)
    }

    @Test("The same seed gives the same expectations; other environments are claimed when asked for")
    func seeds() async throws {
        let harness = CommandHarness()
        for (folder, seed) in [("a", "7"), ("b", "7"), ("c", "8")] {
            let outcome = await harness.run("simulate", "generate", "--count", "5", "--seed", seed, "--out", folder)
            #expect(outcome.status == .fine)
            #expect(outcome.output.hasPrefix("made 5 histories in \(folder): "))
        }
        let files = ["a", "b", "c"].map { harness.files.entries["\($0)/expected.ndjson"]?.bytes }
        #expect(files[0] == files[1] && files[0] != files[2] && files[0]?.isEmpty == false)
        _ = await harness.run("simulate", "generate", "--count", "3", "--out", "p/", "--environment", "Production")
        let rows = try Self.lines(harness, "p/expected.ndjson")
        #expect(!rows.isEmpty && rows.allSatisfy { $0["environment"]?.string == "Production" })
        let taken = await harness.run(
            "ingest", "p/notifications.ndjson", "--store", "memory:", "--root", "p/root.pem", "--app",
            "com.example.app:1234567890")
        #expect(taken.status == .fine)
    }

    @Test("Nothing is overwritten, and mistakes are told of before anything is made")
    func mistakes() async {
        let harness = CommandHarness()
        _ = await harness.run("simulate", "generate", "--count", "1", "--out", "h")
        let before = harness.files.entries
        let again = await harness.run("simulate", "generate", "--count", "1", "--out", "h")
        #expect(again.status == .usage && again.error.contains("cannot create \"h/root.pem\": file exists"))
        let wrong = await harness.run("simulate", "generate", "--count", "0", "--seed", "x", "--environment", "Moon")
        #expect(wrong.status == .usage)
        for flag in ["--count", "--seed", "--environment", "--out"] { #expect(wrong.error.contains(flag), "\(flag)") }
        #expect(harness.files.entries == before)
    }
}
