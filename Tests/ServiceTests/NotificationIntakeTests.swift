internal import EntitlementStorage
internal import Entitlements
internal import OpenSSLCrypto
internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("Taking notifications", .timeLimit(.minutes(30)))
struct NotificationIntakeTests {
    private let signer: TestSigner

    init() throws { signer = try TestSigner.shared() }

    private func notification(uuid: String = "a", at signedDate: Int64 = SamplePayload.signedDate) throws -> String {
        let date = JSONValue.integer(signedDate)
        return try signer.sign(
            notification: SamplePayload.notification(
                "SUBSCRIBED", ["notificationUUID": .string(uuid), "signedDate": date]),
            transaction: SamplePayload.transaction(["signedDate": date]),
            renewalInfo: SamplePayload.renewalInfo(["signedDate": date]))
    }

    /// Members of a problem document.
    private func problem(_ answer: LoopbackClient.Answer?, _ name: String) -> String? { answer?.json?[name]?.string }

    @Test("Outcomes are answered 200 after the commit", arguments: TestService.Store.allCases)
    func outcomes(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store)
        let first = try notification(uuid: "a", at: SamplePayload.signedDate + 60_000)
        let test = try signer.sign(
            SamplePayload.notification("TEST", ["notificationUUID": "c"], data: ["status": nil]))
        let steps = [
            (first, "applied"), (first, "duplicate"), (try notification(uuid: "b"), "superseded"), (test, "recorded"),
        ]
        for (jws, outcome) in steps {
            let answer = try await service.post(jws: jws)
            #expect(answer?.status == 200)
            #expect(answer?.fields["content-type"] == "application/json")
            #expect(answer?.text == "{\"outcome\":\"\(outcome)\"}\n")
        }
        let summary = await service.stop()
        #expect(summary.notifications == ["applied": 1, "duplicate": 1, "superseded": 1, "recorded": 1])
    }

    @Test("What can never be verified is answered 400 with the check that failed")
    func rejected() async throws {
        let service = try await TestService.start()
        let stranger = TestSigner(try .init(name: "Stranger", notBefore: 1_577_836_800, notAfter: 2_524_608_000))
        let other = try signer.sign(SamplePayload.notification("TEST", data: ["bundleId": "com.example.other"]))
        let xcode = try signer.sign(SamplePayload.notification("TEST", environment: "Xcode"))
        let cases: [(body: [UInt8], code: String)] = [
            ([], "input.empty"), (Array(" \n".utf8), "input.empty"),
            (Array("hello".utf8), "input.kind"), (Array("[]".utf8), "input.kind"), (Array("{\"a\"".utf8), "input.kind"),
            (Array("{\"a\": 1}".utf8), "input.kind"), (Array(try notification().utf8), "input.kind"),
            (Array("{\"signedPayload\": 1}".utf8), "input.kind"), (TestSigner.body("a.b"), "jws.segments"),
            (TestSigner.body(try stranger.sign(SamplePayload.notification("TEST"))), "chain.untrusted"),
            (TestSigner.body(other), "app.bundle_id"), (TestSigner.body(xcode), "app.environment"),
            (TestSigner.body(try signer.sign(SamplePayload.transaction())), "payload.kind"),
        ]
        for (body, code) in cases {
            let answer = try await service.post(body)
            #expect(answer?.status == 400)
            #expect(answer?.fields["content-type"] == "application/problem+json")
            #expect(problem(answer, "code") == code)
            #expect(problem(answer, "stage") == String(code.prefix { $0 != "." }))
            #expect(problem(answer, "type") == "about:blank")
            #expect(problem(answer, "title") == "Bad Request")
            #expect(answer?.json?["status"]?.number?.integer == 400)
            #expect(problem(answer, "detail")?.isEmpty == false)
        }
        let answer = try await service.post(jws: other)
        #expect(problem(answer, "expected") == "com.example.app")
        #expect(problem(answer, "got") == "com.example.other")
        await service.stop()
    }

    @Test("Known strangers are labelled, kept and answered 200")
    func strangers() async throws {
        let service = try await TestService.start()
        let version1 = try await service.post(Array("{\"notification_type\": \"DID_RENEW\", \"password\": \"x\"}".utf8))
        #expect(version1?.status == 200)
        #expect(
            version1?.text == """
                {"outcome":"rejected","code":"input.kind","label":"App Store Server Notification version 1"}

                """)
        let account = try await service.post(Array("{\"payload\": \"a.b.c\"}".utf8))
        #expect(account?.status == 200)
        #expect(account?.json?["label"]?.string == "Sign in with Apple event")
        let list = try await service.json("/v1/notifications?outcome=rejected")
        let rows = list?["notifications"].map { Array($0.elements) } ?? []
        #expect(rows.map { $0["label"]?.string } == [version1, account].map { $0?.json?["label"]?.string })
        #expect(rows.map { $0["code"]?.string } == ["input.kind", "input.kind"])
        await service.stop()
    }

    @Test("Bodies of ordinary size are taken, larger ones than the limit refused")
    func sizes() async throws {
        let service = try await TestService.start()
        for (size, status) in [(20_000, 400), (200_000, 400), (256 * 1024, 400), (256 * 1024 + 1, 413), (300_000, 413)]
        {
            let answer = try await service.post([UInt8](repeating: 0x20, count: size))
            #expect(answer?.status == status)
            #expect(problem(answer, "code") == (status == 413 ? "input.too_large" : "input.empty"))
        }
        #expect(await service.stop().refused == 2)
    }

    @Test("Only JSON is taken")
    func mediaTypes() async throws {
        let service = try await TestService.start()
        for type in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "", nil] {
            let answer = try await service.post(Array("{}".utf8), type: type)
            #expect(answer?.status == 415)
            #expect(problem(answer, "code") == "request.media_type")
        }
        for type in ["application/json", "application/json; charset=utf-8", "Application/JSON ;charset=UTF-8"] {
            let answer = try await service.post(Array("{}".utf8), type: type)
            #expect(problem(answer, "code") == "input.kind")
        }
        await service.stop()
    }

    @Test("The public listener knows one path and one method, and ignores the query")
    func paths() async throws {
        let service = try await TestService.start()
        let address = service.service.addresses.publicAddress
        for method in ["GET", "PUT", "DELETE", "HEAD", "OPTIONS", "post"] {
            let answer = try await LoopbackClient.ask(address, method, "/v1/notifications")
            #expect(answer?.status == 405)
            #expect(answer?.fields["allow"] == "POST")
        }
        for path in ["/", "/v1/notifications/", "/v1/verify", "/metrics", "/livez", "/v1%2Fnotifications"] {
            let answer = try await LoopbackClient.ask(address, "GET", path)
            #expect(answer?.status == 404)
            #expect(problem(answer, "code") == "request.path")
        }
        let answer = try await service.post(TestSigner.body(try notification()), to: "/v1/notifications?a=1&a=2")
        #expect(answer?.status == 200)
        let refusals = service.events.compactMap { if case .refused(let event) = $0 { event } else { nil } }
        #expect(refusals.count == 12)
        #expect(refusals.allSatisfy { $0.peer == "127.0.0.1" })
        await service.stop()
    }

    @Test(
        "A store that cannot take it is answered 503 and told when to come again; a defect 500",
        arguments: [
            (StoreError.unavailable(reason: "locked"), 503, "store.unavailable", "10"),
            (.full(reason: "disk"), 503, "store.full", "60"),
            (.damaged(file: "/secret", reason: "x"), 503, "store.unavailable", "10"),
            (.defect("a secret"), 500, "service.defect", nil),
        ] as [(StoreError, Int, String, String?)])
    func store(_ error: StoreError, _ status: Int, _ code: String, _ retryAfter: String?) async throws {
        let service = try await TestService.start(opening: HookedStore { () throws(StoreError) in throw error })
        let answer = try await service.post(jws: try notification())
        #expect(answer?.status == status)
        #expect(problem(answer, "code") == code)
        #expect(answer?.fields["retry-after"] == retryAfter)
        #expect(answer?.text.contains("secret") == false)
        #expect(await service.stop().unavailable == 1)
    }

    @Test("A full queue is answered 503, and what waits is still committed")
    func fullQueue() async throws {
        let gate = Gate()
        let service = try await TestService.start(opening: HookedStore { () throws(StoreError) in await gate.pass() }) {
            $0.limits = ["queueCapacity": 1, "commitGroupSize": 1]
        }
        let bodies = try (1...3).map { TestSigner.body(try notification(uuid: "\($0)")) }
        async let first = service.post(bodies[0])
        await gate.arrivals(1)
        // One is in the store now; of two more the first fills the queue, whichever that is.
        async let second = service.post(bodies[1])
        async let third = service.post(bodies[2])
        await service.eventually { events in
            events.contains { if case .delivery(let event) = $0 { event.name == "unavailable" } else { false } }
        }
        await gate.open()
        let statuses = [try await first?.status, try await second?.status, try await third?.status]
        #expect(statuses.sorted { ($0 ?? 0) < ($1 ?? 0) } == [200, 200, 503])
        let summary = await service.stop()
        #expect(summary.notifications.values.reduce(0, +) == 2)
        #expect(summary.unavailable == 1)
    }

    @Test("What is quarantined is taken when the same delivery comes after a fix")
    func quarantine() async throws {
        let folder = try TemporaryFolder()
        let second = TestSigner(try .init(name: "Second", notBefore: 1_577_836_800, notAfter: 2_524_608_000))
        var outer = SamplePayload.notification()
        outer["data"] = outer["data"]?.replacing([
            "signedTransactionInfo": .string(try second.sign(SamplePayload.transaction())),
            "signedRenewalInfo": .string(try signer.sign(SamplePayload.renewalInfo())),
        ])
        let jws = try signer.sign(outer)
        let store = "sqlite:\(folder.path)/store.db"
        var service = try await TestService.start { $0.store = store }
        var answer = try await service.post(jws: jws)
        #expect(answer?.status == 200)
        #expect(
            answer?.text == """
                {"outcome":"quarantined","code":"chain.untrusted","path":"data.signedTransactionInfo"}

                """)
        #expect(try await service.ask("GET", "/v1/subscriptions/2000000900000001?environment=Sandbox")?.status == 404)
        await service.stop()

        let root = try folder.write("second.pem", second.root.pem)
        service = try await TestService.start {
            $0.store = store
            $0.roots?.append(root)
        }
        answer = try await service.post(jws: jws)
        #expect(answer?.text == "{\"outcome\":\"applied\"}\n")
        let line = try await service.ask("GET", "/v1/subscriptions/2000000900000001?environment=Sandbox")
        #expect(line?.status == 200)
        let rows = try await service.json("/v1/notifications")?["notifications"].map { Array($0.elements) } ?? []
        #expect(rows.map { $0["outcome"]?.string } == ["quarantined", "applied"])
        #expect(rows.first?["failure"]?["path"]?.string == "data.signedTransactionInfo")
        #expect(rows.first?["resolvedBy"]?.number?.integer == rows.last?["sequence"]?.number?.integer)
        await service.stop()
    }
}
