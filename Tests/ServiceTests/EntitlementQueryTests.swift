internal import Service
internal import StrictJSON
internal import Testing
internal import TestSupport

@Suite("Questions about customers and lines", .timeLimit(.minutes(30)))
struct EntitlementQueryTests {
    private let life: TestLife
    private static let token = "b2d6a7a5-0000-4000-8000-00000000beef"
    private static let line = "/v1/subscriptions/2000000900000001"

    init() throws { life = TestLife(signer: try TestSigner.shared()) }

    private func customer(_ id: String = token, _ query: String = "") -> String {
        "/v1/customers/\(id)/entitlements\(query)"
    }

    @Test("The answer follows the clock and the notifications", arguments: TestService.Store.allCases)
    func follows(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store) {
            $0.entitlements = ["com.example.app.pro.monthly": ["pro", "ad-free"]]
        }
        let steps: [(day: Int64, jws: String?, state: String)] = [
            (1, try life.bought(), "active"), (30, nil, "expired"), (31, try life.renewed(), "active"),
            (41, try life.refunded(), "revoked"),
        ]
        for (day, jws, state) in steps {
            service.setClock(day * TestLife.day)
            if let jws { #expect(try await service.post(jws: jws)?.text == "{\"outcome\":\"applied\"}\n") }
            let answer = try await service.json(customer())
            let named = answer?["entitlements"].map { Array($0.elements) } ?? []
            #expect(named.map { $0["name"]?.string } == ["ad-free", "pro"])
            #expect(named.map { $0["state"]?.string } == [state, state])
            #expect(named.map { $0["entitled"]?.boolean } == [state == "active", state == "active"])
            #expect(answer?["at"]?.number?.integer == TestLife.instant(day))
            #expect(answer?["environment"]?.string == "Production")
            #expect(answer?["customer"]?.string == EntitlementQueryTests.token)
            let lines = try await service.json(EntitlementQueryTests.line)?["lines"].map { Array($0.elements) } ?? []
            #expect(lines.map { $0["state"]?.string } == [state])
            #expect(lines.first?["because"]?["rule"]?.string != nil)
            #expect((lines.first?["because"]?["facts"]?.elements.map { $0 } ?? []).isEmpty == false)
        }
        await service.stop()
    }

    @Test("A customer is found by every id", arguments: TestService.Store.allCases)
    func ids(_ store: TestService.Store) async throws {
        let service = try await TestService.start(store)
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        #expect(try await service.post(jws: try life.renewed())?.status == 200)
        for id in [
            EntitlementQueryTests.token, EntitlementQueryTests.token.uppercased(), "704000000000000001",
            "2000000900000001", "2000000900000002",
        ] {
            let answer = try await service.ask("GET", customer(id))
            #expect(answer?.status == 200, "\(id)")
            #expect(answer?.json?["lines"]?.elements.map { $0["productId"]?.string } == ["com.example.app.pro.monthly"])
        }
        for id in ["b2d6a7a5-0000-4000-8000-00000000bee0", "2000000900000003", "%20", "..", "a%2Fb"] {
            let answer = try await service.ask("GET", customer(id))
            #expect(answer?.status == 404, "\(id)")
            #expect(answer?.json?["code"]?.string == "customer.unknown")
        }
        await service.stop()
    }

    @Test("All lines of one account count, whichever of them is asked by")
    func account() async throws {
        let service = try await TestService.start()
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        let other = life.transaction(
            period: 7, day: 0, ["originalTransactionId": "2000000900000007", "subscriptionGroupIdentifier": "21000002"])
        let jws = try life.signer.sign(other)
        #expect(try await service.ask("POST", "/v1/transactions", body: Array(jws.utf8))?.status == 200)
        let answer = try await service.json(customer("2000000900000007"))
        let lines = answer?["lines"]?.elements.map { $0["originalTransactionId"]?.string }
        #expect(lines == ["2000000900000001", "2000000900000007"])
        #expect(answer?["entitlements"]?.elements.map { $0["name"]?.string } == ["21000001", "21000002"])
        await service.stop()
    }

    @Test("As of an instant only what was signed by then counts, whatever has come since")
    func asOf() async throws {
        let service = try await TestService.start()
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        let day20 = TestLife.instant(20)
        let before = try await service.ask("GET", customer(query: "?at=\(day20)"))
        let unborn = try await service.ask("GET", customer(query: "?at=\(TestLife.instant(-1))"))
        #expect(unborn?.status == 404)
        #expect(try await service.post(jws: try life.renewed())?.status == 200)
        #expect(try await service.post(jws: try life.refunded())?.status == 200)
        let after = try await service.ask("GET", customer(query: "?at=\(day20)"))
        #expect(before?.body == after?.body)
        #expect(before?.json?["lines"]?.elements.map { $0["state"]?.string } == ["active"])
        #expect(try await service.ask("GET", customer(query: "?at=\(TestLife.instant(-1))"))?.body == unborn?.body)
        // 2026-06-21T00:00:00Z is day 20.
        for at in ["2026-06-21", "2026-06-21T00:00Z", "2026-06-21T00:00:00Z", "2026-06-21T00:00:00.000Z"] {
            #expect(try await service.ask("GET", customer(query: "?at=\(at)"))?.body == before?.body, "\(at)")
        }
        let states = try await ([0, 29, 35, 39, 41] as [Int64]).asyncMap { day in
            try await service.json("\(EntitlementQueryTests.line)?at=\(TestLife.instant(day))")?["lines"]?.elements
                .map { $0["state"]?.string ?? "" } ?? []
        }
        #expect(states == [["active"], ["active"], ["active"], ["active"], ["revoked"]])
        await service.stop()
    }

