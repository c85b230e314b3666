import AppStoreModels
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("The simulated Server API")
struct ServerAPITests {
    @Test("A transaction and a download of the app are found by every id that belongs to them")
    func ids() throws {
        let sample = try SampleStore()
        let first = try sample.buy("pro.monthly")
        try sample.session.advance(to: SampleStore.start + 35 * SampleStore.day)
        let line = try #require(sample.session.subscriptions(customer: "ann").first)
        let answer = try sample.ask(.transactionInfo, [String(line.transaction.id)])
        let payload = try decoded(try #require(answer.json?["signedTransactionInfo"]?.string))
        #expect(payload["transactionId"]?.string == String(line.transaction.id))
        #expect(payload["originalTransactionId"]?.string == String(first))
        let download = line.transaction.appTransactionID
        for id in [String(first), String(line.transaction.id), download] {
            let info = try sample.ask(.appTransactionInfo, [id])
            let app = try decoded(try #require(info.json?["signedAppTransactionInfo"]?.string))
            #expect(app["appTransactionId"]?.string == download)
            #expect(try sample.ask(.transactionHistory, [id]).transactionIDs().count == 2)
            #expect(try sample.ask(.subscriptionStatuses, [id]).json?["data"]?.elements.map(\.kind).count == 1)
        }
    }

    @Test("Statuses come by group and can be chosen")
    func statuses() throws {
        let sample = try SampleStore()
        let id = String(try sample.buy("pro.monthly"))
        try sample.buy("news")
        try sample.session.expireSubscription(productIdentifier: "news", customer: "ann")
        let answer = try sample.ask(.subscriptionStatuses, [id])
        #expect(answer.json?["bundleId"]?.string == SampleStore.bundleID)
        #expect(answer.json?["environment"]?.string == "Sandbox")
        #expect(answer.json?["appAppleId"]?.number?.integer == 1_234_567_890)
        func statuses(_ query: [(String, String)]) throws -> [String: Int64] {
            var found: [String: Int64] = [:]
            for group in try sample.ask(.subscriptionStatuses, [id], query: query).json?["data"]?.elements.map(\.self)
                ?? []
            {
                for item in try #require(group["lastTransactions"]).elements {
                    let renewal = try decoded(try #require(item["signedRenewalInfo"]?.string))
                    #expect(renewal["originalTransactionId"]?.string == item["originalTransactionId"]?.string)
                    #expect(try decoded(item["signedTransactionInfo"]?.string ?? "")["type"] != nil)
                    found[group["subscriptionGroupIdentifier"]?.string ?? ""] = item["status"]?.number?.integer
                }
            }
            return found
        }
        #expect(try statuses([]) == ["G1": 1, "G2": 2])
        #expect(try statuses([("status", "2")]) == ["G2": 2])
        #expect(try statuses([("status", "1"), ("status", "2")]).count == 2)
        #expect(try statuses([("status", "5")]).isEmpty)
    }

    @Test("Orders are found in Production")
    func orders() throws {
        let sample = try SampleStore(environment: .production)
        let coins = try sample.buy("coins")
        let order = try #require(
            sample.session.perform(.buy(PurchaseRequest(customer: "ann", product: "lamp")))
                .compactMap(\.transaction).first)
        let answer = try sample.ask(.lookUpOrder, [order.orderID])
        #expect(answer.json?["status"]?.number?.integer == 0)
        #expect(try answer.transactionIDs() == [order.id])
        let unknown = try sample.ask(.lookUpOrder, [String(coins)])
        #expect(unknown.status == 200)
        #expect(unknown.json?["status"]?.number?.integer == 1)
        #expect(unknown.json?["signedTransactions"] == nil)
    }

    @Test("A renewal date is extended, and all of a product's once for each request")
    func extensions() throws {
        let sample = try SampleStore()
        let id = try sample.buy("pro.monthly")
        let end = try #require(sample.session.subscriptions(customer: "ann").first?.transaction.expiresDate)
        let answer = try sample.ask(.extendRenewalDate, [String(id)], body: ServerAPIErrorTests.good)
        #expect(answer.json?["success"]?.boolean == true)
        #expect(answer.json?["originalTransactionId"]?.string == String(id))
        #expect(answer.json?["webOrderLineItemId"]?.string?.isEmpty == false)
        #expect(answer.json?["effectiveDate"]?.number?.integer == end + 7 * SampleStore.day)
        try sample.buy("pro.monthly", by: "bob")
        let body = ServerAPIErrorTests.with(ServerAPIErrorTests.good, [("productId", "pro.monthly")])
        for _ in 0..<2 {
            let mass = try sample.ask(.massExtendRenewalDate, body: body)
            #expect(mass.json?["requestIdentifier"]?.string == "request")
        }
        let status = try sample.ask(.massExtensionStatus, ["pro.monthly", "request"])
        #expect(status.json?["complete"]?.boolean == true)
        #expect(status.json?["succeededCount"]?.number?.integer == 2)
        #expect(status.json?["failedCount"]?.number?.integer == 0)
        #expect(status.json?["completeDate"]?.number?.integer == sample.session.now)
        let types = sample.session.notifications.map(\.notification.type)
        #expect(types.count { $0 == .renewalExtended } == 3)
        #expect(types.count { $0 == .renewalExtension } == 1)
    }

    @Test("An app account token is set and found in what is signed next")
    func appAccountToken() throws {
        let sample = try SampleStore()
        let id = String(try sample.buy("pro.monthly"))
        let answer = try sample.ask(.setAppAccountToken, [id], body: ServerAPIErrorTests.token)
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        let info = try sample.ask(.transactionInfo, [id]).json?["signedTransactionInfo"]?.string ?? ""
        #expect(try decoded(info)["appAccountToken"] == ServerAPIErrorTests.tokenNode)
    }

    @Test("Consumption information is taken, and kept for the tester")
    func consumption() throws {
        let sample = try SampleStore()
        let coins = try sample.buy("coins")
        let monthly = try sample.buy("pro.monthly")
        for (endpoint, body) in [
            (ServerEndpoint.consumptionV1, ServerAPIErrorTests.consumptionV1),
            (.consumption, ServerAPIErrorTests.consumption),
        ] {
            let answer = try sample.ask(endpoint, [String(coins)], body: body)
            #expect(answer.status == 202)
            #expect(answer.body.isEmpty)
            #expect(sample.store.consumption(of: coins).last == JSONWriter().bytes(body))
        }
        let prorated: JSONValue = [
            "customerConsented": true, "sampleContentProvided": true, "deliveryStatus": "UNDELIVERED_OTHER",
            "refundPreference": "GRANT_PRORATED",
        ]
        #expect(try sample.ask(.consumption, [String(monthly)], body: prorated).status == 202)
    }
}

extension ServerAPIErrorTests {
    static var tokenNode: JSONNode? {
        try? JSONDocument(parsing: JSONWriter().bytes(token)).root["appAccountToken"]
    }
}
