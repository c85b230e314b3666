internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("simulate serve, transactions and inspect", .timeLimit(.minutes(30)))
struct SimulateServeTests {
    private let folder: TemporaryFolder
    private let configuration: String

    init() throws {
        folder = try TemporaryFolder()
        configuration = try folder.write(
            "products.json",
            """
            {"bundleId": "com.example.simulated",
             "products": [{"id": "coins", "type": "consumable", "price": "0.99"}],
             "groups": [{"name": "Pro", "subscriptions": [
                {"id": "pro.monthly", "level": 1, "period": "P1M", "price": "9.99"}]}]}
            """)
    }

    /// Starts a simulator, and gives it with its address once it listens.
    private func start(_ arguments: [String] = []) async throws -> (child: ChildProcess, address: String) {
        try await blocking {
            let child = try ChildProcess(
                Storekeeper.path,
                ["simulate", "serve", "--config", configuration, "--listen", "127.0.0.1:0"] + arguments,
                environment: Storekeeper.environment([:]), input: .nothing, output: .pipe,
                error: .file(folder.file("log")))
            let line = child.output?.readLine(until: .now + .seconds(600)) ?? ""
            let ready = try JSONDocument(parsing: Array(line.utf8)).root
            #expect(ready["event"]?.string == "listening")
            return (child, try #require(ready["address"]?.string))
        }
    }

    private func post(_ address: String, _ path: String, _ body: String) async throws -> JSONNode {
        let answer = try #require(
            try await LoopbackClient.ask(
                address, "POST", "/control/v1/\(path)", headers: ["Content-Type": "application/json"],
                body: Array(body.utf8)))
        try #require(answer.status == 200, "\(answer.text)")
        return try #require(answer.json)
    }

    @Test(
        "It listens, is driven, shows its transactions, and stops when told",
        arguments: [ChildProcess.Signal.terminate, .interrupt])
    func life(_ signal: ChildProcess.Signal) async throws {
        let (child, address) = try await start(["--start", "2026-03-01", "--apple-id", "42"])
        let bought = try await post(
            address, "actions", #"{"do":"buy","customer":"ann","product":"pro.monthly"}"#)
        let id = try #require(
            bought["events"]?.elements.compactMap { $0["transaction"]?["transactionId"]?.string }.first)
        _ = try await post(address, "clock", #"{"advanceBy":"P1M"}"#)
        let url = ["--url", "http://\(address)"]
        let table = try await Storekeeper.run(["simulate", "transactions"] + url)
        #expect(table.status == 0)
        #expect(table.lines.count == 3)
        #expect(table.lines.first?.contains("CUSTOMER") == true)
        #expect(table.lines.last?.hasSuffix("9.99 USD  renewal") == true)
        let recent = try await Storekeeper.run(["simulate", "transactions", "--since", "2026-03-15", "--json"] + url)
        #expect(try recent.object["transactions"]?.elements.map(\.kind).count == 1)
        let none = try await Storekeeper.run(["simulate", "transactions", "--product", "coins"] + url)
        #expect(none.status == 0 && none.output.isEmpty)
        let shown = try await Storekeeper.run(["simulate", "inspect", id] + url)
        #expect(shown.status == 0)
        #expect(shown.output.contains("transactionId"))
        #expect(shown.output.contains("1, active"))
        let signed = try await Storekeeper.run(["simulate", "inspect", id, "--json"] + url)
        #expect(try signed.object["signedTransactionInfo"]?.string != nil)
        let missing = try await Storekeeper.run(["simulate", "inspect", "5"] + url)
        #expect(missing.status == 4)
        child.send(signal)
        let ending = try await blocking { child.wait(milliseconds: 600_000) }
        #expect(ending == .exited(0))
        let gone = try await Storekeeper.run(["simulate", "transactions"] + url)
        #expect(gone.status == 3)
        #expect(gone.error.contains("simulate serve"))
    }

    @Test("It signs as the authority it is given")
    func authority() async throws {
        let authority = folder.file("authority")
        #expect(try await Storekeeper.run(["authority", "create", authority]).status == 0)
        let (child, address) = try await start(["--authority", authority])
        let root = try await LoopbackClient.ask(address, "GET", "/control/v1/root.pem")
        #expect(root?.text == folder.text("authority/root.pem"))
        let bought = try await post(address, "actions", #"{"do":"buy","customer":"ann","product":"coins"}"#)
        let id = try #require(
            bought["events"]?.elements.compactMap { $0["transaction"]?["transactionId"]?.string }.first)
        let shown = try await LoopbackClient.ask(address, "GET", "/control/v1/transactions/\(id)")
        let jws = try folder.write("t.jws", shown?.json?["signedTransactionInfo"]?.string ?? "")
        let verified = try await Storekeeper.run([
            "verify", jws, "--root", folder.file("authority/root.pem"), "--app", "com.example.simulated",
            "--environment", "Sandbox",
        ])
        #expect(verified.status == 0, "\(verified.output) \(verified.error)")
        child.send(.terminate)
        #expect(try await blocking { child.wait(milliseconds: 600_000) } == .exited(0))
    }

    @Test("What cannot be used is told before it listens")
    func refusals() async throws {
        let cases: [([String], String)] = [
            (["--listen", "0.0.0.0:0"], "password"), (["--live", "--start", "2026-01-01"], "exclude"),
            (["--authority", folder.file("none")], "authority"),
        ]
        for (arguments, text) in cases {
            let outcome = try await Storekeeper.run(
                ["simulate", "serve", "--config", configuration] + arguments)
            #expect(outcome.status == 2)
            #expect(outcome.error.contains(text), "\(outcome.error)")
            #expect(outcome.output.isEmpty)
        }
    }
}
