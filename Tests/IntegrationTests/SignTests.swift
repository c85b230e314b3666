internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("authority create and sign", .timeLimit(.minutes(30)))
struct SignTests {
    private let folder: TemporaryFolder
    private let authority: String

    init() async throws {
        folder = try TemporaryFolder()
        authority = folder.file("authority")
        let made = try await Storekeeper.run("authority", "create", authority, "--json")
        try #require(made.status == 0)
    }

    /// What `sign --fault` can break, and the code that `verify` gives; none where nothing is wrong.
    static let faults: [(String, String?)] = [
        ("cut", "jws.segments"), ("padded", "jws.base64url"), ("header-not-json", "jws.header"),
        ("alg-none", "jws.alg"), ("crit", "jws.crit"), ("no-x5c", "x5c.missing"), ("x5c-2", "x5c.count"),
        ("x5c-4", "x5c.count"), ("x5c-base64url", "x5c.base64"), ("x5c-garbage", "x5c.der"),
        ("wrong-root", "chain.untrusted"), ("swapped-chain", "chain.untrusted"), ("forged-chain", "chain.signature"),
        ("intermediate-not-ca", "chain.not_ca"), ("leaf-is-ca", "chain.leaf_is_ca"),
        ("leaf-p384", "chain.key_type"), ("leaf-key-usage", "chain.key_usage"),
        ("critical-extension", "chain.critical_extension"), ("leaf-version-1", "chain.version"),
        ("no-leaf-marker", "chain.leaf_marker"), ("no-intermediate-marker", "chain.intermediate_marker"),
        ("der-signature", "signature.form"), ("bad-signature", "signature.invalid"),
        ("flipped-signature", "signature.invalid"), ("flipped-payload", "signature.invalid"), ("high-s", nil),
        ("payload-not-json", "payload.json"), ("future-leaf", "chain.not_yet_valid"),
        ("expired-leaf", "chain.expired"), ("other-app", "app.bundle_id"), ("other-apple-id", "app.apple_id"),
        ("other-environment", "app.environment"), ("nested-signature", "signature.invalid"),
        ("nested-cut", "jws.segments"), ("nested-other-app", "nested.mismatch"),
    ]

    private func write(_ name: String, _ value: JSONValue) throws -> String {
        try folder.write(name, JSONWriter(isIndented: true).bytes(value))
    }

