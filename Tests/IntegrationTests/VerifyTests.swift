internal import FoundationEssentials
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("verify and decode", .timeLimit(.minutes(30)))
struct VerifyTests {
    private let samples: SignedSamples
    private let flags: [String]

    init() throws {
        samples = try SignedSamples()
        flags = ["--root", samples.root, "--json"]
    }

    @Test("A genuine input gives exit code 0 and the members of the contract")
    func valid() async throws {
        let outcome = try await Storekeeper.run(["verify"] + flags, input: Array(try samples.notification().utf8))
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        let answer = try outcome.object
        #expect(answer.names == ["ok", "kind", "environment", "payload", "nested"])
        #expect(answer["ok"]?.boolean == true && answer["environment"]?.string == "Sandbox")
        #expect(answer["payload"]?["notificationUUID"]?.string == SignedSamples.uuid(0, 0))
        #expect(answer["nested"]?.names == ["transaction", "renewalInfo"])
    }

    @Test("A failure gives exit code 1 and what was expected and found")
    func invalid() async throws {
        let outcome = try await Storekeeper.run(
            ["verify", "--app", "com.example.other"] + flags, input: Array(try samples.notification().utf8))
        #expect(outcome.status == 1 && outcome.error.isEmpty)
        let answer = try outcome.object
        #expect(answer.names == ["ok", "code", "stage", "message", "expected", "got", "hint"])
        #expect(answer["ok"]?.boolean == false && answer["code"]?.string == "app.bundle_id")
        #expect(answer["stage"]?.string == "app" && answer["got"]?.string == SamplePayload.bundleId)
    }

    @Test("What is not genuine inside makes the whole invalid, and is named by its path")
    func nested() async throws {
        let outcome = try await Storekeeper.run(["verify"] + flags, input: Array(try samples.quarantinable().utf8))
        let answer = try outcome.object
        #expect(outcome.status == 1 && answer["code"]?.string == "signature.invalid")
        #expect(answer["path"]?.string == "data.signedTransactionInfo")
    }

    @Test("Trust is what the flags say and no more")
    func trust() async throws {
        let input = Array(try samples.signer.sign(SamplePayload.transaction()).utf8)
        let cases: [([String], String?)] = [
            (["--root", samples.root], nil), (["--root", samples.root, "--no-built-in-roots"], nil),
            ([], "chain.untrusted"), (["--root", samples.root, "--environment", "Production"], "app.environment"),
            (["--root", samples.root, "--app", SamplePayload.bundleId], nil),
            (["--root", samples.root, "--kind", "notification"], "payload.kind"),
            (["--root", samples.root, "--kind", "transaction"], nil),
            (["--root", samples.root, "--clock", "2050-01-02"], "chain.expired"),
            (["--root", samples.root, "--clock", "1577836799999"], "chain.not_yet_valid"),
            (["--root", samples.root, "--clock", "now"], nil),
        ]
        for (flags, code) in cases {
            let outcome = try await Storekeeper.run(["verify", "--json"] + flags, input: input)
            #expect(outcome.status == (code == nil ? 0 : 1), "\(flags)")
            #expect(try outcome.object["code"]?.string == code, "\(flags)")
        }
    }

    @Test("The trust flags are read from the environment as well")
    func environment() async throws {
        let input = Array(try samples.signer.sign(SamplePayload.transaction()).utf8)
        let trusted = try await Storekeeper.run(
            "verify", "--json", input: input,
            environment: [
                "STOREKEEPER_ROOT": samples.root, "STOREKEEPER_APP": "com.example.other,\(SamplePayload.bundleId)",
                "STOREKEEPER_ENVIRONMENT": "Production,Sandbox", "STOREKEEPER_NO_BUILT_IN_ROOTS": "true",
            ])
        #expect(trusted.status == 0)
        let refused = try await Storekeeper.run(
            "verify", "--json", input: input,
            environment: ["STOREKEEPER_ROOT": samples.root, "STOREKEEPER_CLOCK": "soon"])
        #expect(refused.status == 2 && refused.error.contains("STOREKEEPER_CLOCK"))
    }

    @Test("All problems with trust material are told at once, with exit code 2")
    func material() async throws {
        let key = try samples.folder.write("key.pem", "-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n")
        let outcome = try await Storekeeper.run(
            "verify", "--root", "missing.pem", "--root", "/", "--root", key, "--root", "/dev/null", "--json",
            input: Array(try samples.notification().utf8))
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        for complaint in ["\"missing.pem\": no such file", "\"/\": is a directory", "holds a private key", "is empty"] {
            #expect(outcome.error.contains(complaint))
        }
    }