    @Test("Environments never meet")
    func environments() async throws {
        let service = try await TestService.start()
        var sandbox = life
        sandbox.environment = "Sandbox"
        #expect(try await service.post(jws: try sandbox.bought())?.status == 200)
        #expect(try await service.ask("GET", customer())?.status == 404)
        #expect(try await service.ask("GET", EntitlementQueryTests.line)?.status == 404)
        #expect(try await service.ask("GET", customer(query: "?environment=Sandbox"))?.status == 200)
        #expect(try await service.post(jws: try life.bought())?.status == 200)
        let production = try await service.ask("GET", customer())
        let revoked = try sandbox.notification(
            "REFUND", uuid: "sandbox-refund", day: 1,
            transaction: sandbox.transaction(
                period: 1, day: 0,
                ["revocationDate": .integer(TestLife.instant(1)), "signedDate": .integer(TestLife.instant(1))]))
        #expect(try await service.post(jws: revoked)?.status == 200)
        #expect(try await service.ask("GET", customer())?.body == production?.body)
        service.setClock(2 * TestLife.day)
        for (environment, state) in [("Production", "active"), ("Sandbox", "revoked")] {
            let answer = try await service.json("\(EntitlementQueryTests.line)?environment=\(environment)")
            #expect(answer?["lines"]?.elements.map { $0["state"]?.string } == [state])
            #expect(answer?["lines"]?.elements.map { $0["environment"]?.string } == [environment])
        }
        await service.stop()
    }

    @Test("Parameters are read strictly")
    func parameters() async throws {
        let service = try await TestService.start()
        for (query, got, hint) in [
            ("?at=yesterday", "yesterday", nil), ("?at=2026-06-31", "2026-06-31", nil),
            ("?at=2026-06-21T00:00:00", "2026-06-21T00:00:00", nil), ("?at=", nil, nil),
            ("?at=1&at=1", nil, nil), ("?at=9223372036854775808", "9223372036854775808", nil),
            ("?environment=sandbox", "sandbox", "did you mean \"Sandbox\"?"), ("?environment=", nil, nil),
            ("?enviroment=Sandbox", nil, "did you mean \"environment\"?"), ("?x", nil, nil),
        ] as [(String, String?, String?)] {
            for path in [customer(query: query), EntitlementQueryTests.line + query] {
                let answer = try await service.ask("GET", path)
                #expect(answer?.status == 400, "\(path)")
                #expect(answer?.json?["code"]?.string == "request.parameter")
                #expect(answer?.json?["got"]?.string == got)
                #expect(answer?.json?["hint"]?.string == hint)
            }
        }
        await service.stop()
    }

    @Test("A status that differs from the answer is shown and counted")
    func statusDifferences() async throws {
        let service = try await TestService.start()
        let jws = try life.notification(
            "SUBSCRIBED", uuid: "odd", day: 0, transaction: life.transaction(period: 1, day: 0), status: 2)
        #expect(try await service.post(jws: jws)?.status == 200)
        let answer = try await service.json(EntitlementQueryTests.line)
        let differences = answer?["statusDifferences"].map { JSONWriter().text(.node($0)) }
        #expect(differences == #"[{"state":"active","status":2}]"#)
        let metrics = try await service.ask("GET", "/metrics")
        #expect(
            metrics?.text.contains("storekeeper_status_differences_total{status=\"2\",state=\"active\"} 1\n") == true)
        await service.stop()
    }

    @Test("Configuration decides: durations of non-renewing purchases, grace caps, partial refunds")
    func evaluation() async throws {
        let service = try await TestService.start {
            $0.nonRenewingDurations = ["season": "P1M"]
            $0.graceCapDays = 3
            $0.partialRevocation = "endsAccess"
        }
        let season = life.transaction(
            period: 5, day: 0,
            [
                "originalTransactionId": "5", "transactionId": "5", "productId": "season",
                "type": "Non-Renewing Subscription", "expiresDate": nil,
                "subscriptionGroupIdentifier": nil, "webOrderLineItemId": nil,
            ])
        let jws = try life.signer.sign(season)
        #expect(try await service.ask("POST", "/v1/transactions", body: Array(jws.utf8))?.status == 200)
        let answer = try await service.json("/v1/subscriptions/5")?["lines"].map { Array($0.elements) } ?? []
        // 2026-05-31T23:59:55Z and a month.
        #expect(answer.first?["state"]?.string == "active")
        let until = answer.first?["until"]?.number?.integer
        #expect(until == 1_782_864_000_000)
        await service.stop()
    }
}

extension EntitlementQueryTests {
    private func customer(query: String) -> String { customer(EntitlementQueryTests.token, query) }
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
