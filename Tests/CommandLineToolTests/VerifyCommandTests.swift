internal import CommandLineTool
internal import OpenSSLCrypto
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("verify")
struct VerifyCommandTests {
    /// An input, and the test root in `root.pem`.
    static func harness(_ input: String) throws -> CommandHarness {
        let root = try TestSigner.shared().root
        return CommandHarness(
            input: Array(input.utf8),
            files: MemoryFileSystem(["root.pem": Array(root.pem.utf8), "root.cer": root.der]))
    }

    static func notification() throws -> String {
        try TestSigner.shared().sign(
            notification: SamplePayload.notification(), transaction: SamplePayload.transaction(),
            renewalInfo: SamplePayload.renewalInfo())
    }

    @Test(
        "A genuine input is valid and its answer has the members of the contract", arguments: ["root.pem", "root.cer"])
    func valid(_ root: String) async throws {
        let jws = try Self.notification()
        for input in [jws, " \(jws)\r\n", String(decoding: TestSigner.body(jws), as: UTF8.self)] {
            let outcome = try await Self.harness(input).run("verify", "--root", root, "--json")
            #expect(outcome.status == .fine && outcome.error.isEmpty)
            let answer = try JSONDocument(parsing: Array(outcome.output.utf8)).root
            #expect(answer.members.map(\.name) == ["ok", "kind", "environment", "payload", "nested"])
            #expect(answer["ok"]?.boolean == true && answer["kind"]?.string == "notification")
            #expect(answer["environment"]?.string == "Sandbox")
            #expect(answer["nested"]?.members.map(\.name) == ["transaction", "renewalInfo"])
            #expect(outcome.output.split(separator: "\n").count == 1)
        }
    }

    @Test("A payload of several lines still gives one line")
    func oneLine() async throws {
        let payload = JSONWriter(isIndented: true).bytes(SamplePayload.transaction())
        let jws = try TestSigner.shared().sign(bytes: payload)
        for command in ["verify", "decode"] {
            let outcome = try await Self.harness(jws).run(command, "--root", "root.pem", "--json")
            #expect(outcome.status == .fine && outcome.output.split(separator: "\n").count == 1)
        }
    }

    @Test("For people the verdict comes with the app, and says that any app is accepted")
    func text() async throws {
        let harness = try Self.harness(try Self.notification())
        let any = await harness.run("verify", "--root", "root.pem")
        #expect(any.output.hasPrefix("VALID  notification  SUBSCRIBED"))
        #expect(any.output.contains("  Sandbox  com.example.app\n"))
        #expect(any.output.hasSuffix("any app is accepted, as no --app is given\n"))
        let one = await harness.run("verify", "--root", "root.pem", "--app", "com.example.app")
        #expect(one.status == .fine && !one.output.contains("any app"))
    }

