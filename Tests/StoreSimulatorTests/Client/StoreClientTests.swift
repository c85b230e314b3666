import AppStoreModels
import FoundationEssentials
import StoreSimulator
import Testing

@Suite("A customer's device")
struct StoreClientTests {
    @Test("Products come in the order asked, each once, with the store's price and the language's name")
    func products() async throws {
        var product = CatalogProduct(id: "coins", type: .consumable, price: 990)
        product.displayName = "Coins"
        product.localizedNames = ["de_DE": "Münzen"]
        product.storefrontPrices = ["DEU": 1_190]
        let session = try SimulatorSession(
            catalog: ProductCatalog([product, CatalogProduct(id: "gone", type: .consumable, price: 1)]),
            options: SessionOptions(app: SimulatedApp(bundleId: "a")))
        let client = session.client()
        #expect(try await client.products(for: ["none", "gone", "coins", "gone"]).map(\.id) == ["gone", "coins"])
        try session.perform(.withdrawProduct("gone"))
        let found = try await client.products(for: ["gone", "coins"])
        #expect(found.map(\.displayName) == ["Coins"])
        #expect(found.map(\.price) == [990] && found.map(\.storefront.currency) == ["USD"])
        try session.perform(.setStorefront(customer: client.customer, storefront: "DEU"))
        session.locale = "de_DE"
        let german = try await client.products(for: ["coins"])
        #expect(german.map(\.displayName) == ["Münzen"])
        #expect(german.map(\.price) == [1_190] && german.map(\.storefront.currency) == ["EUR"])
        #expect(try await session.client(for: "other").products(for: ["coins"]).map(\.price) == [990])
    }

    @Test("The introductory offer is for those who never had one in the group")
    func introductory() async throws {
        let store = try ClientStore()
        let ids = ["news.weekly", "pro.monthly"]
        #expect(try await store.ann.products(for: ids).map(\.isEligibleForIntroOffer) == [true, false])
        _ = try await store.ann.purchase("news.weekly")
        #expect(try await store.ann.products(for: ids).map(\.isEligibleForIntroOffer) == [false, false])
    }

    @Test("A purchase is verified, belongs to the device's customer, and its JWS is the transaction")
    func purchase() async throws {
        let store = try ClientStore()
        let token = UUID()
        let result = try await store.ann.purchase(
            "pro.monthly", options: [.customer("bob"), .appAccountToken(token)])
        guard case .success(.verified(let signed)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(signed.customerID == "ann" && signed.productID == "pro.monthly" && signed.price == 9_990)
        let payload = try #require(try store.payload(signed.jwsRepresentation))
        #expect(payload.transactionId == "\(signed.id)" && payload.appAccountToken == token.uuidString.lowercased())
        // What runs already is held.
        #expect(try await store.ann.purchase("pro.monthly").transaction?.id == signed.id)
    }

    @Test("A purchase that waits is pending, and comes with the updates once it is approved")
    func pending() async throws {
        let store = try ClientStore()
        let updates = store.ann.transactionUpdates
        #expect(try await store.ann.purchase("coins", options: [.simulatesAskToBuyInSandbox(true)]) == .pending)
        store.session.interruptedPurchasesEnabled = true
        #expect(try await store.ann.purchase("lifetime") == .pending)
        store.session.interruptedPurchasesEnabled = false
        #expect(try await store.ann.transactions() == [])
        try store.session.perform(.approveAskToBuy(.purchase(customer: "ann")))
        try store.session.perform(.resolveIssue(.purchase(customer: "ann", product: "lifetime")))
        #expect(try await updates.first(2).map { try $0.payloadValue.productID } == ["coins", "lifetime"])
    }

    @Test(
        "The store's refusals come in StoreKit's words",
        arguments: [
            ("none", [], .purchase(.productUnavailable)), ("pro.top", [], .purchase(.productUnavailable)),
            ("coins", [.quantity(11)], .purchase(.invalidQuantity)),
            ("pro.monthly", [.promotionalOffer(id: "none")], .purchase(.invalidOfferIdentifier)),
            ("pro.monthly", [.promotionalOffer(id: "stay")], .purchase(.ineligibleForOffer)),
            ("coins", [.storefront("XXX")], .generic(.notAvailableInStorefront)),
        ] as [(String, Set<PurchaseOption>, SimulatedFailure)])
    func refusals(_ product: String, _ options: Set<PurchaseOption>, _ failure: SimulatedFailure) async throws {
        let store = try ClientStore()
        try store.session.perform(.withdrawProduct("pro.top"))
        await #expect(throws: StoreClientError.failure(failure)) {
            try await store.ann.purchase(product, options: options)
        }
        #expect(store.session.allTransactions().isEmpty)
    }

