import OpenSSLCrypto
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import AppStoreVerification

@Suite("Asking responders")
struct RevocationCheckerTests {
    /// A clock, an authority, and a responder that is a function.
    private final class Bench: Sendable {
        typealias Answer = @Sendable (Bench, _ subject: RevocationSubject, _ request: [UInt8]) async throws -> [UInt8]

        static let start = SamplePayload.signedDate

        private struct State {
            var now = Bench.start
            var questions = 0
            var notices: [String] = []
            var answer: Answer
        }

        let authority: TestAuthority
        private let state: Mutex<State>

        init(_ answer: @escaping Answer = Bench.good) throws {
            authority = try TestAuthority(
                name: "Bench", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter,
                ocspResponder: "http://responder.test/")
            state = Mutex(State(answer: answer))
        }

        /// Says that nothing was revoked, for four hours.
        static let good: Answer = { bench, subject, request in try bench.sign(.good, subject, request) }

        func sign(_ status: OCSPAnswer.Status, _ subject: RevocationSubject, _ request: [UInt8]) throws -> [UInt8] {
            let seconds = now / 1000
            let answer = OCSPAnswer(
                status: status, producedAt: seconds, thisUpdate: seconds, nextUpdate: seconds + 14_400)
            let isLeaf = subject.certificate == authority.leaf
            return try OCSPResponseTemplate(about: subject.certificate, issuer: subject.issuer, answer).signed(
                by: subject.issuer, key: .p384(isLeaf ? authority.intermediateKey : authority.rootKey),
                answering: request)
        }

        var now: Int64 { state.withLock(\.now) }
        var questions: Int { state.withLock(\.questions) }
        var notices: [String] { state.withLock(\.notices) }

        func pass(seconds: Int64) { state.withLock { $0.now += seconds * 1000 } }

        func answer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

        func checker(_ policy: RevocationPolicy = .hard, capacity: Int = 64) -> RevocationChecker {
            var rules = RevocationRules()
            rules.capacity = capacity
            return RevocationChecker(
                policy: policy, rules: rules, now: { self.now }, nonce: { Array(1...16) },
                fetch: { (responder, request) async throws(RevocationFetchError) in
                    let subject = self.subjects.first {
                        OCSPQuery.isAsked(request, about: $0.certificate, issuer: $0.issuer)
                    }
                    let answer = self.state.withLock { state in
                        state.questions += 1
                        return state.answer
                    }
                    guard responder == "http://responder.test/", let subject else {
                        throw RevocationFetchError("asked wrongly")
                    }
                    do { return try await answer(self, subject, request) } catch {
                        throw error as? RevocationFetchError ?? RevocationFetchError("\(error)")
                    }
                },
                observe: { notice in
                    self.state.withLock { $0.notices.append("\(notice.role) \(notice.result.word)") }
                })
        }

        var subjects: [RevocationSubject] {
            [
                RevocationSubject(
                    certificate: authority.leaf, issuer: authority.intermediate, role: .leaf, path: nil),
                RevocationSubject(
                    certificate: authority.intermediate, issuer: authority.root, role: .intermediate, path: nil),
            ]
        }

        /// What a check finds, in words.
        func words(_ checker: RevocationChecker) async -> [String] {
            await checker.check(subjects).findings.map(\.result.word)
        }
    }

    @Test("Each certificate is asked about once, and not again while the answer counts")
    func keeps() async throws {
        let bench = try Bench()
        let checker = bench.checker()
        #expect(await bench.words(checker) == ["good", "good"])
        bench.pass(seconds: 10_799)
        #expect(await bench.words(checker) == ["good", "good"])
        #expect(bench.questions == 2 && bench.notices.sorted() == ["intermediate good", "leaf good"])
        let statistics = await checker.statistics
        #expect(statistics.questions == ["good": 2] && statistics.certificates == ["good": 4])
        #expect(statistics.kept == 2)
    }

