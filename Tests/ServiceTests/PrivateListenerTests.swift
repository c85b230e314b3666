internal import EntitlementStorage
internal import OpenSSLCrypto
internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("The private listener", .timeLimit(.minutes(30)))
struct PrivateListenerTests {
    private let signer: TestSigner

    init() throws { signer = try TestSigner.shared() }

    private func code(_ answer: LoopbackClient.Answer?) -> String? { answer?.json?["code"]?.string }

    @Test("With a token file everything but the liveness needs a token")
    func tokens() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("tokens", "first-token-0123456789\n\n  second-token-0123456789 \r\n")
        let service = try await TestService.start { $0.tokenFile = file }
        let paths = ["/metrics", "/readyz", "/openapi.json", "/v1/notifications", "/v1/customers/x/entitlements", "/x"]
        for path in paths {
            let answer = try await service.ask("GET", path)
            #expect(answer?.status == 401)
            #expect(code(answer) == "request.unauthorized")
            #expect(answer?.fields["www-authenticate"] == "Bearer")
        }
        #expect(try await service.ask("POST", "/v1/verify", body: [0x20])?.status == 401)
        #expect(try await service.ask("DELETE", "/metrics")?.status == 401)
        #expect(try await service.ask("GET", "/livez")?.text == "{\"live\":true}\n")
        for token in ["first-token-0123456789", "second-token-0123456789"] {
            #expect(try await service.ask("GET", "/readyz", token: token)?.status == 200)
        }
        for token in ["first-token-012345678", "first-token-01234567890", "", "First-token-0123456789"] {
            let answer = try await service.ask("GET", "/readyz", token: token)
            #expect(answer?.status == 401)
            #expect(answer?.fields["www-authenticate"] == "Bearer error=\"invalid_token\"")
        }
        #expect(try await service.ask("GET", "/x", token: "first-token-0123456789")?.status == 404)
        // The public listener asks for none.
        #expect(try await service.post([])?.status == 400)
        await service.stop()
    }

    @Test("Unknown paths, methods and parameters are problems")
    func refusals() async throws {
        let service = try await TestService.start()
        #expect(code(try await service.ask("GET", "/v1/customers//entitlements")) == "request.path")
        let method = try await service.ask("POST", "/v1/notifications", body: [0x20])
        #expect(method?.status == 405)
        #expect(method?.fields["allow"] == "GET, HEAD")
        #expect(try await service.ask("GET", "/v1/verify")?.fields["allow"] == "POST")
        let parameter = try await service.ask("GET", "/v1/notifications?limits=3")
        #expect(parameter?.status == 400)
        #expect(code(parameter) == "request.parameter")
        #expect(parameter?.json?["hint"]?.string == "did you mean \"limit\"?")
        let head = try await service.ask("HEAD", "/livez")
        #expect(head?.status == 200)
        #expect(head?.body == [])
        #expect(head?.fields["cache-control"] == "no-store")
        await service.stop()
    }

    @Test("Signed data is verified, and the judgement is the answer")
    func verify() async throws {
        let service = try await TestService.start()
        let transaction = SamplePayload.transaction()
        let renewalInfo = SamplePayload.renewalInfo()
        let jws = try signer.sign(
            notification: SamplePayload.notification(), transaction: transaction, renewalInfo: renewalInfo)
        for body in [Array(jws.utf8), Array("\n \(jws) \r\n".utf8), TestSigner.body(jws)] {
            let answer = try await service.ask("POST", "/v1/verify", body: body)
            #expect(answer?.status == 200)
            let members = answer?.json?.members.map(\.name)
            #expect(members == ["ok", "kind", "environment", "payload", "nested"])
            #expect(answer?.json?["ok"]?.boolean == true)
            #expect(answer?.json?["kind"]?.string == "notification")
            #expect(answer?.json?["environment"]?.string == "Sandbox")
            #expect(answer?.json?["payload"]?["notificationUUID"]?.string == "00000000-0000-4000-8000-000000000001")
            let nested = answer?.json?["nested"]?.members.map { ($0.name, JSONWriter().text(.node($0.value))) } ?? []
            #expect(nested.map(\.0) == ["transaction", "renewalInfo"])
            #expect(nested.map(\.1) == [transaction, renewalInfo].map { JSONWriter().text($0) })
        }
        let single = try await service.ask(
            "POST", "/v1/verify?kind=transaction", body: Array(try signer.sign(transaction).utf8))
        #expect(single?.json?["ok"]?.boolean == true)
        #expect(single?.json?["nested"]?.members.map(\.name) == [])
        #expect(try await service.json("/v1/notifications")?["notifications"]?.elements.map { $0 } == [])
        await service.stop()
    }

    @Test("What is not verified is a judgement too")
    func verifyFailures() async throws {
        let service = try await TestService.start()
        let jws = try signer.sign(SamplePayload.transaction())
        let bent = try signer.sign(
            notification: SamplePayload.notification(),
            transaction: SamplePayload.transaction(["bundleId": "com.example.other"]))
        let cases: [(target: String, body: String, code: String, path: String?)] = [
            ("/v1/verify", "", "input.empty", nil), ("/v1/verify", "hello", "jws.segments", nil),
            ("/v1/verify", "\"\(jws)\"", "input.kind", nil),
            ("/v1/verify", "{\"signed\": \"\(jws)\"}", "input.kind", nil),
            ("/v1/verify", "{\"signedPayload\": \"\(jws)", "input.kind", nil),
            ("/v1/verify?kind=notification", jws, "payload.kind", nil),
            ("/v1/verify", String(jws.dropLast(4)) + "AAAA", "signature.invalid", nil),
            ("/v1/verify", bent, "nested.mismatch", "data.signedTransactionInfo"),
        ]
        for (target, body, code, path) in cases {
            let answer = try await service.ask("POST", target, body: Array(body.utf8))
            #expect(answer?.status == 200)
            #expect(answer?.json?["ok"]?.boolean == false)
            #expect(self.code(answer) == code)
            #expect(answer?.json?["stage"]?.string == String(code.prefix { $0 != "." }))
            #expect(answer?.json?["path"]?.string == path)
        }
        let kind = try await service.ask("POST", "/v1/verify?kind=receipt", body: Array(jws.utf8))
        #expect(kind?.status == 400)
        #expect(self.code(kind) == "request.parameter")
        let large = try await service.ask("POST", "/v1/verify", body: [UInt8](repeating: 0x61, count: 262_145))
        #expect(large?.status == 413)
        await service.stop()
    }

    @Test("A client's transaction is kept until its notification meets it", arguments: TestService.Store.allCases)
    func transactions(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store)
        let jws = try signer.sign(SamplePayload.transaction())
        let answer = try await service.ask(
            "POST", "/v1/transactions", body: Array("{\"signedTransactionInfo\": \"\(jws)\"}".utf8))
        #expect(answer?.status == 200)
        #expect(
            answer?.text == """
                {"outcome":"applied","environment":"Sandbox","bundleId":"com.example.app",\
                "originalTransactionId":"2000000900000001","transactionId":"2000000900000001",\
                "productId":"com.example.app.pro.monthly"}

                """)
        let line = try await service.json("/v1/subscriptions/2000000900000001?environment=Sandbox")
        #expect(line?["lines"]?.elements.map { $0["state"]?.string } == ["active"])
        let notification = try signer.sign(
            notification: SamplePayload.notification(), transaction: SamplePayload.transaction(),
            renewalInfo: SamplePayload.renewalInfo())
        #expect(try await service.post(jws: notification)?.text == "{\"outcome\":\"applied\"}\n")
        let summary = await service.stop()
        #expect(summary.transactions == ["applied": 1])
        #expect(summary.notifications == ["applied": 1])
    }

    @Test("A client's transaction that is none is a problem")
    func wrongTransactions() async throws {
        let service = try await TestService.start()
        let notification = try signer.sign(SamplePayload.notification("TEST"))
        let other = try signer.sign(SamplePayload.transaction(["bundleId": "com.example.other"]))
        for (body, code) in [
            ("", "input.empty"), ("{}", "input.kind"), ("x", "jws.segments"), (notification, "payload.kind"),
            (other, "app.bundle_id"), ("{\"signedPayload\": \"\(other)\"}", "input.kind"),
        ] {
            let answer = try await service.ask("POST", "/v1/transactions", body: Array(body.utf8))
            #expect(answer?.status == 400)
            #expect(self.code(answer) == code)
        }
        await service.stop()
    }

    @Test("Readiness shows the anchors in force and what to look at")
    func readiness() async throws {
        let service = try await TestService.start()
        let answer = try await service.ask("GET", "/readyz")
        #expect(answer?.status == 200)
        let report = answer?.json
        #expect(report?["ready"]?.boolean == true)
        #expect(report?["clock"]?.string == "signed")
        #expect(report?["environments"]?.elements.map(\.string) == ["Production", "Sandbox"])
        let anchors = report?["anchors"].map { Array($0.elements) } ?? []
        #expect(anchors.count == 3)
        #expect(anchors.map { $0["builtIn"]?.boolean } == [true, true, false])
        #expect(
            anchors.map { $0["sha256"]?.string } == [
                "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
                "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
                signer.root.fingerprint.hexadecimal,
            ])
        let seconds = TestSigner.notAfter - SamplePayload.signedDate / 1000
        #expect(anchors.last?["daysLeft"]?.number?.integer == seconds / 86_400)
        let warnings = report?["warnings"]?.elements.map { $0["problem"]?.string ?? "" } ?? []
        #expect(warnings.contains { $0.hasSuffix("may vouch for Production data") })
        #expect(warnings.contains("forgets everything when the service stops"))
        await service.stop()
    }

    @Test("A store that does not answer makes the service unready, not dead")
    func unready() async throws {
        let service = try await TestService.start(
            opening: HookedStore { () throws(StoreError) in throw .unavailable(reason: "its disk is gone") })
        let answer = try await service.ask("GET", "/readyz")
        #expect(answer?.status == 503)
        #expect(answer?.json?["ready"]?.boolean == false)
        #expect(answer?.json?["store"]?["code"]?.string == "store.unavailable")
        #expect(answer?.json?["store"]?["message"]?.string == "the store is unavailable: its disk is gone")
        #expect(try await service.ask("GET", "/livez")?.status == 200)
        let customer = try await service.ask("GET", "/v1/customers/x/entitlements")
        #expect(customer?.status == 503)
        #expect(customer?.fields["retry-after"] == "10")
        #expect(try await service.ask("GET", "/metrics")?.text.contains("storekeeper_store_up 0\n") == true)
        await service.stop()
    }

    @Test("Metrics count outcomes, failures, commits and answers")
    func metrics() async throws {
        let service = try await TestService.start()
        service.setClock(90_000)
        let life = TestLife(signer: signer)
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        #expect(try await service.post(Array("{}".utf8))?.status == 400)
        #expect(try await service.post([], type: "text/html")?.status == 415)
        let answer = try await service.ask("GET", "/metrics")
        #expect(answer?.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = answer?.text.split(separator: "\n").map(String.init) ?? []
        for line in [
            "storekeeper_build_info{version=\"9.8.7\"} 1", "storekeeper_uptime_seconds 90.000",
            "storekeeper_notifications_total{outcome=\"rejected\"} 1",
            "storekeeper_notifications_total{outcome=\"quarantined\"} 0",
            "storekeeper_failures_total{code=\"input.kind\"} 1", "storekeeper_queue_depth 0",
            "storekeeper_commit_groups_total 3", "storekeeper_commit_deliveries_total 3", "storekeeper_store_up 1",
            "storekeeper_store_notifications{outcome=\"rejected\"} 1", "storekeeper_store_rejected_bytes 2",
            "storekeeper_notification_lag_seconds_bucket{le=\"60\"} 0",
            "storekeeper_http_responses_total{listener=\"public\",status=\"415\"} 1",
            "storekeeper_http_responses_total{listener=\"public\",status=\"200\"} 2",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        await service.stop()
    }
}
