internal import CommandLineTool
internal import SimulatorScenarios
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("simulate run, list, explain and trigger")
struct SimulateRunCommandTests {
    static let names = ((try? BuiltInScenarios.all()) ?? []).map(\.name)

    private func summary(_ outcome: CommandHarness.Outcome) throws -> JSONNode {
        let last = try #require(outcome.output.split(separator: "\n").last)
        return try JSONDocument(parsing: Array(last.utf8)).root
    }

    @Test("Every built-in scenario meets its expectations in a store in memory", arguments: names)
    func builtIn(_ name: String) async throws {
        let outcome = await CommandHarness().run("simulate", "run", name, "--json")
        #expect(outcome.status == .fine, "\(outcome.output)\(outcome.error)")
        let summary = try summary(outcome)
        #expect(summary["ok"]?.boolean == true)
        #expect(summary["failedAttempts"]?.number?.integer == 0)
        #expect(try #require(summary["met"]?.number?.integer) > 0)
    }

    @Test("Duplicates, lateness and another order change no expectation and no end state", arguments: names)
    func chaos(_ name: String) async throws {
        let plain = try summary(await CommandHarness().run("simulate", "run", name, "--json"))
        let outcome = await CommandHarness().run(
            "simulate", "run", name, "--json", "--duplicate", "0.5", "--reorder", "0.5", "--delay", "PT72H")
        #expect(outcome.status == .fine, "\(outcome.output)")
        #expect(try summary(outcome)["digest"]?.string == plain["digest"]?.string)
        #expect(plain["digest"]?.string?.utf8.count == 64)
    }

    static let wrong = """
        {"purpose": "wrong on purpose", "steps": [
          {"do": "buy", "customer": "ann", "product": "pro.monthly"},
          {"expect": {"customer": "ann", "product": "pro.monthly", "entitled": false, "state": "expired"}},
          {"expectNotifications": ["DID_RENEW"]}
        ]}
        """

