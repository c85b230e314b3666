internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("Credits that are used up", .timeLimit(.minutes(30)))
struct PurchaseConsumptionTests {
    private let life: TestLife
    private static let path = "/v1/purchases/2000000900000009/consume"

    init() throws { life = TestLife(signer: try TestSigner.shared()) }

    private func coins(_ changes: JSONValue = [:]) throws -> [UInt8] {
        let transaction = SamplePayload.transaction(
            [
                "transactionId": "2000000900000009", "originalTransactionId": "2000000900000009", "productId": "coins",
                "type": "Consumable", "quantity": 5, "expiresDate": nil, "subscriptionGroupIdentifier": nil,
                "webOrderLineItemId": nil, "appAccountToken": "b2d6a7a5-0000-4000-8000-00000000beef",
            ], environment: "Production"
        ).replacing(changes)
        return Array(try life.signer.sign(transaction).utf8)
    }

    private func consume(
        _ body: String = "", key: String? = "k-1", _ service: TestService, at path: String = path
    ) async throws -> LoopbackClient.Answer? {
        try await LoopbackClient.ask(
            service.service.addresses.privateAddress, "POST", path,
            headers: key.map { ["Idempotency-Key": $0] } ?? [:], body: Array(body.utf8))
    }

    private func credit(_ service: TestService, _ query: String = "") async throws -> [Int64?] {
        let answer = try await service.json("/v1/customers/b2d6a7a5-0000-4000-8000-00000000beef/entitlements\(query)")
        let line = try #require(answer?["lines"]?.elements.first { $0["productId"]?.string == "coins" })
        return ["quantity", "consumed", "remaining"].map { line[$0]?.number?.integer }
    }

    @Test("A part is used up, then the rest; repetitions say so", arguments: TestService.Store.allCases)
    func parts(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store)
        #expect(try await service.ask("POST", "/v1/transactions", body: try coins())?.status == 200)
        #expect(try await credit(service) == [5, 0, 5])
        service.setClock(1000)
        let first = try await consume(#"{"quantity":2}"#, service)
        #expect(first?.status == 200)
        let at = SamplePayload.signedDate + 1000
        #expect(
            first?.text
                == #"{"transactionId":"2000000900000009","originalTransactionId":"2000000900000009","#
                + #""environment":"Production","bundleId":"com.example.app","credited":2,"quantity":5,"consumed":2,"#
                + #""remaining":3,"at":\#(at),"repeated":false}"# + "\n")
        service.setClock(2000)
        let second = try await consume(#"{"quantity":2}"#, key: "\"k-1\"", service)
        #expect(second?.text == first?.text.replacing("\"repeated\":false", with: "\"repeated\":true"))
        #expect(try await credit(service) == [5, 2, 3])
        #expect(try await credit(service, "?at=\(SamplePayload.signedDate + 999)") == [5, 0, 5])
        let rest = try await consume(key: "k-2", service)
        #expect(rest?.json?["credited"]?.number?.integer == 3)
        #expect(rest?.json?["remaining"]?.number?.integer == 0)
        let more = try await consume(key: "k-3", service)
        #expect(more?.status == 409)
        #expect(more?.json?["code"]?.string == "purchase.consumed")
        await service.stop()
    }

    @Test("Two keys are none")
    func twoKeys() async throws {
        let service = try await TestService.start()
        _ = try await service.ask("POST", "/v1/transactions", body: try coins())
        let answer = try await blocking {
            let connection = try LoopbackConnection(service.service.addresses.privateAddress)
            let head = "POST \(Self.path) HTTP/1.1\r\nHost: a\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\n"
            try connection.send(Array((head + "Content-Length: 0\r\n\r\n").utf8))
            return try connection.answer()
        }
        #expect(answer?.status == 400)
        #expect(answer?.text.contains("\"code\":\"request.idempotency_key\"") == true)
        #expect(try await credit(service) == [5, 0, 5])
        await service.stop()
    }

    @Test("Where none was bought nothing is used up", arguments: [0, -3])
    func none(_ quantity: Int) async throws {
        let service = try await TestService.start()
        _ = try await service.ask("POST", "/v1/transactions", body: try coins(["quantity": .integer(quantity)]))
        let answer = try await consume("", service)
        #expect(answer?.status == 409)
        #expect(answer?.json?["code"]?.string == "purchase.empty")
        await service.stop()
    }

    @Test("A refund stays visible, and nothing more is given")
    func refund() async throws {
        let service = try await TestService.start()
        _ = try await service.ask("POST", "/v1/transactions", body: try coins())
        #expect(try await consume(#"{"quantity":1}"#, service)?.status == 200)
        let revoked: JSONValue = [
            "revocationDate": .integer(SamplePayload.signedDate), "revocationReason": 0,
            "signedDate": .integer(SamplePayload.signedDate + 1),
        ]
        _ = try await service.ask("POST", "/v1/transactions", body: try coins(revoked))
        service.setClock(10)
        #expect(try await credit(service) == [5, 1, 0])
        let answer = try await consume(key: "k-2", service)
        #expect(answer?.status == 409)
        #expect(answer?.json?["code"]?.string == "purchase.revoked")
        #expect(try await consume(#"{"quantity":1}"#, service)?.json?["repeated"]?.boolean == true)
        await service.stop()
    }

    @Test("What cannot be used up is refused with the reason")
    func refused() async throws {
        let service = try await TestService.start()
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        _ = try await service.ask("POST", "/v1/transactions", body: try coins())
        let subscription = "/v1/purchases/2000000900000001/consume"
        let cases: [(body: String, key: String?, path: String, status: Int, code: String)] = [
            ("", nil, Self.path, 400, "request.idempotency_key"),
            ("", "a b", Self.path, 400, "request.idempotency_key"),
            ("", "\"\"", Self.path, 400, "request.idempotency_key"),
            ("", String(repeating: "k", count: 256), Self.path, 400, "request.idempotency_key"),
            ("[]", "k", Self.path, 400, "request.body"), ("{", "k", Self.path, 400, "request.body"),
            (#"{"quantity":0}"#, "k", Self.path, 400, "request.body"),
            (#"{"quantity":1.5}"#, "k", Self.path, 400, "request.body"),
            (#"{"quantity":"1"}"#, "k", Self.path, 400, "request.body"),
            (#"{"quantity":1,"quanity":1}"#, "k", Self.path, 400, "request.body"),
            (#"{"quantity":6}"#, "k", Self.path, 409, "purchase.too_few"),
            ("", "k", subscription, 422, "purchase.not_consumable"),
            ("", "k", "/v1/purchases/12/consume", 404, "purchase.unknown"),
            ("", "k", "\(Self.path)?environment=Sandbox", 404, "purchase.unknown"),
            ("", "k", "\(Self.path)?bundleId=other", 404, "purchase.unknown"),
        ]
        for (body, key, path, status, code) in cases {
            let answer = try await consume(body, key: key, service, at: path)
            #expect(answer?.status == status, "\(body) \(path)")
            #expect(answer?.json?["code"]?.string == code, "\(body) \(path)")
        }
        // None of these has spent its key.
        #expect(try await consume(#"{"quantity":null}"#, key: "k", service)?.status == 200)
        let reused = try await consume(#"{"quantity":5}"#, key: "k", service)
        #expect(reused?.status == 422)
        #expect(reused?.json?["code"]?.string == "request.idempotency_key_reused")
        await service.stop()
    }
}