    @Test("However many wait, the responder is asked once for each certificate")
    func singleFlight() async throws {
        let gate = Gate()
        let bench = try Bench { bench, subject, request in
            await gate.pass()
            return try bench.sign(.good, subject, request)
        }
        let checker = bench.checker()
        let words = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<100 { group.addTask { await bench.words(checker) } }
            // Both questions are under way before either is answered.
            await gate.arrivals(2)
            await gate.open()
            return await group.reduce(into: Set<[String]>()) { $0.insert($1) }
        }
        #expect(words == [["good", "good"]] && bench.questions == 2)
    }

    @Test("Before an answer ends it is replaced in the background; nobody waits")
    func refreshes() async throws {
        let bench = try Bench()
        let checker = bench.checker()
        #expect(await bench.words(checker) == ["good", "good"])
        let gate = Gate()
        bench.answer { bench, subject, request in
            await gate.pass()
            return try bench.sign(.revoked(at: 0, reason: nil), subject, request)
        }
        bench.pass(seconds: 10_800)
        // The responder has not answered yet, and is not asked twice.
        for _ in 0..<3 { #expect(await bench.words(checker) == ["good", "good"]) }
        await gate.open()
        await checker.finishAsking()
        #expect(bench.questions == 4)
        #expect(await bench.words(checker) == ["revoked", "revoked"])
        #expect(bench.questions == 4)
    }

    @Test("With the responder down the last good answer counts to its end, and the responder is not pestered")
    func down() async throws {
        let bench = try Bench()
        let checker = bench.checker()
        #expect(await bench.words(checker) == ["good", "good"])
        bench.answer { _, _, _ in throw RevocationFetchError("nobody there") }
        bench.pass(seconds: 14_000)
        #expect(await bench.words(checker) == ["good", "good"])
        await checker.finishAsking()
        #expect(bench.questions == 4)
        bench.pass(seconds: 9)
        #expect(await bench.words(checker) == ["good", "good"])
        await checker.finishAsking()
        #expect(bench.questions == 4)
        bench.pass(seconds: 692)
        #expect(await bench.words(checker) == ["unknown", "unknown"])
        #expect(bench.questions == 6)
        #expect(await bench.words(checker) == ["unknown", "unknown"])
        #expect(bench.questions == 6)
        bench.answer(Bench.good)
        bench.pass(seconds: 20)
        #expect(await bench.words(checker) == ["good", "good"])
        #expect(bench.questions == 8)
    }

    @Test("What a responder answers is judged, and told by its reason")
    func refused() async throws {
        let bench = try Bench { bench, subject, request in
            guard subject.role == .leaf else { return try OCSPResponseTemplate.failure(.tryLater) }
            var template = OCSPResponseTemplate(
                about: subject.certificate, issuer: subject.issuer,
                OCSPAnswer(status: .good, producedAt: 0, thisUpdate: 0, nextUpdate: 1))
            template.nonce = .absent
            return try template.signed(
                by: subject.issuer, key: .p384(bench.authority.intermediateKey), answering: request)
        }
        let report = await bench.checker().check(bench.subjects)
        #expect(
            report.findings.map(\.result) == [
                .unknown(.refused(.stale)), .unknown(.refused(.notSuccessful(.tryLater))),
            ])
        #expect(report.failure?.code == .revocationUnknown && report.isTemporary)
        let unknown = try Bench { try $0.sign(.unknown, $1, $2) }
        #expect(
            await unknown.checker().check(unknown.subjects).findings.map(\.result) == [
                .unknown(.unknownThere), .unknown(.unknownThere),
            ])
    }

    @Test("With the policy off nobody is asked, and certificates that have ended are not asked about")
    func notAsked() async throws {
        let bench = try Bench()
        let signer = TestSigner(bench.authority)
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [bench.authority.root]))
        let jws = try signer.sign(SamplePayload.transaction())
        let payload = try verifier.verify(Array(jws.utf8), now: bench.now)
        let off = await bench.checker(.off).check(payload)
        #expect(off.findings.isEmpty && off.failure == nil)
        bench.pass(seconds: TestSigner.notAfter + 1 - Bench.start / 1000)
        let report = await bench.checker(.hard).check(payload)
        #expect(report.findings.map(\.result) == [.unknown(.expired), .unknown(.expired)])
        #expect(report.failure?.code == .revocationUnknown && !report.isTemporary && bench.questions == 0)
        #expect(await bench.checker(.soft).check(payload).failure == nil)
    }

    @Test("The memory is bounded, and forgets what was not used for longest")
    func bounded() async throws {
        let bench = try Bench()
        let checker = bench.checker(capacity: 1)
        for _ in 0..<2 { #expect(await bench.words(checker) == ["good", "good"]) }
        #expect(await checker.remembered == 1)
        #expect(bench.questions > 2)
    }

    @Test("Closing ends the questions under way, and who waits learns that nobody answered")
    func closes() async throws {
        let gate = Gate()
        let bench = try Bench { _, _, _ in
            // Waits until it is cancelled, as a request on its way does.
            await withTaskCancellationHandler {
                await gate.pass()
            } onCancel: {
                Task { await gate.open() }
            }
            throw RevocationFetchError("cancelled")
        }
        let checker = bench.checker()
        async let words = bench.words(checker)
        await gate.arrivals(2)
        await checker.close()
        #expect(await words == ["unknown", "unknown"])
    }

    @Test("The certificates under a notification are asked about once, each at the place where it stands first")
    func subjects() throws {
        let signer = try TestSigner.shared()
        let other = TestSigner(
            try signer.authority.withNewLeaf(notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter))
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: [signer.root]))
        let jws = try signer.sign(
            notification: SamplePayload.notification(
                data: ["signedRenewalInfo": .string(try other.sign(SamplePayload.renewalInfo()))]),
            transaction: SamplePayload.transaction())
        let subjects = try verifier.verify(Array(jws.utf8), now: SamplePayload.signedDate).revocationSubjects
        #expect(subjects.map(\.role) == [.leaf, .intermediate, .leaf])
        #expect(subjects.map(\.path) == [nil, nil, "data.signedRenewalInfo"])
        let (leaf, intermediate) = (signer.authority.leaf, signer.authority.intermediate)
        #expect(subjects.map(\.certificate) == [leaf, intermediate, other.authority.leaf])
        #expect(subjects.map(\.issuer) == [intermediate, signer.root, intermediate])
    }
}
