internal import CommandLineTool
internal import OpenSSLCrypto
internal import StoreSimulator
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("Authorities and signing")
struct SignCommandTests {
    static func bytes(_ value: JSONValue) -> [UInt8] { JSONWriter().bytes(value) }

    /// A folder `ca` with an authority, and payload files.
    static func harness(environment: String = "Sandbox") async -> CommandHarness {
        let harness = CommandHarness(
            files: MemoryFileSystem([
                "t.json": bytes(SamplePayload.transaction(environment: environment)),
                "r.json": bytes(SamplePayload.renewalInfo(environment: environment)),
                "n.json": bytes(SamplePayload.notification(environment: environment)), "broken.json": Array("{".utf8),
                "list.json": Array("[]".utf8),
            ]))
        let outcome = await harness.run("authority", "create", "ca")
        #expect(outcome.status == .fine && outcome.error.isEmpty)
        return harness
    }

    @Test("An authority is written with private keys, and never overwritten")
    func authority() async throws {
        let harness = await Self.harness()
        let entries = harness.files.entries.filter { $0.key.hasPrefix("ca") }
        #expect(
            Set(entries.keys) == [
                "ca", "ca/root.pem", "ca/root-key.pem", "ca/intermediate.pem", "ca/intermediate-key.pem",
                "ca/leaf.pem", "ca/leaf-key.pem",
            ])
        for (name, entry) in entries { #expect(entry.isPrivate == (name == "ca" || name.hasSuffix("-key.pem"))) }
        let root = try Certificate(pem: String(decoding: entries["ca/root.pem"]?.bytes ?? [], as: UTF8.self))
        #expect(root.subject.contains("worthless test root"))
        let again = await harness.run("authority", "create", "ca")
        #expect(again.status == .usage && again.output.isEmpty)
        #expect(again.error.contains("cannot create \"ca/root-key.pem\": file exists"))
        #expect(harness.files.entries.filter { $0.key.hasPrefix("ca") } == entries)
    }

    @Test("Its answer can be had as JSON")
    func json() async throws {
        let outcome = await CommandHarness().run("authority", "create", "x/", "--json")
        let answer = try JSONDocument(parsing: Array(outcome.output.utf8)).root
        #expect(answer["root"]?.string == "x/root.pem" && answer["directory"]?.string == "x/")
        #expect(answer["fingerprint"]?.string?.count == 64)
    }

    @Test("What is signed verifies under the authority's root, with its payload as it was")
    func sign() async throws {
        var harness = await Self.harness()
        for (kind, file) in [("transaction", "t.json"), ("renewal-info", "r.json"), ("notification", "n.json")] {
            let signed = await harness.run("sign", kind, "--authority", "ca", "--payload", file)
            #expect(signed.status == .fine && signed.error.isEmpty)
            harness.input = Array(signed.output.utf8)
            let verified = await harness.run("verify", "--root", "ca/root.pem", "--json", "--kind", kind)
            #expect(verified.status == .fine)
            let answer = try JSONDocument(parsing: Array(verified.output.utf8)).root
            #expect(answer["payload"].map { Array($0.source) } == harness.files.entries[file]?.bytes)
            let untrusted = await harness.run("verify", "--json")
            #expect(untrusted.status == .no && untrusted.output.contains("\"chain.untrusted\""))
        }
    }

    @Test("A notification's body carries what is signed inside it")
    func nested() async throws {
        var harness = await Self.harness()
        let signed = await harness.run(
            "sign", "notification", "--authority", "ca", "--payload", "n.json", "--transaction", "t.json",
            "--renewal-info", "r.json", "--body")
        #expect(signed.output.hasPrefix("{\"signedPayload\":\"eyJ") && signed.output.hasSuffix("\"}\n"))
        harness.input = Array(signed.output.utf8)
        let verified = await harness.run("verify", "--root", "ca/root.pem", "--json")
        let answer = try JSONDocument(parsing: Array(verified.output.utf8)).root
        #expect(answer["ok"]?.boolean == true)
        #expect(answer["nested"]?["transaction"]?["transactionId"]?.string == SamplePayload.transactionId)
        #expect(answer["nested"]?["renewalInfo"] != nil)
    }

    @Test("A payload may come from standard input")
    func standardInput() async {
        var harness = await Self.harness()
        harness.input = Self.bytes(SamplePayload.transaction())
        let signed = await harness.run("sign", "transaction", "--authority", "ca", "--payload", "-")
        #expect(signed.status == .fine && signed.output.hasPrefix("eyJ"))
    }

