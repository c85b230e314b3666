internal import CommandLineTool
internal import Testing

@Suite("simulate config")
struct SimulateConfigCommandTests {
    static let shortForm = """
        {"bundleId": "com.example.app",
         "products": [{"id": "coins", "type": "consumable", "price": "0.99"}],
         "groups": [{"name": "Pro", "subscriptions": [
            {"id": "pro.monthly", "level": 1, "period": "P1M", "price": "9.99",
             "introductory": {"mode": "free", "period": "P1W"}}]}]}
        """
    static let synced = """
        {"identifier": "A1B2C3D4", "_novelty": 1,
         "products": [{"displayPrice": "0.99", "familyShareable": false, "internalID": "1", "localizations": [],
                       "productID": "coins", "referenceName": "coins", "type": "Consumable"}],
         "settings": {"_lastSynchronizedDate": 700000000, "_applicationInternalID": "1", "_developerTeamID": "T"},
         "subscriptionGroups": [], "version": {"major": 3, "minor": 0}}
        """

    private func harness() -> CommandHarness {
        CommandHarness(
            files: MemoryFileSystem([
                "products.json": Array(Self.shortForm.utf8), "Synced.storekit": Array(Self.synced.utf8),
            ]))
    }

    @Test("The short form is shown in plain words")
    func words() async {
        let outcome = await harness().run("simulate", "config", "products.json")
        #expect(outcome.status == .fine)
        #expect(outcome.output.contains("pro.monthly: 9.99 each month"))
        #expect(outcome.output.contains("introductory offer: free for 1 week, then 9.99 each month"))
        #expect(outcome.error.isEmpty)
    }

    @Test("JSON is one object with amounts in milliunits")
    func json() async {
        let outcome = await harness().run("simulate", "config", "products.json", "--json")
        #expect(outcome.output.contains(#""id":"coins","type":"Consumable","price":990"#))
        #expect(outcome.output.contains(#""level":1,"period":"P1M""#))
        #expect(outcome.output.split(separator: "\n").count == 1)
    }

    @Test("What was ignored is told on standard error only")
    func notes() async {
        let outcome = await harness().run("simulate", "config", "Synced.storekit")
        #expect(outcome.status == .fine)
        #expect(outcome.output.contains("read-only"))
        #expect(!outcome.output.contains("_novelty"))
        #expect(outcome.error.contains("note: _novelty: not known"))
    }

    @Test("A copy of a synced file is local, and no file is replaced without force")
    func convert() async throws {
        let harness = harness()
        let first = await harness.run("simulate", "config", "Synced.storekit", "--convert", "Local.storekit")
        #expect(first.status == .fine)
        let written = try #require(harness.files.entries["Local.storekit"])
        let text = String(decoding: written.bytes, as: UTF8.self)
        #expect(text.contains("\"coins\"") && text.contains("_novelty"))
        #expect(!text.contains("_lastSynchronizedDate"))
        let again = await harness.run("simulate", "config", "products.json", "--convert", "Local.storekit")
        #expect(again.status == .usage)
        #expect(again.error.contains("hint: --force replaces it"))
        #expect(harness.files.entries["Local.storekit"] == written)
        let forced = await harness.run("simulate", "config", "products.json", "--convert", "Local.storekit", "--force")
        #expect(forced.status == .fine)
        #expect(harness.files.entries["Local.storekit"] != written)
    }

    @Test("A mistake in the short form is told with its place and the nearest key")
    func mistake() async {
        var harness = harness()
        harness.input = Array(#"{"groups": [{"name": "Pro", "subscription": []}]}"#.utf8)
        let outcome = await harness.run("simulate", "config", "-")
        #expect(outcome.status == .usage)
        #expect(outcome.error.contains("groups[0] has no key \"subscription\""))
        #expect(outcome.error.contains("hint: did you mean \"subscriptions\"?"))
    }

    @Test("Force without a file to write is a mistake")
    func force() async {
        let outcome = await harness().run("simulate", "config", "products.json", "--force")
        #expect(outcome.status == .usage)
    }

    @Test(
        "The group has an overview, and asks for one more word",
        arguments: [["simulate", "--help"], ["help", "simulate"]])
    func group(_ line: [String]) async {
        let outcome = await CommandHarness().run(line)
        #expect(outcome.status == .fine)
        #expect(outcome.output.contains("  simulate config"))
        let alone = await CommandHarness().run("simulate")
        #expect(alone.status == .usage)
        #expect(alone.error.contains("simulate needs one more word: run, "))
    }
}