    @Test("What the customer may use: running, in grace, owned; not ended, refunded, upgraded or in retry")
    func entitlements() async throws {
        var settings = WorldSettings()
        settings.billingGracePeriodIsEnabled = true
        let store = try ClientStore(settings: settings)
        func owned() async throws -> [String] {
            try await store.ann.currentEntitlements().map { try $0.payloadValue.productID }
        }
        for product in ["coins", "pass", "lifetime", "pro.basic"] { _ = try await store.ann.purchase(product) }
        #expect(try await owned() == ["pro.basic", "pass", "lifetime"])
        _ = try await store.ann.purchase("pro.top")
        #expect(try await owned() == ["pro.top", "pass", "lifetime"])
        store.session.shouldEnterBillingRetryOnRenewal = true
        try store.advance(days: 31)
        #expect(store.session.status(ofProduct: "pro.top", customer: "ann") == .billingGracePeriod)
        #expect(try await owned() == ["pro.top", "pass", "lifetime"])
        try store.advance(days: 17)
        #expect(store.session.status(ofProduct: "pro.top", customer: "ann") == .billingRetry)
        #expect(try await owned() == ["pass", "lifetime"])
        let lifetime = StoreTarget.purchase(customer: "ann", product: "lifetime")
        try store.session.perform(.refund(lifetime, reason: .other, percentage: nil))
        #expect(try await owned() == ["pass"])
        #expect(try await session(store, "bob") == [])
    }

    private func session(_ store: ClientStore, _ customer: String) async throws -> [String] {
        try await store.session.client(for: customer).currentEntitlements().map { try $0.payloadValue.productID }
    }

