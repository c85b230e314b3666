import AppStoreModels
import OpenSSLCrypto
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("The control interface")
struct ControlTests {
    @Test("An action is done, and what followed is told in order")
    func actions() async throws {
        let sample = try SampleStore()
        let answer = try await sample.control(
            "POST", "actions", ["do": "buy", "customer": "ann", "product": "pro.monthly"])
        let events = try #require(answer["events"]).all
        #expect(events.compactMap { $0["transaction"]?["productId"]?.string } == ["pro.monthly"])
        #expect(events.compactMap { $0["notification"]?["notificationType"]?.string } == ["SUBSCRIBED"])
        #expect(events.compactMap { $0["status"]?["status"]?.int } == [1])
        #expect(answer["now"]?.int == sample.session.now)
        let unknown = try await sample.send("POST", "/control/v1/actions", ["do": "by"])
        #expect(unknown.status == 400)
        #expect(unknown.json?["detail"]?.string?.contains("did you mean \"buy\"") == true)
        let refused = try await sample.send("POST", "/control/v1/actions", ["do": "cancel", "customer": "nobody"])
        #expect(refused.status == 409)
        #expect(refused.json?["code"]?.string == "action.refused")
    }

    @Test("The clock is moved by milliseconds, by a duration, to a moment and to the next event")
    func clock() async throws {
        let sample = try SampleStore()
        try sample.buy("pro.monthly")
        let start = sample.session.now
        #expect(try await sample.control("GET", "clock")["isLive"]?.boolean == false)
        #expect(try await sample.control("POST", "clock", ["advanceBy": 1000])["now"]?.int == start + 1000)
        #expect(try await sample.control("POST", "clock", ["advanceBy": "PT1M"])["now"]?.int == start + 61_000)
        let next = try #require(try await sample.control("GET", "clock")["nextEvent"]?.int)
        let renewed = try await sample.control("POST", "clock", ["nextEvent": true])
        #expect(renewed["now"]?.int == next)
        #expect(
            renewed["events"]?.all.contains { $0["notification"]?["notificationType"]?.string == "DID_RENEW" } == true)
        let to = try await sample.control("POST", "clock", ["advanceTo": "2026-06-01T00:00:00Z"])
        #expect(to["now"]?.int == 1_780_272_000_000)
        for body: JSONValue in [
            [:], ["advanceBy": -1], ["advanceBy": "month"], ["nextEvent": false], ["advanceTo": true],
            ["advanceBy": 1, "nextEvent": true], ["by": 1],
        ] { #expect(try await sample.send("POST", "/control/v1/clock", body).status == 400) }
        #expect(try await sample.send("POST", "/control/v1/clock", ["advanceTo": 5]).status == 409)
        #expect(try await sample.send("POST", "/control/v1/clock", ["advanceBy": .integer(Int64.max)]).status == 409)
    }

    @Test("Settings are shown and changed, all or none")
    func settings() async throws {
        let sample = try SampleStore()
        #expect(try await sample.control("GET", "settings")["billingGracePeriodIsEnabled"]?.boolean == false)
        let changed = try await sample.control(
            "PATCH", "settings",
            ["billingGracePeriodIsEnabled": true, "graceDays": 3, "storefront": "FRA", "locale": "fr_FR"])
        #expect(changed["graceDays"]?.int == 3)
        #expect(changed["storefront"]?.string == "FRA")
        #expect(sample.session.locale == "fr_FR")
        #expect(sample.session.billingGracePeriodIsEnabled)
        let wrong = try await sample.send("PATCH", "/control/v1/settings", ["graceDays": 5, "locale": 7])
        #expect(wrong.status == 400)
        #expect(try await sample.control("GET", "settings")["graceDays"]?.int == 3)
        try await sample.control("POST", "reset")
        #expect(!sample.session.billingGracePeriodIsEnabled)
    }

    @Test("Every setting that is shown can be written back")
    func settingsRoundTrip() async throws {
        let sample = try SampleStore()
        let shown = try await sample.control("GET", "settings")
        let written = try await sample.control("PATCH", "settings", .node(shown))
        #expect(written == shown)
    }