    @Test("Each fault is found by the check it names", arguments: SigningFault.allCases.map(\.rawValue))
    func faults(_ name: String) async throws {
        var harness = await Self.harness(environment: "Production")
        let fault = try #require(SigningFault(rawValue: name))
        let signed = await harness.run(
            "sign", "notification", "--authority", "ca", "--payload", "n.json", "--transaction", "t.json", "--fault",
            name)
        #expect(signed.status == .fine)
        harness.input = Array(signed.output.utf8)
        let verified = await harness.run(
            "verify", "--root", "ca/root.pem", "--json", "--environment", "Production", "--app",
            "\(SamplePayload.bundleId):\(SamplePayload.appAppleId)")
        let answer = try JSONDocument(parsing: Array(verified.output.utf8)).root
        #expect(verified.status == (fault == .highS ? .fine : .no))
        #expect(answer["code"]?.string == fault.code)
        #expect((answer["path"]?.string == "data.signedTransactionInfo") == fault.isOnlyInside)
    }

    @Test("Faults other than in the syntax break nothing else")
    func singleFaults() async throws {
        var harness = await Self.harness()
        for fault in SigningFault.allCases
        where fault.code?.hasPrefix("chain.") == true && ![.swappedChain, .wrongRoot, .forgedChain].contains(fault) {
            let signed = await harness.run(
                "sign", "transaction", "--authority", "ca", "--payload", "t.json", "--fault", fault.rawValue)
            harness.input = Array(signed.output.utf8)
            let explained = await harness.run("verify", "--root", "ca/root.pem", "--json", "--explain")
            let checks = try JSONDocument(parsing: Array(explained.output.utf8)).root["checks"]
            let failed = checks.map { $0.elements.filter { $0["result"]?.string == "failed" } } ?? []
            #expect(failed.compactMap { $0["code"]?.string } == [fault.code], "\(fault)")
        }
    }

    @Test(
        "What cannot be signed is said",
        arguments: [
            (["transaction"], ["--authority DIR is missing", "--payload FILE|- is missing"]),
            (["transaction", "--authority", "none", "--payload", "t.json"], ["there is no authority \"none\""]),
            (
                ["transaction", "--authority", "ca", "--payload", "broken.json"],
                ["\"broken.json\" is not JSON: syntax error at byte 1"]
            ),
            (["transaction", "--authority", "ca", "--payload", "list.json"], ["\"list.json\" is not a JSON object"]),
            (
                ["transaction", "--authority", "ca", "--payload", "none.json"],
                ["cannot read \"none.json\": no such file or directory"]
            ),
            (
                ["transaction", "--authority", "ca", "--payload", "t.json", "--transaction", "t.json", "--body"],
                ["--transaction belongs to a notification, not to a transaction", "--body belongs to a notification"]
            ),
            (
                ["notification", "--authority", "ca", "--payload", "-", "--transaction", "-"],
                ["standard input can be only one of the files"]
            ),
            (
                ["notification", "--authority", "ca", "--payload", "n.json", "--fault", "nested-signature"],
                ["fault nested-signature needs something inside"]
            ),
            (
                ["notification", "--authority", "ca", "--payload", "n.json", "--app-transaction", "t.json"],
                ["\"n.json\" has no member appData for --app-transaction"]
            ),
        ])
    func refused(_ line: [String], _ problems: [String]) async {
        let outcome = await Self.harness().run(["sign"] + line)
        #expect(outcome.status == .usage && outcome.output.isEmpty)
        let said = outcome.error.split(separator: "\n").filter { $0.hasPrefix("storekeeper: error: ") }
        #expect(said.map { $0.dropFirst("storekeeper: error: ".count) } == problems.map { $0[...] })
    }

    @Test("A payload of another kind is signed with a warning")
    func otherKind() async {
        let outcome = await Self.harness().run("sign", "transaction", "--authority", "ca", "--payload", "n.json")
        #expect(outcome.status == .fine)
        #expect(outcome.error == "storekeeper: warning: \"n.json\" looks like a notification, not a transaction\n")
    }

    @Test("A damaged authority is named file by file")
    func damaged() async {
        let harness = await Self.harness()
        harness.files.add("ca/leaf.pem", .init(bytes: Array("nothing".utf8)))
        harness.files.add("ca/leaf-key.pem", .init(isReadable: false))
        let outcome = await harness.run("sign", "transaction", "--authority", "ca", "--payload", "t.json")
        #expect(outcome.status == .usage)
        #expect(outcome.error.contains("cannot use \"ca/leaf.pem\": there is no certificate in the PEM text"))
        #expect(outcome.error.contains("cannot read \"ca/leaf-key.pem\": permission denied"))
    }
}
