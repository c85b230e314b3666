internal import CommandLineTool
internal import OpenSSLCrypto
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("decode")
struct DecodeCommandTests {
    static func decode(_ input: String, _ flags: String...) async throws -> CommandHarness.Outcome {
        try await VerifyCommandTests.harness(input).run(["decode"] + flags)
    }

    @Test("A verified notification is drawn with what is signed inside it")
    func verified() async throws {
        let transaction = SamplePayload.transaction(["appAccountToken": "2b1c0000-0000-4000-8000-000000000001"])
        let jws = try TestSigner.shared().sign(
            notification: SamplePayload.notification("DID_RENEW", ["subtype": "BILLING_RECOVERY"]),
            transaction: transaction, renewalInfo: SamplePayload.renewalInfo())
        let outcome = try await Self.decode(jws, "--root", "root.pem")
        #expect(outcome.status == .fine && outcome.error.isEmpty)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("NOTIFICATION  DID_RENEW / BILLING_RECOVERY "))
        #expect(lines[0].hasSuffix("verified ✓ (added root, Sandbox)"))
        #expect(lines[1] == "  a payment that had failed succeeded; access is back")
        #expect(outcome.output.contains("signed 2026-06-01 00:00:00Z (181 d ago)"))
        #expect(outcome.output.contains("\n├ TRANSACTION  com.example.app.pro.monthly  auto-renewable subscription "))
        #expect(
            outcome.output.contains("\n│   9.99 USD   bought 2026-05-31 23:59Z (181 d ago)   expires 2026-06-30 23:59Z")
        )
        #expect(outcome.output.contains("account 2b1c0000-0000-4000-8000-000000000001"))
        #expect(outcome.output.contains("\n└ RENEWAL  will renew com.example.app.pro.monthly at 9.99 USD "))
        #expect(lines.last == "any app is accepted, as no --app is given")
    }

    @Test("What is not verified is shown in full under a loud mark, exit 0")
    func unverified() async throws {
        let outcome = try await Self.decode(try VerifyCommandTests.notification())
        #expect(outcome.status == .fine)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasSuffix("NOT VERIFIED ✗ chain.untrusted"))
        #expect(lines[1].hasPrefix("  not verified: "))
        #expect(outcome.output.contains("com.example.app.pro.monthly"))
        #expect(!outcome.output.contains("verified ✓") && !outcome.output.contains("any app"))
    }

    @Test("Every member of a payload is shown, known or not, and none can steer the terminal")
    func unknownFields() async throws {
        let transaction = SamplePayload.transaction([
            "commitments": ["a": 1], "note": "\u{1B}[2Jgone", "isUpgraded": .null, "storefront": "DEU",
        ])
        let outcome = try await Self.decode(try TestSigner.shared().sign(transaction), "--root", "root.pem")
        #expect(outcome.output.contains("unknown fields kept:   commitments {\"a\":1}   note \\u{1b}[2Jgone"))
        for member in try JSONDocument(parsing: JSONWriter().bytes(transaction)).root.members {
            guard !member.value.isNull, let text = member.value.string, text.count < 60, !text.contains("\u{1B}"),
                member.name != "type"
            else { continue }
            #expect(outcome.output.contains(text), "\(member.name)")
        }
    }

    @Test("The JSON answer has the members of the contract, inside as outside")
    func json() async throws {
        let jws = try VerifyCommandTests.notification()
        let outcome = try await Self.decode(jws, "--root", "root.pem", "--json")
        let answer = try JSONDocument(parsing: Array(outcome.output.utf8)).root
        let names = ["kind", "verified", "header", "chain", "payload", "nested"]
        #expect(answer.members.map(\.name) == names)
        #expect(answer["kind"]?.string == "notification" && answer["verified"]?.boolean == true)
        #expect(answer["header"]?["alg"]?.string == "ES256")
        let chain = answer["chain"].map { Array($0.elements) } ?? []
        #expect(chain.count == 3)
        #expect(chain.first?["notBefore"]?.number?.integer == TestSigner.notBefore * 1000)
        let leaf = try TestSigner.shared().authority.leaf
        #expect(chain.first?["fingerprint"]?.string == leaf.fingerprint.hexadecimal)
        #expect(answer["payload"]?["notificationType"] != nil)
        #expect(answer["nested"]?.members.map(\.name) == ["transaction", "renewalInfo"])
        let inner = answer["nested"]?["transaction"]
        #expect(inner?.members.map(\.name) == names && inner?["verified"]?.boolean == true)
        #expect(inner?["payload"]?["transactionId"]?.string == SamplePayload.transactionId)
    }

    @Test("In JSON a failure has its code beside the payload, verbatim")
    func unverifiedJSON() async throws {
        let payload = Array("{\"transactionId\" : \"1\", \"price\":1.50e2,\"x\":\"\\u0041\"}".utf8)
        let jws = try TestSigner.shared().sign(bytes: payload)
        let outcome = try await Self.decode(jws, "--json")
        #expect(outcome.status == .fine)
        let answer = try JSONDocument(parsing: Array(outcome.output.utf8)).root
        #expect(answer["verified"]?.boolean == false && answer["code"]?.string == "chain.untrusted")
        #expect(answer["payload"].map { Array($0.source) } == payload)
    }

    @Test("A part inside that fails is marked alone")
    func nestedFailure() async throws {
        let signer = try TestSigner.shared()
        let good = try signer.sign(SamplePayload.renewalInfo())
        let other = try signer.sign(SamplePayload.transaction(["bundleId": "com.example.other"]))
        let data: JSONValue = ["signedTransactionInfo": .string(other), "signedRenewalInfo": .string(good)]
        let jws = try signer.sign(SamplePayload.notification(data: data))
        let outcome = try await Self.decode(jws, "--root", "root.pem", "--json")
        let nested = try JSONDocument(parsing: Array(outcome.output.utf8)).root["nested"]
        #expect(nested?["transaction"]?["code"]?.string == "nested.mismatch")
        #expect(nested?["renewalInfo"]?["verified"]?.boolean == true)
    }

    @Test("An API response gives one answer for each signed field, with its path")
    func response() async throws {
        let jws = try TestSigner.shared().sign(SamplePayload.transaction())
        let input = "{\"signedTransactions\":[\"\(jws)\",\"\(jws)\"],\"hasMore\":false}"
        let outcome = try await Self.decode(input, "--root", "root.pem", "--json")
        let answers = try outcome.output.split(separator: "\n").map { try JSONDocument(parsing: Array($0.utf8)).root }
        #expect(answers.compactMap { $0["path"]?.string } == ["signedTransactions[0]", "signedTransactions[1]"])
        let text = try await Self.decode(input, "--root", "root.pem")
        #expect(text.output.hasPrefix("signedTransactions[0]:\nTRANSACTION  "))
    }

    @Test("What was repaired is said")
    func repaired() async throws {
        let jws = try TestSigner.shared().sign(SamplePayload.transaction())
        let wrapped = "\"" + jws.prefix(500) + "\n" + jws.dropFirst(500) + "\""
        let text = try await Self.decode(wrapped, "--root", "root.pem")
        #expect(text.status == .fine && text.output.contains("verified ✓"))
        #expect(text.output.contains("\nrepaired: removed the quotes; removed line breaks and spaces\n"))
        let json = try await Self.decode(wrapped, "--json")
        #expect(json.output.contains("\"notes\":[\"removed the quotes\",\"removed line breaks and spaces\"]"))
    }

    @Test(
        "What cannot be decoded is exit 1 with its code",
        arguments: [
            ("", "input.empty"), ("hello", "jws.segments"), (SampleTokens.receipt, "receipt.form"),
            ("a.b.c", "jws.base64url"),
            ("{\"notification_type\":\"CANCEL\"}", "input.kind"), ("eyJhbGciOiJFUzI1NiJ9.AAAA.AAAA", "x5c.missing"),
        ])
    func undecodable(_ input: String, _ code: String) async throws {
        let outcome = try await Self.decode(input, "--json")
        #expect(outcome.status == .no && outcome.error.isEmpty)
        let answer = try JSONDocument(parsing: Array(outcome.output.utf8)).root
        #expect(answer["code"]?.string == code && answer["payload"]?.isNull == true)
        let text = try await Self.decode(input, "--plain")
        #expect(text.status == .no && text.output.hasPrefix("NOT DECODED  NOT VERIFIED \(code)\n"))
    }

    @Test("A token of another kind is shown, named and unverified")
    func apiToken() async throws {
        let token = "eyJhbGciOiJFUzI1NiIsImtpZCI6IkEiLCJ0eXAiOiJKV1QifQ.eyJhdWQiOiJhcHBzdG9yZWNvbm5lY3QtdjEifQ.AAAA"
        let outcome = try await Self.decode(token)
        #expect(outcome.status == .fine)
        #expect(outcome.output.hasPrefix("APP STORE SERVER API TOKEN  NOT VERIFIED ✗ x5c.missing\n"))
    }

    @Test(
        "Real notifications are verified with the built-in root alone",
        .enabled(if: ThirdPartyVectors.folder != nil, "STOREKEEPER_VECTORS does not name a folder"),
        arguments: ["app-store/SUBSCRIBED.RESUBSCRIBE.sandbox.jws", "app-store/TEST.sandbox.jws"])
    func real(_ path: String) async throws {
        let jws = try ThirdPartyVectors.text(path)
        let decoded = try await Self.decode(jws)
        #expect(decoded.status == .fine && decoded.output.contains("verified ✓ (Apple, Sandbox)"))
        let verified = try await VerifyCommandTests.harness(jws).run("verify")
        #expect(verified.status == .fine)
        let expired = try await VerifyCommandTests.harness(jws).run("verify", "--clock", "2030-01-01", "--json")
        #expect(expired.status == .no && expired.output.contains("\"chain.expired\""))
    }
}