    @Test("Transactions are listed and inspected")
    func transactions() async throws {
        let sample = try SampleStore()
        let monthly = try sample.buy("pro.monthly")
        try sample.buy("coins", by: "bob")
        try sample.session.advance(to: SampleStore.start + 35 * SampleStore.day)
        func ids(_ query: String) async throws -> [String] {
            try await sample.control("GET", "transactions" + query)["transactions"]?.all.compactMap {
                $0["transactionId"]?.string
            } ?? []
        }
        #expect(try await ids("").count == 3)
        #expect(try await ids("?product=pro.monthly").count == 2)
        #expect(try await ids("?customer=bob").count == 1)
        #expect(try await ids("?since=\(SampleStore.start + SampleStore.day)").count == 1)
        #expect(try await sample.send("GET", "/control/v1/transactions?since=soon").status == 400)
        #expect(try await sample.send("GET", "/control/v1/transactions?sinse=0").status == 400)
        let shown = try await sample.control("GET", "transactions/\(monthly)")
        #expect(shown["transaction"]?["customer"]?.string == "ann")
        #expect(shown["subscription"]?["status"]?.int == 1)
        #expect(shown["isFinished"]?.boolean == false)
        let payload = try decoded(shown["signedTransactionInfo"]?.string ?? "")
        #expect(payload["transactionId"]?.string == String(monthly))
        #expect(shown["signedRenewalInfo"] != nil)
        #expect(try await sample.send("GET", "/control/v1/transactions/5").status == 404)
        let body = ServerAPIErrorTests.consumption
        let coins = try #require(try await ids("?customer=bob").first)
        #expect(try sample.ask(.consumption, [coins], body: body).status == 202)
        let told = try await sample.control("GET", "transactions/\(coins)")["consumption"]?.all ?? []
        #expect(told.map { $0["refundPreference"]?.string } == ["GRANT_PRORATED"])
    }

    @Test("Purchases that wait are listed beside the complete ones")
    func pending() async throws {
        let sample = try SampleStore()
        try await sample.control("PATCH", "settings", ["askToBuyEnabled": true])
        try await sample.control("POST", "actions", ["do": "buy", "customer": "kim", "product": "coins"])
        let waiting = try await sample.control("GET", "transactions")["pendingPurchases"]?.all ?? []
        #expect(waiting.map { $0["waitsFor"]?.string } == ["askToBuy"])
    }

    @Test("Customers and the configuration are shown")
    func customers() async throws {
        let sample = try SampleStore()
        try sample.buy("pro.monthly")
        try sample.buy("coins", by: "bob")
        let all = try await sample.control("GET", "customers")["customers"]?.all ?? []
        #expect(all.compactMap { $0["id"]?.string } == ["ann", "bob"])
        let ann = try await sample.control("GET", "customers/ann")
        #expect(ann["subscriptions"]?.all.map { $0["productId"]?.string } == ["pro.monthly"])
        #expect(ann["storefront"]?.string == "USA")
        #expect(try await sample.send("GET", "/control/v1/customers/eve").status == 404)
        let configuration = try await sample.control("GET", "configuration")
        #expect(configuration["products"]?.all.count == 6)
        #expect(configuration["products"]?.all.first?["period"]?.string == "P1M")
        #expect(configuration["environment"]?.string == "Sandbox")
    }

    @Test("Notifications are paged by number and shown with their attempts")
    func notifications() async throws {
        let sample = try SampleStore()
        for _ in 0..<5 { try sample.buy("coins") }
        var found: [String] = []
        var after: Int64? = 0
        while let number = after {
            let page = try await sample.control("GET", "notifications?after=\(number)&limit=2")
            found += page["notifications"]?.all.compactMap { $0["notificationUUID"]?.string } ?? []
            after = page["next"]?.int
        }
        #expect(found == sample.session.notifications.map(\.id))
        let one = try await sample.control("GET", "notifications/\(found[2])")
        #expect(try decoded(one["signedPayload"]?.string ?? "")["notificationUUID"]?.string == found[2])
        #expect(one["sendAttempts"]?.all.isEmpty == true)
        #expect(try await sample.send("GET", "/control/v1/notifications?limit=0").status == 400)
        #expect(try await sample.send("GET", "/control/v1/notifications/x").status == 404)
    }

