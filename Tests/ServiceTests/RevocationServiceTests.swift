internal import AppStoreVerification
internal import OpenSSLCrypto
internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("A service that asks whether certificates were revoked", .timeLimit(.minutes(30)))
struct RevocationServiceTests {
    private static let seconds = SamplePayload.signedDate / 1000

    private let responder: TestResponder
    private let folder: TemporaryFolder

    init() throws {
        responder = try TestResponder()
        folder = try TemporaryFolder()
    }

    private func signer(notAfter: Int64 = TestSigner.notAfter) throws -> TestSigner {
        TestSigner(
            try TestAuthority(
                name: "Responding", notBefore: TestSigner.notBefore, notAfter: notAfter,
                ocspResponder: responder.url))
    }

    private func start(_ policy: String, _ signer: TestSigner) async throws -> TestService {
        let root = try folder.write("responding.pem", signer.root.pem)
        return try await TestService.start { settings in
            settings.roots = [root]
            settings.revocation = policy
        }
    }

    private func notification(_ signer: TestSigner) throws -> String {
        try signer.sign(notification: SamplePayload.notification(), transaction: SamplePayload.transaction())
    }

    /// The lines of the metrics about revocation.
    private func metrics(_ service: TestService) async throws -> Set<String> {
        let text = try await service.ask("GET", "/metrics")?.text ?? ""
        return Set(
            text.split(separator: "\n").map(String.init).filter {
                $0.hasPrefix("storekeeper_revocation_") || $0.contains("revocation.")
            })
    }

    @Test("With hard an unknown revocation is answered 503, and the next try merges")
    func hard() async throws {
        let signer = try signer()
        let service = try await start("hard", signer)
        let answer = try await service.post(jws: try notification(signer))
        #expect(answer?.status == 503 && answer?.fields["retry-after"] == "60")
        #expect(answer?.json?["code"]?.string == "revocation.unknown")
        #expect(answer?.json?["stage"]?.string == "revocation")
        #expect(answer?.json?["title"]?.string == "Service Unavailable")
        let client = try await service.ask(
            "POST", "/v1/transactions", body: Array(try signer.sign(SamplePayload.transaction()).utf8))
        #expect(client?.status == 503 && client?.json?["code"]?.string == "revocation.unknown")
        let log = try await service.json("/v1/notifications")?["notifications"]
        #expect(log?.elements.map { $0["outcome"]?.string } == [])
        #expect(
            try await metrics(service).isSuperset(of: [
                "storekeeper_failures_total{code=\"revocation.unknown\"} 2",
                "storekeeper_revocation_questions_total{result=\"good\"} 0",
                "storekeeper_revocation_questions_total{result=\"unknown\"} 2",
                "storekeeper_revocation_certificates_total{result=\"unknown\"} 4",
                "storekeeper_revocation_kept_total 2",
            ]))
        responder.answerGood(for: signer.authority) { SamplePayload.signedDate + 10_000 }
        service.setClock(10_000)
        #expect(try await service.post(jws: try notification(signer))?.text == "{\"outcome\":\"applied\"}\n")
        #expect(
            try await metrics(service).isSuperset(of: [
                "storekeeper_revocation_questions_total{result=\"good\"} 2",
                "storekeeper_revocation_certificates_total{result=\"good\"} 2",
            ]))
        #expect(try await service.json("/readyz")?["revocation"]?.string == "hard")
        let summary = await service.stop()
        #expect(summary.unavailable == 2 && summary.notifications == ["applied": 1])
        let delivery = service.events.compactMap { event in
            if case .delivery(let delivery) = event { delivery } else { nil }
        }.first
        #expect(delivery?.outcome == "unavailable" && delivery?.code == "revocation.unknown")
        let failures = service.events.compactMap { event in
            if case .failed(let failure) = event { failure } else { nil }
        }
        #expect(failures.map(\.task) == ["revocation", "revocation"])
        #expect(failures.map(\.code) == ["revocation.unknown", "revocation.unknown"])
        #expect(failures.contains { $0.message.hasSuffix("unknown: the responder does not answer: HTTP status 500") })
    }

    @Test("A revoked signer is answered 400, an ended one 200 from quarantine")
    func decided() async throws {
        let current = try signer()
        responder.answer(for: current.authority) { question in
            try question.signed(
                question.template(.revoked(at: Self.seconds - 60, reason: .keyCompromise), at: Self.seconds))
        }
        let service = try await start("soft", current)
        let answer = try await service.post(jws: try notification(current))
        #expect(answer?.status == 400 && answer?.json?["code"]?.string == "revocation.revoked")
        await service.stop()
        let ended = try signer(notAfter: Self.seconds + 1)
        let other = try await start("hard", ended)
        let jws = try notification(ended)
        other.setClock(2000)
        let kept = try await other.post(jws: jws)
        #expect(kept?.status == 200)
        #expect(kept?.text == "{\"outcome\":\"quarantined\",\"code\":\"revocation.unknown\"}\n")
        let log = try await other.json("/v1/notifications")
        #expect(log?["notifications"]?.elements.map { $0["outcome"]?.string } == ["quarantined"])
        await other.stop()
    }

    @Test("Soft lets pass what nobody can say anything about, and tells it")
    func soft() async throws {
        let signer = try signer()
        let service = try await start("soft", signer)
        let jws = try notification(signer)
        #expect(try await service.post(jws: jws)?.text == "{\"outcome\":\"applied\"}\n")
        let answer = try await service.ask("POST", "/v1/verify", body: Array(jws.utf8))?.json
        #expect(answer?["ok"]?.boolean == true && answer?["revocation"]?["policy"]?.string == "soft")
        #expect(
            answer?["revocation"]?["certificates"]?.elements.map { $0["result"]?.string } == ["unknown", "unknown"])
        #expect(
            try await metrics(service).contains("storekeeper_revocation_certificates_total{result=\"unknown\"} 4"))
        await service.stop()
    }

    @Test("The policy can be exchanged while the service runs; under the same one, kept answers go on to count")
    func exchanged() async throws {
        let signer = try signer()
        let service = try await start("off", signer)
        responder.answerGood(for: signer.authority) { SamplePayload.signedDate }
        let root = try folder.write("responding.pem", signer.root.pem)
        func reload(_ policy: String) async throws {
            var settings = try folder.settings()
            settings.roots = [root]
            settings.revocation = policy
            try await service.service.reload(try ServiceConfiguration(settings, now: SamplePayload.signedDate))
        }
        let jws = try notification(signer)
        #expect(try await service.post(jws: jws)?.status == 200)
        #expect(responder.questions.isEmpty)
        for _ in 0..<2 {
            try await reload("hard")
            #expect(try await service.post(jws: jws)?.text == "{\"outcome\":\"duplicate\"}\n")
            #expect(responder.questions.count == 2)
        }
        #expect(try await service.json("/readyz")?["revocation"]?.string == "hard")
        try await reload("off")
        #expect(try await service.json("/readyz")?["revocation"]?.string == "off")
        await service.stop()
    }

    @Test("Unless told to, a service asks nobody and says nothing of it")
    func off() async throws {
        let service = try await TestService.start()
        #expect(try await service.json("/readyz")?["revocation"]?.string == "off")
        #expect(try await metrics(service).isEmpty)
        await service.stop()
    }
}