    @Test("Of what is bought once the last purchase that was not refunded counts, once")
    func once() async throws {
        let store = try ClientStore()
        let first = try await store.ann.purchase("pass").transaction
        let second = try await store.ann.purchase("pass").transaction
        func owned() async throws -> [Int] { try await store.ann.currentEntitlements().map { try $0.payloadValue.id } }
        #expect(try await owned() == [second?.id])
        try store.session.perform(.refund(.transaction(try #require(second?.id)), reason: .other, percentage: nil))
        #expect(try await owned() == [first?.id])
    }

    @Test("Consumables are among the transactions until the app finishes them")
    func transactions() async throws {
        let store = try ClientStore()
        let coins = try #require(try await store.ann.purchase("coins").transaction)
        let pass = try #require(try await store.ann.purchase("pass").transaction)
        try await store.disturb()
        func ids(_ results: [VerificationResult<SimulatedTransaction>]) throws -> [Int] {
            try results.map { try $0.payloadValue.id }
        }
        #expect(try ids(try await store.ann.transactions()) == [coins.id, pass.id])
        try await store.ann.finish(coins.id)
        try await store.ann.finish(pass.id)
        #expect(try ids(try await store.ann.transactions()) == [pass.id])
        #expect(try ids(try await store.ann.transactions(includingFinishedConsumables: true)) == [coins.id, pass.id])
        #expect(try await store.ann.unfinishedTransactions() == [])
        await #expect(throws: StoreClientError.session(.refused(.noTransactionFound("\(coins.id)")))) {
            try await store.session.client(for: "bob").finish(coins.id)
        }
    }

    @Test("The status of a subscription says what happens at the end of its period")
    func statuses() async throws {
        let store = try ClientStore()
        #expect(try await store.ann.subscriptionStatuses(group: "pro") == [])
        _ = try await store.ann.purchase("pro.monthly")
        _ = try await store.ann.purchase("news.weekly")
        try await store.ann.showManageSubscriptions(inGroup: "pro", choosing: .changePlan(to: "pro.basic"))
        let status = try #require(try await store.ann.subscriptionStatuses(group: "pro").first)
        #expect(status.state == .active)
        #expect(try status.transaction.payloadValue.productID == "pro.monthly")
        let renewalInfo = try status.renewalInfo.payloadValue
        #expect(renewalInfo.autoRenewProductID == "pro.basic" && renewalInfo.autoRenews)
        try await store.ann.showManageSubscriptions(inGroup: "pro", choosing: .cancelPlanChange)
        try await store.ann.showManageSubscriptions(inGroup: "pro", choosing: .cancel)
        let cancelled = try #require(try await store.ann.subscriptionStatuses(group: "pro").first)
        #expect(try !cancelled.renewalInfo.payloadValue.autoRenews)
        #expect(try cancelled.renewalInfo.payloadValue.autoRenewProductID == "pro.monthly")
        try await store.ann.showManageSubscriptions(inGroup: "pro", choosing: .resume)
        try await store.ann.showManageSubscriptions(inGroup: "pro", choosing: nil)
        let resumed = try #require(try await store.ann.subscriptionStatuses(group: "pro").first)
        #expect(try resumed.renewalInfo.payloadValue.autoRenews)
        #expect(try await store.ann.subscriptionStatuses(group: "news").count == 1)
        await #expect(throws: StoreClientError.self) {
            try await store.ann.showManageSubscriptions(inGroup: "none", choosing: .cancel)
        }
    }

    @Test("The download of the app stays the same")
    func appTransaction() async throws {
        let store = try ClientStore()
        let first = try await store.ann.appTransaction()
        #expect(try first.payloadValue.customerID == "ann")
        try store.advance(days: 1)
        #expect(try await store.ann.appTransaction().payloadValue == first.payloadValue)
        let nobody = store.session.client(for: "")
        await #expect(throws: StoreClientError.session(.refused(.invalidCustomer))) {
            try await nobody.appTransaction()
        }
    }

    @Test("A refund is asked for once, turns renewal off, and the App Store decides")
    func refund() async throws {
        let store = try ClientStore()
        let id = try #require(try await store.ann.purchase("pro.monthly").transaction?.id)
        #expect(try await store.ann.beginRefundRequest(for: id, reason: .legal) == .success)
        let status = try #require(try await store.ann.subscriptionStatuses(group: "pro").first)
        #expect(try !status.renewalInfo.payloadValue.autoRenews)
        let duplicate = StoreClientError.failure(.refundRequest(.duplicateRequest))
        await #expect(throws: duplicate) { try await store.ann.beginRefundRequest(for: id) }
        try store.session.perform(.refund(.transaction(id), reason: .other, percentage: nil))
        await #expect(throws: duplicate) { try await store.ann.beginRefundRequest(for: id) }
        await #expect(throws: StoreClientError.failure(.refundRequest(.failed))) {
            try await store.ann.beginRefundRequest(for: id + 1_000_000)
        }
    }

    @Test("A redeemed code comes with the updates")
    func redemption() async throws {
        let store = try ClientStore()
        let updates = store.ann.transactionUpdates
        try await store.ann.redeemOfferCode("welcome", for: "pro.monthly")
        let transaction = try #require(await updates.first(1).first).payloadValue
        #expect(transaction.offer?.type == .offerCode && transaction.offer?.identifier == "welcome")
        await #expect(throws: StoreClientError.session(.refused(.invalidOfferIdentifier("none")))) {
            try await store.ann.redeemOfferCode("none", for: "pro.monthly")
        }
    }
}

extension StoreClient.PurchaseResult {
    /// The transaction of a purchase that succeeded.
    var transaction: SimulatedTransaction? {
        if case .success(let result) = self { try? result.payloadValue } else { nil }
    }
}