    @Test("An authority is six files, of which only the certificates can be read by others")
    func files() async throws {
        #expect(folder.mode("authority") == 0o700)
        for name in ["root", "intermediate", "leaf"] {
            #expect(folder.mode("authority/\(name)-key.pem") == 0o600)
            #expect(folder.text("authority/\(name)-key.pem").hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
            #expect(folder.mode("authority/\(name).pem") == 0o644)
            #expect(folder.text("authority/\(name).pem").hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        }
        let before = folder.bytes("authority/root-key.pem")
        let again = try await Storekeeper.run("authority", "create", authority, "--json")
        #expect(again.status == 2 && again.output.isEmpty && again.error.contains("never overwritten"))
        #expect(folder.bytes("authority/root-key.pem") == before)
    }

    @Test("The answer about a new authority names its root")
    func answer() async throws {
        let made = try await Storekeeper.run("authority", "create", folder.file("other"), "--json")
        let object = try made.object
        #expect(object.names == ["directory", "root", "fingerprint"])
        #expect(object["root"]?.string == folder.file("other/root.pem"))
        #expect(object["fingerprint"]?.string?.count == 64)
    }

    @Test(
        "What was signed verifies under its root as the kind that it is",
        arguments: ["notification", "transaction", "renewal-info", "app-transaction"])
    func kinds(_ kind: String) async throws {
        let payloads: [String: JSONValue] = [
            "notification": SamplePayload.notification("TEST", data: ["status": nil]),
            "transaction": SamplePayload.transaction(), "renewal-info": SamplePayload.renewalInfo(),
            "app-transaction": SamplePayload.appTransaction(),
        ]
        let payload = JSONWriter(isIndented: true).bytes(try #require(payloads[kind]))
        let signed = try await Storekeeper.run(
            "sign", kind, "--authority", authority, "--payload", "-", input: payload)
        #expect(signed.status == 0 && signed.error.isEmpty && signed.lines.count == 1)
        let verified = try await Storekeeper.run(
            "verify", "--json", "--kind", kind, "--root", "\(authority)/root.pem", input: Array(signed.output.utf8))
        #expect(verified.status == 0)
        #expect(try verified.object["kind"]?.string == kind)
        let stranger = try await Storekeeper.run("verify", "--json", input: Array(signed.output.utf8))
        #expect(try stranger.status == 1 && stranger.object["code"]?.string == "chain.untrusted")
    }

    @Test("A notification takes in what else is to be signed, and --body makes it a request body")
    func nested() async throws {
        let notification = try write("notification.json", SamplePayload.notification())
        let transaction = try write("transaction.json", SamplePayload.transaction())
        let renewalInfo = try write("renewal-info.json", SamplePayload.renewalInfo())
        let signed = try await Storekeeper.run(
            "sign", "notification", "--payload", notification, "--transaction", transaction, "--renewal-info",
            renewalInfo, "--body", environment: ["STOREKEEPER_AUTHORITY": authority])
        #expect(try signed.status == 0 && signed.object.names == ["signedPayload"])
        let verified = try await Storekeeper.run(
            "verify", "--json", "--root", "\(authority)/root.pem", input: Array(signed.output.utf8))
        #expect(try verified.status == 0 && verified.object["nested"]?.names == ["transaction", "renewalInfo"])
    }

    @Test("Each fault breaks the rule that it is named for", arguments: faults)
    func isBroken(_ fault: String, _ code: String?) async throws {
        // Only data from Production is compared by its Apple id.
        let transaction = try write("transaction.json", SamplePayload.transaction(environment: "Production"))
        var arguments = ["sign", "notification", "--authority", authority, "--payload"]
        arguments.append(try write("notification.json", SamplePayload.notification(environment: "Production")))
        arguments += ["--transaction", transaction, "--fault", fault]
        let signed = try await Storekeeper.run(arguments)
        #expect(signed.status == 0 && signed.lines.count == 1)
        let verified = try await Storekeeper.run(
            "verify", "--json", "--root", "\(authority)/root.pem", "--environment", "Production", "--app",
            "\(SamplePayload.bundleId):\(SamplePayload.appAppleId)", input: Array(signed.output.utf8))
        #expect(verified.status == (code == nil ? 0 : 1))
        #expect(try verified.object["code"]?.string == code)
    }

    @Test("Faults are those of the contract")
    func faultNames() async throws {
        let outcome = try await Storekeeper.run(
            "sign", "transaction", "--authority", "a", "--payload", "p", "--fault", "none")
        let names = Self.faults.map(\.0).joined(separator: ", ")
        #expect(outcome.status == 2 && outcome.error.contains("not one of \(names)\n"))
    }

    @Test("What cannot be signed gives exit code 2, with everything that is wrong")
    func problems() async throws {
        let missing = try await Storekeeper.run(
            "sign", "transaction", "--authority", folder.file("none"), "--payload", "-", input: Array("{}".utf8))
        #expect(missing.status == 2 && missing.output.isEmpty && missing.error.contains("there is no authority"))
        let text = try await Storekeeper.run(
            "sign", "transaction", "--authority", authority, "--payload", "-", input: Array("[1".utf8))
        #expect(text.status == 2 && text.output.isEmpty && text.error.contains("is not JSON"))
        let misplaced = try await Storekeeper.run(
            "sign", "transaction", "--authority", authority, "--payload", "-", "--transaction", "-", "--body")
        #expect(misplaced.status == 2)
        for complaint in ["--transaction belongs to", "--body belongs to", "only one of the files"] {
            #expect(misplaced.error.contains(complaint))
        }
    }
}
