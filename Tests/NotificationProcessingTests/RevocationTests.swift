import AppStoreVerification
import Entitlements
import EntitlementStorage
import HTTPClient
import NotificationProcessing
import OpenSSLCrypto
import StrictJSON
import Testing
import TestSupport

@Suite("Notifications whose signers may have been revoked", .timeLimit(.minutes(30)))
struct RevocationTests {
    /// An authority with a responder, and a processor that asks it.
    private final class Bench: Sendable {
        let responder: TestResponder
        let signer: TestSigner
        let store = MemoryStore()
        let revocation: OnlineRevocation
        let processor: NotificationProcessor
        /// A notification, the same bytes each time.
        let sample: String

        static let now = SamplePayload.signedDate + 1000

        init(
            _ policy: RevocationPolicy, notAfter: Int64 = TestSigner.notAfter, patience: Int = 600_000,
            url: (TestResponder) -> String? = { $0.url }
        ) throws {
            let responder = try TestResponder()
            self.responder = responder
            signer = TestSigner(
                try TestAuthority(
                    name: "Responding", notBefore: TestSigner.notBefore, notAfter: notAfter,
                    ocspResponder: url(responder)))
            sample = try Bench.notification(1, signer)
            var limits = OnlineRevocation.Patience()
            (limits.connecting, limits.answering) = (600_000, patience)
            revocation = try OnlineRevocation(
                policy: policy, userAgent: "test/1", patience: limits, now: { Bench.now },
                random: { 0x0123_4567_89AB_CDEF })
            processor = NotificationProcessor(
                verifier: try SignedDataVerifier(
                    VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [signer.root])),
                store: store, revocation: revocation.checker, now: { Bench.now })
        }

        func answer(_ script: @escaping TestResponder.Script) { responder.answer(for: signer.authority, script) }

        static func notification(_ number: Int, _ signer: TestSigner) throws -> String {
            try signer.sign(
                notification: SamplePayload.notification(
                    "SUBSCRIBED", ["notificationUUID": .string(SampleNotification.uuid(number))]),
                transaction: SamplePayload.transaction(), renewalInfo: SamplePayload.renewalInfo())
        }