    @Test("With --lines each line is judged by itself, and keeps its number")
    func lines() async throws {
        let good = try samples.notification()
        let input = "\(good)\n\n{\"signedPayload\":\"\(good)\"}\r\nbad\n\(try samples.quarantinable())\n\(good)"
        let outcome = try await Storekeeper.run(["verify", "--lines"] + flags, input: Array(input.utf8))
        #expect(outcome.status == 1 && outcome.error.isEmpty)
        let objects = try outcome.objects
        #expect(objects.map { $0["line"]?.number?.integer } == [1, 3, 4, 5, 6])
        #expect(objects.map { $0["ok"]?.boolean } == [true, true, false, false, true])
        #expect(objects.map { $0["code"]?.string } == [nil, nil, "jws.segments", "signature.invalid", nil])
        #expect(objects.allSatisfy { $0.names.first == "line" })
        let fine = try await Storekeeper.run(["verify", "--lines"] + flags, input: Array("\(good)\n\(good)\n".utf8))
        #expect(fine.status == 0 && fine.lines.count == 2)
        let none = try await Storekeeper.run(["verify", "--lines"] + flags, input: [])
        #expect(none.status == 0 && none.output.isEmpty)
    }

    @Test("--explain lists every check; those behind a failure are not reached")
    func explain() async throws {
        let outcome = try await Storekeeper.run(
            ["verify", "--explain"] + flags, input: Array(try samples.notification().utf8))
        let checks = try outcome.object["checks"]?.elements.map { $0 } ?? []
        #expect(outcome.status == 0 && checks.count > 20)
        #expect(checks.allSatisfy { ["passed", "not asked"].contains($0["result"]?.string ?? "") })
        #expect(checks.allSatisfy { $0.names.starts(with: ["code", "title", "result"]) })
        let known = Set(OverviewTests.codes)
        #expect(checks.allSatisfy { known.contains($0["code"]?.string ?? "") })
        let text = try await Storekeeper.run(
            "verify", "--explain", "--plain", input: Array(try samples.notification().utf8))
        #expect(text.status == 1 && text.output.contains("FAILED ") && text.output.contains("INVALID  chain.untrusted"))
        #expect(text.output.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("decode shows everything, verified or not, and its exit code says that it could be decoded")
    func decode() async throws {
        let jws = try samples.notification()
        let trusted = try await Storekeeper.run(["decode"] + flags, input: Array(jws.utf8))
        let untrusted = try await Storekeeper.run("decode", "--json", input: Array(jws.utf8))
        #expect(trusted.status == 0 && trusted.error.isEmpty && untrusted.status == 0 && untrusted.error.isEmpty)
        let (known, unknown) = (try trusted.object, try untrusted.object)
        #expect(known.names.starts(with: ["kind", "verified", "header", "chain", "payload", "nested"]))
        #expect(unknown["verified"]?.boolean == false && unknown["code"]?.string == "chain.untrusted")
        #expect(known["payload"] == unknown["payload"] && known["header"]?["alg"]?.string == "ES256")
        #expect(known["nested"]?.names == ["transaction", "renewalInfo"])
        #expect(known["nested"]?["transaction"]?["payload"]?["productId"]?.string == "com.example.app.pro.monthly")
        #expect(known["chain"]?.elements.map { $0["subject"]?.string }.count == 3)
        let text = try await Storekeeper.run("decode", input: Array(jws.utf8))
        #expect(text.status == 0 && text.output.contains("chain.untrusted"))
    }

    @Test(
        "The real notifications verify with the built-in root alone, although one leaf has expired",
        .enabled(if: ThirdPartyVectors.folder != nil, "STOREKEEPER_VECTORS does not name a folder"),
        arguments: ["verify", "decode"])
    func real(_ command: String) async throws {
        let folder = try #require(ThirdPartyVectors.folder).appending(path: "app-store")
        for (name, laterCode) in [("SUBSCRIBED.RESUBSCRIBE.sandbox.jws", nil), ("TEST.sandbox.jws", "chain.expired")] {
            let file = folder.appending(path: name).path
            let outcome = try await Storekeeper.run(command, file, "--json")
            #expect(outcome.status == 0, "\(name)")
            #expect(try outcome.object[command == "verify" ? "ok" : "verified"]?.boolean == true, "\(name)")
            let later = try await Storekeeper.run(command, file, "--json", "--clock", "2026-11-30")
            #expect(try later.object["code"]?.string == laterCode, "\(name)")
        }
    }
}