    @Test("A wrong expectation ends with 1, and with what was expected and what was got")
    func unmet() async {
        var harness = CommandHarness()
        harness.files = MemoryFileSystem(["wrong.json": Array(Self.wrong.utf8)])
        let outcome = await harness.run("simulate", "run", "wrong.json")
        #expect(outcome.status == .no)
        #expect(
            outcome.output.hasPrefix("wrong  wrong on purpose\ncom.example.app  Sandbox  from 2026-01-01  seed 1\n"))
        #expect(outcome.output.contains("expected  entitled false, state expired\n"))
        #expect(outcome.output.contains("got       entitled true, state active\n"))
        #expect(outcome.output.contains("expected  DID_RENEW\n         got       SUBSCRIBED.INITIAL_BUY\n"))
        #expect(outcome.output.contains("0 of 2 expectations met"))
    }

    @Test(
        "What nothing can be posted to is wrong usage",
        arguments: ["x", "ftp://127.0.0.1/", "http://", "http://127.0.0.1:99999/"])
    func address(_ url: String) async {
        for arguments in [
            ["run", "life", "--post", url], ["run", "life", "--post", "http://127.0.0.1/", "--ask", url],
            ["trigger", "TEST", "--post", url],
        ] {
            let outcome = await CommandHarness().run(["simulate"] + arguments)
            #expect(outcome.status == .usage)
            #expect(outcome.error.contains("\(url)\", not an http or https address"))
        }
    }

    @Test("Notifications that reach nobody end with 3")
    func nobody() async throws {
        var listener: LoopbackListener? = try LoopbackListener()
        let port = try #require(listener?.port)
        listener = nil
        let outcome = await CommandHarness().run(
            "simulate", "run", "test-notification", "--post", "http://127.0.0.1:\(port)/", "--json")
        #expect(outcome.status == .temporary)
        #expect(try summary(outcome)["undelivered"]?.number?.integer == 1)
        #expect(try summary(outcome)["ok"]?.boolean == false)
    }

    @Test("Notifications that are refused end with 1")
    func refused() async throws {
        let listener = try LoopbackListener()
        let answered = started {
            let peer = try listener.accept()
            var request: [UInt8] = []
            while request.last != UInt8(ascii: "}") {
                let more = try peer.receive()
                if more.isEmpty { return }
                request += more
            }
            peer.send("HTTP/1.1 500 Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        let outcome = await CommandHarness().run(
            "simulate", "run", "test-notification", "--post", "http://127.0.0.1:\(listener.port)/")
        for try await _ in answered {}
        #expect(outcome.status == .no)
        #expect(outcome.output.contains("1 of 1 attempts failed · 1 not delivered · 1 of 1 expectations met"))
    }

    @Test("A configuration file is looked for beside the scenario")
    func configuration() async {
        var harness = CommandHarness()
        let steps =
            #"{"do": "buy", "customer": "ann", "product": "gold"}, {"expect": {"customer": "ann", "entitled": true}}"#
        harness.files = MemoryFileSystem([
            "tests/own.json": Array(#"{"configuration": "store.json", "steps": [\#(steps)]}"#.utf8),
            "tests/store.json": Array(
                #"{"products": [{"id": "gold", "type": "nonConsumable", "price": "1"}], "bundleId": "org.app"}"#.utf8),
        ])
        let outcome = await harness.run("simulate", "run", "tests/own.json")
        #expect(outcome.status == .fine, "\(outcome.error)")
        #expect(outcome.output.contains("org.app  Sandbox"))
    }

    @Test("Bodies are written to a new file, and an authority is made that can be trusted")
    func out() async throws {
        let harness = CommandHarness()
        let outcome = await harness.run("simulate", "run", "life", "--out", "bodies.ndjson", "--authority", "keys")
        #expect(outcome.status == .fine)
        #expect(outcome.error.contains("storekeeper serve --root keys/root.pem"))
        let bodies = try #require(harness.files.entries["bodies.ndjson"])
        #expect(bodies.bytes.split(separator: UInt8(ascii: "\n")).count == 5)
        let taken = await harness.run(
            "ingest", "bodies.ndjson", "--store", "memory:", "--root", "keys/root.pem", "--app",
            "com.example.app:1234567890")
        #expect(taken.status == .fine && taken.output.contains("5 applied"), "\(taken.output)\(taken.error)")
        let again = await harness.run("simulate", "run", "life", "--out", "bodies.ndjson", "--authority", "keys")
        #expect(again.status == .usage)
        #expect(harness.files.entries["bodies.ndjson"] == bodies)
    }

    @Test(
        "Flags that do not fit are told",
        arguments: [
            (["--post", "http://example.com/hook"], "reaches beyond this machine, to \"example.com\""),
            (["--post", "http://localhost@example.com/"], "--post holds a user name or a password"),
            (["--ask", "http://name:word@127.0.0.1/"], "--ask holds a user name or a password"),
            (["--post", "http://127.0.0.1.example.com/"], "reaches beyond this machine"),
            (["--post", "ftp://localhost/"], "not an http or https address"),
            (["--post", "http://localhost/", "--store", "memory:"], "exclude each other"),
            (["--ask", "http://localhost/"], "--ask goes with --post"),
            (["--duplicate", "2"], "not a share from 0 to 1"), (["--delay", "P1Y"], "not a duration such as PT72H"),
        ])
    func flags(_ flags: [String], _ text: String) async {
        let outcome = await CommandHarness().run(["simulate", "run", "life"] + flags)
        #expect(outcome.status == .usage)
        #expect(outcome.error.contains(text), "\(outcome.error)")
    }

    @Test("A mistake in a scenario is told with its place")
    func mistake() async {
        var harness = CommandHarness()
        harness.input = Array(#"{"steps": [{"do": "buuy"}]}"#.utf8)
        let outcome = await harness.run("simulate", "run", "-")
        #expect(outcome.status == .usage)
        #expect(outcome.error.contains("steps[0]: no action is called \"buuy\""))
        #expect(outcome.error.contains("hint: did you mean \"buy\"?"))
    }

    @Test("An unknown name is not found, and the nearest one is named")
    func unknown() async {
        let outcome = await CommandHarness().run("simulate", "run", "lfie")
        #expect(outcome.status == .notFound)
        #expect(outcome.error.contains("did you mean life?"))
    }

    @Test("The list has every scenario, with its purpose")
    func list() async {
        let outcome = await CommandHarness().run("simulate", "list", "--json")
        #expect(outcome.output.split(separator: "\n").count == Self.names.count)
        #expect(
            outcome.output.contains(
                #"{"name":"one-time","purpose":"a consumable, a product that is kept, and a pass"}"#))
    }

    @Test("An explanation tells the order of events with the names of what is sent")
    func explain() async {
        let outcome = await CommandHarness().run("simulate", "explain", "grace-recovery")
        #expect(outcome.status == .fine)
        let order = [
            "ann buys pro.monthly", "SUBSCRIBED.INITIAL_BUY: a first subscription", "payments of ann fail",
            "DID_FAIL_TO_RENEW.GRACE_PERIOD: a renewal payment failed", "DID_RENEW.BILLING_RECOVERY",
        ]
        var rest = order[...]
        for line in outcome.output.split(separator: "\n") {
            if let next = rest.first, line.contains(next) { rest.removeFirst() }
        }
        #expect(rest.isEmpty, "\(outcome.output)")
    }

    @Test("A triggered notification verifies, with the fields that were set")
    func trigger() async {
        var harness = CommandHarness()
        let made = await harness.run(
            "simulate", "trigger", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "--authority", "keys", "--set",
            "transaction.price=4990", "--body")
        #expect(made.status == .fine, "\(made.error)")
        harness.input = Array(made.output.utf8)
        let decoded = await harness.run("decode", "--root", "keys/root.pem", "-")
        #expect(decoded.output.contains("DID_FAIL_TO_RENEW / GRACE_PERIOD") || decoded.output.contains("GRACE_PERIOD"))
        #expect(decoded.output.contains("4.99 USD"), "\(decoded.output)")
        #expect(!decoded.output.contains("not verified"))
    }

    @Test("A pair that does not exist is told in one line")
    func pair() async {
        let outcome = await CommandHarness().run("simulate", "trigger", "DID_RENEWW")
        #expect(outcome.status == .usage)
        #expect(outcome.error.contains("TYPE.SUBTYPE is \"DID_RENEWW\", none of the 39"))
        #expect(outcome.error.contains("did you mean DID_RENEW?"))
    }
}