        /// What became of the notification, and the check that failed where one did.
        func outcome() async -> String {
            let report = await processor.post(sample)
            return (report.outcome?.rawValue ?? "none") + (report.failure.map { " \($0.code)" } ?? "")
        }
    }

    private static let seconds = Bench.now / 1000

    @Test("What responders answer for is merged", arguments: [RevocationPolicy.soft, .hard])
    func good(_ policy: RevocationPolicy) async throws {
        let bench = try Bench(policy)
        bench.responder.answerGood(for: bench.signer.authority) { Bench.now }
        #expect(await bench.outcome() == "applied")
        #expect(await bench.outcome() == "duplicate")
        #expect(bench.responder.questions.map(\.isLeaf).sorted { $0 && !$1 } == [true, false])
    }

    @Test("With the policy off nobody is asked")
    func off() async throws {
        let bench = try Bench(.off)
        #expect(await bench.outcome() == "applied")
        #expect(bench.responder.questions.isEmpty)
    }

    @Test("What a revoked certificate signed is rejected, whatever the policy", arguments: [true, false])
    func revoked(_ isLeaf: Bool) async throws {
        for policy in [RevocationPolicy.soft, .hard] {
            let bench = try Bench(policy)
            bench.answer { question in
                let status: OCSPAnswer.Status =
                    question.isLeaf == isLeaf ? .revoked(at: Self.seconds - 60, reason: .keyCompromise) : .good
                return try question.signed(question.template(status, at: Self.seconds))
            }
            let report = await bench.processor.post(bench.sample)
            #expect(report.outcome == .rejected && report.failure?.code == .revocationRevoked)
            #expect(report.failure?.message == "the \(isLeaf ? "leaf" : "intermediate") certificate was revoked")
            #expect(try await bench.store.lines(after: nil, environment: nil, limit: 10).isEmpty)
            #expect(try await bench.store.rejected(after: nil, limit: 10).map(\.input.code) == ["revocation.revoked"])
        }
    }

    /// Ways in which a responder fails to answer; each breaks one rule.
    enum Misbehaviour: String, CaseIterable, CustomTestStringConvertible {
        case error, garbage, empty, tryLater, unauthorized, badSignature, otherCertificate, otherNonce, stale, future
        case otherSigner, unauthorizedSigner, unknown, huge, slow, dead

        var testDescription: String { rawValue }

        /// What the failure must say.
        var reason: String {
            switch self {
            case .error: "the responder does not answer: HTTP status 500"
            case .garbage, .empty: "the response cannot be read"
            case .tryLater: "the responder answers tryLater"
            case .unauthorized: "the responder answers unauthorized"
            case .badSignature: "the signature of the response does not hold"
            case .otherCertificate: "the response is about another certificate"
            case .otherNonce: "the response answers another request"
            case .stale: "the response is out of date"
            case .future: "the response is dated in the future"
            case .otherSigner: "the signer may not answer for the issuer: another authority issued it"
            case .unauthorizedSigner: "the signer may not answer for the issuer: it is not for OCSP signing"
            case .unknown: "the responder does not know the certificate"
            case .huge: "the responder does not answer: the body of the response has more than 65536 bytes"
            // A busy host may not even have connected by then.
            case .slow: "the responder does not answer: timed out"
            case .dead: "the responder does not answer: no connection (error number 111)"
            }
        }

        fileprivate func answer(_ question: TestResponder.Question, _ authority: TestAuthority) throws -> [UInt8]? {
            let seconds = RevocationTests.seconds
            var template = question.template(at: seconds)
            switch self {
            case .error, .slow, .dead: return nil
            case .garbage: return Array("<html>".utf8)
            case .empty: return []
            case .huge: return [UInt8](repeating: 0x30, count: OCSPQuery.maximumResponseBytes + 1)
            case .tryLater: return try OCSPResponseTemplate.failure(.tryLater)
            case .unauthorized: return try OCSPResponseTemplate.failure(.unauthorized)
            case .badSignature:
                template.holdsSigner = false
                var response = try question.signed(template)
                response[response.count - 1] ^= 1
                return response
            case .otherCertificate:
                template.certificate = authority.root
            case .otherNonce: template.nonce = .other([1, 2, 3])
            case .stale: template = question.template(at: seconds - 86_400)
            case .future: template = question.template(at: seconds + 86_400)
            case .unknown: template.answer.status = .unknown
            case .otherSigner:
                let other = try TestSigner.shared().authority
                return try template.signed(by: other.leaf, key: .p256(other.leafKey), answering: question.request)
            case .unauthorizedSigner:
                guard question.isLeaf else { break }
                return try template.signed(
                    by: authority.leaf, key: .p256(authority.leafKey), answering: question.request)
            }
            return try question.signed(template)
        }
    }

    @Test(
        "Without an answer that can be believed, soft merges and hard wants the same once more",
        arguments: Misbehaviour.allCases)
    func misbehaviour(_ misbehaviour: Misbehaviour) async throws {
        for policy in [RevocationPolicy.soft, .hard] {
            let gate = Gate()
            // Nobody listens on port 1; a port that was let go of could be somebody else's by then.
            let bench = try Bench(policy, patience: misbehaviour == .slow ? 1000 : 600_000) {
                misbehaviour == .dead ? "http://127.0.0.1:1/ocsp" : $0.url
            }
            let authority = bench.signer.authority
            bench.answer { question in
                if misbehaviour == .slow { await gate.pass() }
                return try misbehaviour.answer(question, authority)
            }
            let report = await bench.processor.post(bench.sample)
            if policy == .soft {
                #expect(report.outcome == .applied && report.failure == nil)
            } else {
                #expect(report.outcome == nil && report.storeError == nil)
                #expect(report.failure?.code == .revocationUnknown)
                let got = report.failure?.got ?? "nothing"
                #expect(got.hasPrefix(misbehaviour.reason), "\(got)")
                #expect(report.summary.notificationUUID == SampleNotification.uuid(1))
                #expect(try await bench.store.notifications(NotificationQuery(limit: 10)).isEmpty)
                #expect(try await bench.store.rejected(after: nil, limit: 10).isEmpty)
            }
            let statistics = await bench.revocation.checker.statistics
            #expect(statistics.certificates["unknown"] ?? 0 > 0)
            if misbehaviour == .slow { await gate.open() }
        }
    }

    @Test("Once the responder answers, the same delivery is merged")
    func comesAgain() async throws {
        let bench = try Bench(.hard)
        #expect(await bench.outcome() == "none revocation.unknown")
        // The clock stands, so the responder is not asked again; another process would.
        bench.responder.answerGood(for: bench.signer.authority) { Bench.now }
        #expect(await bench.outcome() == "none revocation.unknown")
        let fresh = try OnlineRevocation(
            policy: .hard, userAgent: "test/1", now: { Bench.now }, random: { 1 })
        let processor = NotificationProcessor(
            verifier: bench.processor.verifier, store: bench.store, revocation: fresh.checker, now: { Bench.now })
        #expect(await processor.post(bench.sample).outcome == .applied)
    }

    @Test(
        "With certificates that have ended or name no responder soft merges, and hard keeps it in quarantine",
        arguments: [true, false])
    func neverKnown(_ isOver: Bool) async throws {
        let notAfter = isOver ? Self.seconds - 1 : TestSigner.notAfter
        let soft = try Bench(.soft, notAfter: notAfter) { isOver ? $0.url : nil }
        #expect(await soft.outcome() == "applied")
        let hard = try Bench(.hard, notAfter: notAfter) { isOver ? $0.url : nil }
        for _ in 0..<2 { #expect(await hard.outcome() == "quarantined revocation.unknown") }
        #expect(hard.responder.questions.isEmpty && soft.responder.questions.isEmpty)
        let log = try await hard.store.notifications(NotificationQuery(limit: 10))
        #expect(log.map(\.failure?.code) == ["revocation.unknown"])
        // A client's transaction has no place in quarantine.
        let jws = try hard.signer.sign(SamplePayload.transaction())
        let report = await hard.processor.process(clientTransaction: Array(jws.utf8))
        #expect(report.outcome == .rejected && report.failure?.code == .revocationUnknown)
    }

    @Test("A revoked signer inside a notification quarantines it, and says where")
    func nested() async throws {
        let bench = try Bench(.soft)
        let other = TestSigner(
            try TestAuthority(
                name: "Inner", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter,
                ocspResponder: bench.responder.url))
        let processor = NotificationProcessor(
            verifier: try SignedDataVerifier(
                VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [bench.signer.root, other.root])),
            store: bench.store, revocation: bench.revocation.checker, now: { Bench.now })
        // The responder knows the inner authority only: for the outer one it fails, which soft lets pass.
        bench.responder.answer(for: other.authority) { question in
            try question.signed(question.template(.revoked(at: 0, reason: nil), at: Self.seconds))
        }
        let jws = try bench.signer.sign(
            SamplePayload.notification(
                data: ["signedTransactionInfo": .string(try other.sign(SamplePayload.transaction()))]))
        let report = await processor.post(jws)
        #expect(report.outcome == .quarantined && report.failure?.code == .revocationRevoked)
        #expect(report.failure?.path == "data.signedTransactionInfo" && report.summary.transactionId == nil)
        #expect(try await bench.store.lines(after: nil, environment: nil, limit: 10).isEmpty)
    }

    @Test("1,000 notifications at a cold start ask once for each certificate")
    func coldStart() async throws {
        let bench = try Bench(.hard)
        let gate = Gate()
        bench.answer { question in
            await gate.pass()
            return try question.signed(question.template(at: Self.seconds))
        }
        let bodies = try (0..<1000).map { TestSigner.body(try Bench.notification($0, bench.signer)) }
        let outcomes = await withTaskGroup(of: ProcessingOutcome?.self) { group in
            for body in bodies {
                group.addTask { await bench.processor.process(body, source: .appStore).outcome }
            }
            await gate.arrivals(2)
            await gate.open()
            return await group.reduce(into: [ProcessingOutcome?: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes.values.reduce(0, +) == 1000 && outcomes[nil] == nil && outcomes[.rejected] == nil)
        #expect(bench.responder.questions.map(\.isLeaf).sorted { $0 && !$1 } == [true, false])
        let statistics = await bench.revocation.checker.statistics
        #expect(statistics.questions == ["good": 2] && statistics.certificates == ["good": 2000])
        await bench.revocation.close()
    }

    @Test("A batch in which something cannot be judged says so, and the rest of it can be committed")
    func batch() async throws {
        let bench = try Bench(.hard)
        let bodies = [TestSigner.body(bench.sample), Array("nothing".utf8)]
        let batch = await bench.processor.prepare(batch: bodies, source: .ingest)
        #expect(batch.postponement?.code == .revocationUnknown && batch.submissions.count == 1)
        #expect(batch.rejections.map { $0?.code } == [nil, .jwsSegments])
        let reports = try await bench.processor.commit(batch)
        #expect(reports.map(\.outcome) == [nil, .rejected])
        #expect(reports.map(\.failure?.code) == [.revocationUnknown, .jwsSegments])
    }

    @Test("An answer about verification names the certificates, their results, and the reasons")
    func answers() async throws {
        let bench = try Bench(.hard)
        bench.answer { question in
            try question.isLeaf ? nil : question.signed(question.template(at: Self.seconds))
        }
        let jws = Array(bench.sample.utf8)
        let plain = VerificationAnswer(verifying: jws, as: nil, by: bench.processor.verifier, now: Bench.now)
        let unasked = await plain.checked(by: nil)
        #expect(unasked.isValid && unasked.json["revocation"] == nil)
        let answer = await plain.checked(by: bench.revocation.checker)
        #expect(!answer.isValid && answer.isTemporary && answer.json["code"] == "revocation.unknown")
        let reason = "the responder does not answer: HTTP status 500"
        #expect(
            answer.json["revocation"] == [
                "policy": "hard",
                "certificates": [
                    [
                        "role": "leaf", "subject": .string(bench.signer.authority.leaf.subject), "result": "unknown",
                        "reason": .string(reason),
                    ],
                    [
                        "role": "intermediate", "subject": .string(bench.signer.authority.intermediate.subject),
                        "result": "good",
                    ],
                ],
            ])
        #expect(answer.revocation?.summary == "leaf unknown: \(reason), intermediate good")
    }
}
