internal import Entitlements
internal import SQLiteStorage
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("simulate generate, as people run it")
struct GenerateTests {
    @Test("What it writes, taken into a store, is answered as it says")
    func answers() async throws {
        let folder = try TemporaryFolder()
        let out = folder.file("histories")
        let made = try await Storekeeper.run("simulate", "generate", "--count", "40", "--seed", "11", "--out", out)
        #expect(made.status == 0 && made.error.isEmpty)
        let store = folder.file("store.db")
        let taken = try await Storekeeper.run(
            "ingest", "\(out)/notifications.ndjson", "--store", "sqlite:\(store)", "--root", "\(out)/root.pem")
        #expect(taken.status == 0)
        let rows = try folder.text("histories/expected.ndjson").split(separator: "\n").map {
            try JSONDocument(parsing: Array($0.utf8)).root
        }
        #expect(rows.count > 40)
        let sqlite = try await SQLiteStore(path: store)
        for row in rows {
            let line = try #require(row["originalTransactionId"]?.string)
            let date = try #require(row["at"]?.number?.integer)
            let identity = LineIdentity(
                scope: AppScope(environment: "Sandbox", bundleId: "com.example.app"), originalTransactionId: line)
            let record = try #require(try await sqlite.line(identity))
            let answers = Evaluator.evaluate(record, configuration: EvaluationConfiguration(), now: date)
            #expect(answers.map(\.state.rawValue) == [row["state"]?.string], "\(row["history"]?.number?.text ?? "")")
            #expect(answers.map(\.productId) == [row["productId"]?.string])
            if let until = row["until"]?.number?.integer { #expect(answers.first?.until == until) }
        }
        await sqlite.close()
    }
}