    @Test("An invalid input is told with what was expected and found, and its code can be looked up")
    func invalid() async throws {
        let outcome = try await Self.harness(try Self.notification()).run(
            "verify", "--root", "root.pem", "--app", "com.example.App")
        #expect(outcome.status == .no && outcome.error.isEmpty)
        #expect(
            outcome.output == """
                INVALID  app.bundle_id  the payload is about another app
                  expected  com.example.App
                  got       com.example.app
                  hint      if this app is yours, add --app com.example.app
                  more      storekeeper help app.bundle_id

                """)
    }

    @Test(
        "Whatever the input holds is a judgement",
        arguments: [
            ("", "input.empty"), (" \n", "input.empty"), ("hello", "jws.segments"), ("{}", "input.kind"),
            ("{\"notification_type\":\"RENEWAL\"}", "input.kind"), ("\"a.b.c\"", "input.kind"),
            ("a.b.c", "jws.base64url"),
            (SampleTokens.receipt, "receipt.form"), (SampleTokens.jws, "x5c.missing"),
        ])
    func judgements(_ input: String, _ code: String) async throws {
        let outcome = try await Self.harness(input).run("verify", "--json")
        #expect(outcome.status == .no && outcome.error.isEmpty)
        let answer = try JSONDocument(parsing: Array(outcome.output.utf8)).root
        #expect(answer["ok"]?.boolean == false && answer["code"]?.string == code)
        #expect(answer["stage"]?.string.map { code.hasPrefix($0 + ".") } == true)
        #expect(answer["message"]?.string?.isEmpty == false)
        let text = try await Self.harness(input).run("verify")
        #expect(text.status == .no && text.output.hasPrefix("INVALID  \(code)  "))
    }

    @Test("An input over 16 MiB is a judgement too")
    func tooLarge() async throws {
        var harness = try Self.harness("")
        harness.input = .init(repeating: UInt8(ascii: "a"), count: CommandIO.inputLimit + 1)
        let outcome = await harness.run("verify", "--json")
        #expect(outcome.status == .no && outcome.output.contains("\"code\":\"input.too_large\""))
    }

    @Test("A wanted kind is compared")
    func kind() async throws {
        let outcome = try await Self.harness(try Self.notification()).run(
            "verify", "--root", "root.pem", "--kind", "transaction", "--json")
        #expect(outcome.status == .no && outcome.output.contains("\"code\":\"payload.kind\""))
    }

    @Test("With --lines each input has an answer with its line, and a bad one does not stop the rest")
    func lines() async throws {
        let jws = try Self.notification()
        let harness = try Self.harness("\(jws)\n\nbad\n{\"signedPayload\":\"\(jws)\"}")
        let outcome = await harness.run("verify", "--root", "root.pem", "--lines", "--json")
        #expect(outcome.status == .no && outcome.error.isEmpty)
        let answers = try outcome.output.split(separator: "\n").map {
            try JSONDocument(parsing: Array($0.utf8)).root
        }
        #expect(answers.compactMap { $0["line"]?.number?.integer } == [1, 3, 4])
        #expect(answers.compactMap { $0["ok"]?.boolean } == [true, false, true])
        let text = await harness.run("verify", "--root", "root.pem", "--lines")
        let said = text.output.split(separator: "\n")
        #expect(said.count == 5 && said[1].hasPrefix("     3  INVALID  jws.segments  "))
        #expect(said[3] == "3 inputs, 1 invalid")
    }

    @Test("No lines at all are all valid")
    func noLines() async throws {
        let outcome = try await Self.harness("\n\n").run("verify", "--lines", "--json")
        #expect(outcome == .init(status: .fine, output: "", error: ""))
    }

    @Test("The explanation lists each check, the failing one with details, and gives the same verdict")
    func explain() async throws {
        let jws = try Self.notification()
        let outcome = try await Self.harness(jws).run(
            "verify", "--root", "root.pem", "--explain", "--clock", "2019-01-01", "--plain")
        #expect(outcome.status == .no)
        #expect(outcome.output.contains("\nok signature is the leaf key's\n"))
        #expect(outcome.output.contains("\nFAILED certificates had begun at the chosen time  (chain.not_yet_valid)\n"))
        #expect(outcome.output.contains("\ndata.signedTransactionInfo:\n  ok there is an input\n"))
        #expect(outcome.output.contains("\nINVALID  chain.not_yet_valid  "))
        let json = try await Self.harness(jws).run("verify", "--root", "root.pem", "--explain", "--json")
        let answer = try JSONDocument(parsing: Array(json.output.utf8)).root
        #expect(answer["checks"]?.elements.contains { $0["code"]?.string == "nested.mismatch" } == true)
    }

    @Test("Passed checks stand two by two where there is room")
    func ladder() async throws {
        let outcome = try await Self.harness(try Self.notification()).run("verify", "--root", "root.pem", "--explain")
        #expect(
            outcome.output.hasPrefix(
                "✓ there is an input                             ✓ the input is within the limit\n"))
    }

    @Test(
        "Mistakes in the command are exit 2 and leave standard output empty",
        arguments: [
            ["verify", "nothing"], ["verify", "--root", "none.pem"], ["verify", "--kind", "transactions"],
            ["verify", "--no-built-in-roots"], ["verify", "--environment", "Xcode"], ["verify", "--json", "-", "-"],
        ])
    func mistakes(_ line: [String]) async throws {
        let outcome = try await Self.harness("").run(line)
        #expect(outcome.status == .usage && outcome.output.isEmpty && !outcome.error.isEmpty)
    }

    @Test("Verifying stops when the reader has gone away")
    func brokenPipe() async throws {
        var harness = try Self.harness(String(repeating: "bad\n", count: 50_000))
        harness.outputFailure = SystemError(number: 32, text: "broken pipe")
        let outcome = await harness.run("verify", "--lines")
        #expect(outcome == .init(status: .no, output: "", error: ""))
    }
}

@Suite("Trust material")
struct TrustMaterialTests {
    @Test("All files that cannot be used are named at once, with their part")
    func problems() async throws {
        let key = try TestSigner.shared().authority.leafKey.pem()
        let files = MemoryFileSystem([
            "empty": [], "key.pem": Array(key.utf8), "text": Array("hello".utf8), "der": [0x30, 0x03, 1, 2, 3],
        ])
        let outcome = await CommandHarness(input: [1], files: files).run(
            "verify", "--root", "none", "--root", "empty", "--root", "key.pem", "--root", "text", "--root", "der",
            "--environment", "Xcode", "--xcode-certificate", "empty")
        #expect(outcome.status == .usage)
        let said = outcome.error.split(separator: "\n").filter { $0.contains("error: ") }
            .map { $0.dropFirst("storekeeper: error: ".count) }
        #expect(said.count == 6)
        #expect(said[0] == "root: cannot read \"none\": no such file or directory")
        #expect(said[1] == "root \"empty\" is empty")
        #expect(said[2] == "root \"key.pem\" holds a private key")
        #expect(said[3].hasPrefix("root \"text\" is not a certificate: "))
        #expect(said[5] == "Xcode certificate \"empty\" is empty")
    }

    @Test("A file with several certificates adds each")
    func several() async throws {
        let signer = try TestSigner.shared()
        let other = try TestAuthority(name: "Other", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter)
        let jws = try signer.sign(SamplePayload.transaction())
        let harness = CommandHarness(
            input: Array(jws.utf8),
            files: MemoryFileSystem(["roots.pem": Array((other.root.pem + signer.root.pem).utf8)]))
        #expect(await harness.run("verify", "--no-built-in-roots", "--root", "roots.pem").status == .fine)
    }
}
