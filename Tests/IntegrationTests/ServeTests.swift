internal import StrictJSON
internal import TestSupport
internal import Testing

@Suite("serve, over HTTP", .timeLimit(.minutes(30)))
struct ServeTests {
    private let samples: SignedSamples
    private let arguments: [String]

    init() throws {
        samples = try SignedSamples()
        arguments = try ["--store", samples.store()] + ServiceProcess.trust(in: samples.folder)
    }

    private func start(_ more: String...) async throws -> ServiceProcess {
        try await ServiceProcess.start(in: samples.folder, arguments + more)
    }

    @Test("It says once, on one line, that it is ready, with the ports that the system chose")
    func ready() async throws {
        let service = try await start()
        let line = service.readyLine
        #expect(
            line == "{\"event\":\"listening\",\"public\":\"\(service.publicAddress)\","
                + "\"private\":\"\(service.privateAddress)\"}")
        #expect(service.publicAddress != service.privateAddress)
        for address in [service.publicAddress, service.privateAddress] {
            #expect(address.hasPrefix("127.0.0.1:") && !address.hasSuffix(":0"))
        }
        service.send(.terminate)
        let (ending, furtherOutput) = try await service.ending()
        #expect(ending == .exited(0) && furtherOutput.isEmpty)
    }

    @Test("What was verified is answered 200 with its outcome, whatever that is")
    func outcomes() async throws {
        let service = try await start()
        let late = try samples.signer.sign(
            notification: SamplePayload.notification(
                "PRICE_INCREASE", ["notificationUUID": "late", "signedDate": .integer(SamplePayload.signedDate - 1)],
                data: ["status": nil]),
            transaction: SamplePayload.transaction([
                "transactionId": .string(SignedSamples.original(0)),
                "originalTransactionId": .string(SignedSamples.original(0)),
                "signedDate": .integer(SamplePayload.signedDate - 1),
            ]))
        let first = try samples.notification()
        for (jws, outcome) in [
            (first, "applied"), (first, "duplicate"), (late, "superseded"), (try samples.recordable(), "recorded"),
            (try samples.quarantinable(), "quarantined"), (try samples.quarantinable(), "quarantined"),
        ] {
            let answer = try await service.post(TestSigner.body(jws))
            #expect(answer?.status == 200 && answer?.fields["content-type"] == "application/json", "\(outcome)")
            #expect(answer?.json?["outcome"]?.string == outcome)
        }
        let version1 = try await service.post(Array("{\"notification_type\":\"RENEWAL\"}".utf8))
        #expect(version1?.status == 200 && version1?.json?["outcome"]?.string == "rejected")
        #expect(version1?.json?["code"]?.string == "input.kind")
        #expect(version1?.json?["label"]?.string == "App Store Server Notification version 1")
        try await service.stop()
    }

    @Test("What can never be verified is answered 400 with its code, as a problem document")
    func refused() async throws {
        let service = try await start()
        let foreign = try samples.signer.sign(
            SamplePayload.notification("TEST", data: ["status": nil, "bundleId": "com.example.other"]))
        let stranger = "\(foreign.dropLast(20))AAAAAAAAAAAAAAAAAAAA"
        for (body, code) in [
            (TestSigner.body(foreign), "app.bundle_id"), (TestSigner.body("a.b"), "jws.segments"),
            (TestSigner.body(stranger), "signature.invalid"), (Array("{}".utf8), "input.kind"),
            (Array("[".utf8), "input.kind"), ([], "input.empty"),
            (TestSigner.body(try samples.signer.sign(SamplePayload.transaction())), "payload.kind"),
        ] {
            let answer = try await service.post(body)
            #expect(answer?.status == 400 && answer?.fields["content-type"] == "application/problem+json", "\(code)")
            #expect(answer?.json?["code"]?.string == code && answer?.json?["status"]?.number?.integer == 400)
        }
        let empty = try await service.post(Array("{}".utf8))
        #expect(empty?.json?["got"]?.string == "an empty object")
        try await service.stop()
    }

    @Test("Requests of another form are answered 404, 405, 413 and 415")
    func forms() async throws {
        let service = try await start("--max-body", "65536")
        let json = ["Content-Type": "application/json"]
        let body = Array("{}".utf8)
        let cases: [(method: String, target: String, headers: [String: String], body: [UInt8], status: Int)] = [
            ("POST", "/", json, body, 404), ("POST", "/v1/notifications/", json, body, 404),
            ("GET", "/v1/notifications", [:], [], 405), ("PUT", "/v1/notifications", json, body, 405),
            ("POST", "/v1/notifications", ["Content-Type": "text/plain"], body, 415),
            ("POST", "/v1/notifications", [:], body, 415),
            ("POST", "/v1/notifications", json, [UInt8](repeating: 32, count: 65537), 413),
            ("POST", "/v1/notifications", json, [UInt8](repeating: 32, count: 65536), 400),
            // What the private listener shows is not here.
            ("POST", "/v1/verify", json, body, 404), ("GET", "/metrics", [:], [], 404), ("GET", "/livez", [:], [], 404),
            ("GET", "/v1/subscriptions/1", [:], [], 404), ("GET", "/openapi.json", [:], [], 404),
        ]
        for (method, target, headers, body, status) in cases {
            let answer = try await LoopbackClient.ask(
                service.publicAddress, method, target, headers: headers, body: body)
            #expect(answer?.status == status, "\(method) \(target)")
            #expect(answer?.json?["status"]?.number?.integer == Int64(status), "\(method) \(target)")
            #expect((answer?.fields["allow"] != nil) == (status == 405))
        }
        try await service.stop()
    }

    @Test("While another process holds the store the answer is 503 with Retry-After; afterwards it is taken")
    func unavailable() async throws {
        let service = try await start()
        let body = TestSigner.body(try samples.notification())
        // The byte that SQLite locks for the one writer of a write-ahead log.
        let lock = try FileLock(samples.folder.file("store.db-shm"), offset: 120)
        let answer = try await service.post(body)
        #expect(answer?.status == 503 && answer?.fields["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        #expect(answer?.json?["code"]?.string == "store.unavailable")
        #expect(answer?.text.contains(samples.folder.path) == false)
        #expect(try await service.ask("GET", "/readyz")?.status == 503)
        #expect(try await service.ask("GET", "/livez")?.status == 200)
        lock.release()
        #expect(try await service.post(body)?.json?["outcome"]?.string == "applied")
        #expect(try await service.ask("GET", "/readyz")?.status == 200)
        #expect(try service.events.contains { $0["event"]?.string == "unavailable" })
        try await service.stop()
    }

    @Test("The private listener answers every question")
    func questions() async throws {
        let service = try await start()
        let jws = try samples.notification()
        #expect(try await service.post(TestSigner.body(jws))?.status == 200)
        let json = ["Content-Type": "application/json"]

        let verified = try await service.ask("POST", "/v1/verify", headers: json, body: TestSigner.body(jws))
        let printed = try await Storekeeper.run("verify", jws, "--root", samples.root, "--json")
        #expect(verified?.status == 200 && verified?.text == printed.output)
        let invalid = try await service.ask("POST", "/v1/verify", headers: json, body: TestSigner.body("a.b"))
        #expect(invalid?.status == 200 && invalid?.json?["code"]?.string == "jws.segments")

        let next = try samples.signer.sign(
            SamplePayload.transaction([
                "transactionId": "2000000900000009", "originalTransactionId": .string(SignedSamples.original(0)),
                "appAccountToken": .string(SignedSamples.customer(0)),
            ]))
        let taken = try await service.ask(
            "POST", "/v1/transactions", headers: json,
            body: JSONWriter().bytes(["signedTransactionInfo": .string(next)]))
        #expect(taken?.status == 200 && taken?.json?["outcome"]?.string == "applied")
        let refused = try await service.ask("POST", "/v1/transactions", headers: json, body: TestSigner.body(jws))
        #expect(refused?.status == 400)

        let at = SamplePayload.signedDate + 1000
        let customer = "/v1/customers/\(SignedSamples.customer(0))/entitlements"
        let answer = try await service.ask("GET", "\(customer)?environment=Sandbox&at=\(at)")
        let asked = try await Storekeeper.run(
            "entitlements", "--store", samples.store(), "--customer", SignedSamples.customer(0), "--environment",
            "Sandbox", "--at", "\(at)", "--json")
        #expect(answer?.status == 200 && asked.status == 0)
        #expect(try answer?.json?["entitlements"] == asked.object["entitlements"])
        // Without a name it is Production that is asked about.
        #expect(try await service.ask("GET", customer)?.status == 404)
        #expect(try await service.ask("GET", "\(customer)?enviroment=Sandbox")?.status == 400)

        let line = try await service.ask(
            "GET", "/v1/subscriptions/\(SignedSamples.original(0))?environment=Sandbox&at=\(at)")
        #expect(line?.status == 200 && line?.text.contains("\"state\":\"active\"") == true)
        #expect(try await service.ask("GET", "/v1/subscriptions/1")?.status == 404)

        let list = try await service.ask("GET", "/v1/notifications?limit=1")?.json
        let row = list?["notifications"]?.elements.map { $0 }.first
        #expect(row?["notificationUUID"]?.string == SignedSamples.uuid(0, 0) && row?["outcome"]?.string == "applied")
        let cursor = try #require(list?["next"]?.string)
        let rest = try await service.ask("GET", "/v1/notifications?after=\(cursor)")?.json
        #expect(rest?["notifications"]?.elements.map { $0 }.isEmpty == true && rest?["next"]?.isNull == true)
        let one = try await service.ask("GET", "/v1/notifications/\(SignedSamples.uuid(0, 0))")?.json
        let delivery = one?["deliveries"]?.elements.map { $0 }.first
        #expect(delivery?["raw"]?.string == jws && delivery?["why"]?.string?.isEmpty == false)
        #expect(delivery?["decoded"]?["notificationType"]?.string == "SUBSCRIBED")
        #expect(try await service.ask("GET", "/v1/notifications/none")?.status == 404)
        try await service.stop()
    }

    @Test("Health, metrics and the description of the interface are served")
    func care() async throws {
        let service = try await start()
        #expect(try await service.post(TestSigner.body(try samples.notification()))?.status == 200)
        #expect(try await service.ask("GET", "/livez")?.status == 200)
        let ready = try await service.ask("GET", "/readyz")
        // The added root may vouch for Production data, which is worth a warning.
        #expect(ready?.status == 200 && ready?.text.contains("may vouch for Production data") == true)
        let metrics = try await service.ask("GET", "/metrics")
        #expect(
            metrics?.status == 200 && metrics?.fields["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        #expect(metrics?.text.contains("storekeeper_") == true)
        let description = try await service.ask("GET", "/openapi.json")
        #expect(description?.json?["openapi"]?.string?.hasPrefix("3.") == true)
        let paths = Set(description?.json?["paths"]?.names ?? [])
        #expect(
            paths.isSuperset(of: [
                "/v1/notifications", "/v1/verify", "/v1/transactions", "/v1/receipts",
                "/v1/customers/{id}/entitlements",
                "/v1/subscriptions/{originalTransactionId}", "/v1/notifications/{uuid}", "/metrics", "/livez",
                "/readyz", "/openapi.json",
            ]))
        try await service.stop()
    }

    @Test("With a token file the private listener answers nobody without a token; the public one stays open")
    func tokens() async throws {
        let file = try samples.folder.write("tokens", "first-token-0123456789\n\n  second-token-0123456789  \n")
        let service = try await start("--token-file", file)
        func status(_ authorization: String?) async throws -> Int? {
            let headers = authorization.map { ["Authorization": $0] } ?? [:]
            return try await service.ask("GET", "/v1/notifications", headers: headers)?.status
        }
        #expect(try await status(nil) == 401)
        #expect(try await status("Bearer first-token-0123456789") == 200)
        #expect(try await status("bearer second-token-0123456789") == 200)
        for wrong in ["first-token-0123456789", "Bearer first-token", "Basic Zmlyc3Q6", "Bearer "] {
            #expect(try await status(wrong) == 401, "\(wrong)")
        }
        #expect(try await service.ask("GET", "/v1/nowhere")?.status == 401)
        #expect(try await service.ask("GET", "/livez")?.status == 200)
        #expect(try await service.post(TestSigner.body(try samples.notification()))?.status == 200)
        try await service.stop()
    }
}