    @Test("Errors, limits and faults are set and taken back")
    func faults() async throws {
        let sample = try SampleStore()
        let id = String(try sample.buy("coins"))
        try await sample.control("PUT", "endpoint-errors/transactionInfo", ["code": 5_000_001, "times": 1])
        #expect(try sample.ask(.transactionInfo, [id]).errorCode == 5_000_001)
        #expect(try sample.ask(.transactionInfo, [id]).status == 200)
        try await sample.control("PUT", "endpoint-errors/transactionInfo", ["code": 4_040_010])
        let listed = try await sample.control("GET", "endpoints")["endpoints"]?.all ?? []
        #expect(listed.count == ServerEndpoint.allCases.count)
        #expect(listed.first { $0["name"]?.string == "transactionInfo" }?["error"]?["code"]?.int == 4_040_010)
        #expect(try await sample.send("DELETE", "/control/v1/endpoint-errors/transactionInfo").status == 204)
        #expect(try sample.ask(.transactionInfo, [id]).status == 200)
        try await sample.control("PUT", "rate-limits/transactionInfo", ["requests": 0])
        #expect(try sample.ask(.transactionInfo, [id]).status == 429)
        #expect(try await sample.send("DELETE", "/control/v1/rate-limits/transactionInfo").status == 204)
        #expect(try sample.ask(.transactionInfo, [id]).status == 200)
        #expect(try await sample.send("PUT", "/control/v1/rate-limits/nothing", ["requests": 0]).status == 404)
        try await sample.control("PUT", "storekit-errors/purchase", ["purchase": "purchaseNotAllowed"])
        #expect(await sample.session.simulatedError(forAPI: .purchase) == .purchase(.purchaseNotAllowed))
        let wrong = try await sample.send(
            "PUT", "/control/v1/storekit-errors/loadProducts", ["purchase": "purchaseNotAllowed"])
        #expect(wrong.status == 409)
        #expect(try await sample.send("DELETE", "/control/v1/storekit-errors/purchase").status == 204)
        #expect(await sample.session.simulatedError(forAPI: .purchase) == nil)
        try await sample.control("PUT", "fault", ["fault": "wrong-root"])
        #expect(sample.session.signingFault == .wrongRoot)
        try await sample.control("PUT", "fault", ["fault": nil])
        #expect(sample.session.signingFault == nil)
        #expect(try await sample.send("POST", "/control/v1/leaf").status == 204)
    }

    @Test("All limits are Apple's when asked, a tenth in the sandbox")
    func appleLimits() async throws {
        for (environment, hourly) in [(AppStoreModels.Environment.production, 36_000), (.sandbox, 3_600)] {
            let sample = try SampleStore(environment: environment)
            try await sample.control("PUT", "rate-limits", ["limits": "apple"])
            #expect(sample.store.rateLimits.count == ServerEndpoint.allCases.count)
            #expect(sample.store.rateLimits[.refundHistory] == RateLimiter.Limit(requests: hourly))
            try await sample.control("PUT", "rate-limits", ["limits": "none"])
            #expect(sample.store.rateLimits.isEmpty)
            #expect(try await sample.send("PUT", "/control/v1/rate-limits", ["limits": "some"]).status == 400)
        }
    }

    @Test("Notifications go to the server that is named, with retries in the store's time")
    func delivery() async throws {
        let sample = try SampleStore(
            environment: .production,
            connect: { url throws(SessionError) in
                let isGood = url.hasSuffix("good")
                return DeliveryDesk.Line(send: { _, _ in isGood ? .success : .timedOut })
            })
        try sample.buy("coins")
        try await sample.control("PUT", "delivery", ["url": "http://bad"])
        try await sample.control("POST", "actions", ["do": "buy", "customer": "ann", "product": "coins"])
        let failing = try await sample.control("GET", "delivery")
        #expect(failing["attempts"]?.all.map { $0["sendAttemptResult"]?.string } == ["TIMED_OUT"])
        #expect(failing["waiting"]?.int == 1)
        let later = try await sample.control("POST", "clock", ["advanceBy": "PT14H"])
        #expect(later["attempts"]?.all.map { $0["attempt"]?.int } == [2, 3])
        let chaos: JSONValue = ["seed": 3, "duplicate": 1, "longestDelay": 1000]
        let changed = try await sample.control("PUT", "delivery", ["url": "http://good", "chaos": chaos])
        #expect(changed["waiting"]?.int == 0)
        #expect(changed["chaos"]?["duplicate"]?.number.map { Double($0.text) } == 1)
        let sent = try await sample.control("POST", "actions", ["do": "buy", "customer": "ann", "product": "lamp"])
        #expect(sent["attempts"]?.all.map { $0["isDuplicate"]?.boolean } == [false, true])
        #expect(try await sample.send("PUT", "/control/v1/delivery", ["url": nil, "chaos": ["drop": 2]]).status == 400)
        try await sample.control("PUT", "delivery", ["url": nil])
        #expect(try await sample.control("GET", "delivery")["url"]?.isNull == true)
    }

    @Test("The key and the root are handed out, and everything is forgotten when asked")
    func keys() async throws {
        let sample = try SampleStore()
        let credentials = try await sample.control("GET", "credentials")
        let key = try P256PrivateKey(pem: credentials["privateKey"]?.string ?? "")
        #expect(key.publicKey == sample.store.credentials.key.publicKey)
        let root = try await sample.send("GET", "/control/v1/root.pem")
        #expect(
            try Certificate.certificates(pem: String(decoding: root.body, as: UTF8.self)) == sample.session.trustAnchors
        )
        try sample.buy("coins")
        try await sample.control("POST", "clear")
        #expect(try await sample.control("GET", "transactions")["transactions"]?.all.isEmpty == true)
    }
}
