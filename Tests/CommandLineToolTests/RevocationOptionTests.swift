internal import CommandLineTool
internal import OpenSSLCrypto
internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("--ocsp", .timeLimit(.minutes(30)))
struct RevocationOptionTests {
    private let responder: TestResponder
    private let signer: TestSigner
    private let harness: CommandHarness
    private let now: Int64

    /// A notification on standard input, and the root of an authority with a responder.
    init() throws {
        responder = try TestResponder()
        signer = TestSigner(
            try TestAuthority(
                name: "Responding", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter,
                ocspResponder: responder.url))
        let jws = try signer.sign(
            notification: SamplePayload.notification(), transaction: SamplePayload.transaction())
        harness = CommandHarness(
            input: Array(jws.utf8), files: MemoryFileSystem(["root.pem": Array(signer.root.pem.utf8)]))
        now = harness.now
    }

    private func answer(_ status: OCSPAnswer.Status) {
        responder.answer(for: signer.authority) { [now] question in
            try question.signed(question.template(status, at: now / 1000))
        }
    }

    @Test("Unless asked for, nobody is asked")
    func off() async throws {
        for arguments in [[], ["--ocsp", "off"]] as [[String]] {
            let outcome = await harness.run(["verify", "--root", "root.pem"] + arguments)
            #expect(outcome.status == .fine && !outcome.output.contains("revocation"))
        }
        #expect(responder.questions.isEmpty)
    }

    @Test("verify says what responders answer, with exit code 0, 1 or 3")
    func verify() async throws {
        answer(.good)
        let good = await harness.run("verify", "--root", "root.pem", "--ocsp", "hard")
        #expect(good.status == .fine && good.output.contains("\n  revocation  leaf good, intermediate good\n"))
        answer(.revoked(at: 1_780_272_000, reason: .superseded))
        let revoked = await harness.run("verify", "--root", "root.pem", "--ocsp", "soft")
        #expect(revoked.status == .no)
        #expect(revoked.output.hasPrefix("INVALID  revocation.revoked  the leaf certificate was revoked\n"))
        #expect(revoked.output.contains("  got       revoked at 2026-06-01T00:00:00.000Z (superseded)\n"))
        answer(.unknown)
        let soft = await harness.run("verify", "--root", "root.pem", "--ocsp", "soft")
        #expect(soft.status == .fine)
        #expect(soft.output.contains("leaf unknown: the responder does not know the certificate"))
        let hard = await harness.run("verify", "--root", "root.pem", "--ocsp", "hard")
        #expect(hard.status == .temporary && hard.output.hasPrefix("UNDECIDED  revocation.unknown  "))
    }

    @Test("The JSON answer and the explanation hold it, too")
    func json() async throws {
        answer(.good)
        let outcome = await harness.run("verify", "--root", "root.pem", "--ocsp", "hard", "--explain", "--json")
        let answer = try JSONDocument(parsing: Array(outcome.output.utf8)).root
        #expect(
            answer.members.map(\.name) == [
                "ok", "kind", "environment", "payload", "nested", "revocation", "checks",
            ])
        #expect(answer["revocation"]?["certificates"]?.elements.map { $0["role"]?.string } == ["leaf", "intermediate"])
        let codes = answer["checks"].map { $0.elements.compactMap { $0["code"]?.string } } ?? []
        #expect(codes.suffix(2) == ["revocation.revoked", "revocation.unknown"])
        let plain = await harness.run("verify", "--root", "root.pem", "--explain", "--json")
        #expect(!plain.output.contains("revocation"))
        let early = await harness.run("verify", "--ocsp", "hard", "--explain")
        #expect(early.output.contains("no certificate was revoked  (not reached)"))
    }

    @Test("With --lines what is undecided is counted, and the responder is asked once")
    func lines() async throws {
        answer(.unknown)
        var harness = harness
        harness.input += Array("\n".utf8) + harness.input
        let outcome = await harness.run("verify", "--root", "root.pem", "--ocsp", "hard", "--lines")
        #expect(outcome.status == .temporary && outcome.output.contains("\n2 inputs, 0 invalid, 2 undecided\n"))
        #expect(responder.questions.count == 2)
        harness.input += Array("\nbad".utf8)
        let worse = await harness.run("verify", "--root", "root.pem", "--ocsp", "hard", "--lines")
        #expect(worse.status == .no && worse.output.contains("\n3 inputs, 1 invalid, 2 undecided\n"))
    }

    @Test("decode shows it, and marks what is not believed")
    func decode() async throws {
        answer(.good)
        let good = await harness.run("decode", "--root", "root.pem", "--ocsp", "hard")
        #expect(good.output.contains("revocation: leaf good, intermediate good"))
        #expect(good.output.contains("verified") && !good.output.contains("NOT VERIFIED"))
        answer(.revoked(at: 1_780_272_000, reason: nil))
        let revoked = await harness.run("decode", "--root", "root.pem", "--ocsp", "soft", "--plain")
        #expect(revoked.output.split(separator: "NOT VERIFIED revocation.revoked").count == 3)
        let json = await harness.run("decode", "--root", "root.pem", "--ocsp", "soft", "--json")
        let decoded = try JSONDocument(parsing: Array(json.output.utf8)).root
        #expect(decoded["verified"]?.boolean == false && decoded["code"]?.string == "revocation.revoked")
        #expect(decoded["nested"]?["transaction"]?["code"]?.string == "revocation.revoked")
    }

    @Test("ingest stops where nobody can say, with exit code 3, and can be run again")
    func ingest() async throws {
        let line = ["ingest", "--root", "root.pem", "--store", "memory:", "--ocsp", "hard"]
        let down = await harness.run(line)
        #expect(down.status == .temporary && down.output.isEmpty)
        #expect(down.error.contains("error: revocation.unknown: nobody says whether the leaf certificate was revoked"))
        #expect(down.error.contains("warning: revocation of the leaf: unknown: the responder does not answer"))
        answer(.good)
        let up = await harness.run(line)
        #expect(up.status == .fine && up.output.hasPrefix("1 lines: 1 applied"))
    }

    @Test("Another policy is refused, with the nearest")
    func wrong() async {
        let outcome = await harness.run("verify", "--ocsp", "softly")
        #expect(outcome.status == .usage && outcome.error.contains("not one of off, soft, hard"))
    }
}
