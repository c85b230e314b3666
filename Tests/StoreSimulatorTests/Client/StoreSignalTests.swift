import AppStoreModels
import StoreSimulator
import Testing

@Suite("What a device hears of", .timeLimit(.minutes(5)))
struct StoreSignalTests {
    @Test("Nothing between subscribing and the next act is lost, and others' transactions are not told")
    func transactions() async throws {
        let store = try ClientStore()
        let updates = store.ann.transactionUpdates
        let bought = try #require(try await store.ann.purchase("pro.monthly").transaction)
        try await store.disturb()
        try store.advance(days: 62)
        try store.session.perform(.refund(.transaction(bought.id), reason: .appIssue, percentage: nil))
        let heard = try await updates.first(3).map { try $0.payloadValue }
        // Not the purchase itself, which its call returned; but that it was refunded.
        #expect(heard.map(\.reason) == [.renewal, .renewal, .purchase])
        #expect(heard.map(\.customerID) == ["ann", "ann", "ann"])
        #expect(heard.last?.id == bought.id && heard.last?.revocation?.reason == .appIssue)
    }

    @Test("Another device of the customer hears of a purchase, each subscriber by itself")
    func devices() async throws {
        let store = try ClientStore()
        let other = store.session.client(for: "ann")
        let sequences = [other.transactionUpdates, other.transactionUpdates]
        let own = store.ann.transactionUpdates
        let bought = try #require(try await store.ann.purchase("coins").transaction)
        for updates in sequences { #expect(try await updates.first(1).map { try $0.payloadValue.id } == [bought.id]) }
        let second = try #require(try await other.purchase("pass").transaction)
        #expect(try await own.first(1).map { try $0.payloadValue.id } == [second.id])
        try await store.session.buyProduct(identifier: "lifetime", options: [.customer("ann")])
        let later = store.ann.transactionUpdates
        try await store.session.buyProduct(identifier: "coins", options: [.customer("ann")])
        #expect(try await later.first(1).map { try $0.payloadValue.productID } == ["coins"])
    }

    @Test("What is heard late is as it was then, and signed at that moment")
    func moment() async throws {
        let store = try ClientStore()
        let updates = store.session.client(for: "ann").transactionUpdates
        let bought = try #require(try await store.ann.purchase("lifetime").transaction)
        let date = store.session.now
        try store.advance(days: 5)
        try store.session.perform(.refund(.transaction(bought.id), reason: .other, percentage: nil))
        let heard = try await updates.first(2).compactMap { try store.payload($0.jwsRepresentation) }
        #expect(heard.map { $0.revocationDate != nil } == [false, true])
        #expect(heard.first?.signedDate?.milliseconds == date)
    }

    @Test("A status is told when it or the renewal changes, and not when neither does")
    func statuses() async throws {
        let store = try ClientStore()
        _ = try await store.ann.purchase("pro.monthly")
        let first = try #require(try await store.ann.transactions().first).payloadValue
        let updates = store.session.client(for: "ann").statusUpdates
        try await store.disturb()
        try store.session.perform(.requestRefund(.transaction(first.id), reason: .other, inApp: false))
        try store.session.perform(.declineRefund(.transaction(first.id)))
        try store.advance(days: 31)
        try store.session.perform(.refund(.transaction(first.id), reason: .other, percentage: nil))
        try store.session.perform(.cancel(.purchase(customer: "ann")))
        try store.advance(days: 31)
        let heard = await updates.first(3)
        #expect(heard.map(\.state) == [.active, .active, .expired])
        #expect(try heard.map { try $0.renewalInfo.payloadValue.autoRenews } == [true, false, false])
        #expect(try heard.allSatisfy { try $0.transaction.payloadValue.originalID == first.originalID })
        #expect(try heard.allSatisfy { try $0.transaction.payloadValue.id != first.id })
    }

    @Test("Grace and billing retry are told as they come and go")
    func retry() async throws {
        var settings = WorldSettings()
        settings.billingGracePeriodIsEnabled = true
        let store = try ClientStore(settings: settings)
        let updates = store.ann.statusUpdates
        _ = try await store.ann.purchase("pro.monthly")
        try store.session.perform(.paymentFails(customer: "ann"))
        try store.advance(days: 50)
        try store.session.perform(.paymentWorks(customer: "ann"))
        #expect(await updates.first(4).map(\.state) == [.active, .billingGracePeriod, .billingRetry, .active])
    }

    @Test("Messages say why, can wait to be shown, and can be suppressed")
    func messages() async throws {
        let store = try ClientStore()
        let messages = store.ann.messages
        _ = try await store.ann.purchase("pro.monthly")
        try await store.disturb()
        try store.session.perform(.requestPriceIncrease(.purchase(customer: "ann"), price: 11_990, needsConsent: true))
        try store.session.sendMessage(.generic, to: "ann")
        #expect(await messages.first(2).map(\.reason) == [.priceIncreaseConsent, .generic])

        let later = store.ann.messages
        store.ann.defersMessages = true
        store.ann.suppressedMessages = [.generic]
        try store.session.sendMessage(.generic, to: "ann")
        let sent = store.session.now
        try store.session.sendMessage(.billingIssue, to: "ann")
        try store.advance(days: 40)
        #expect(store.session.status(ofProduct: "pro.monthly", customer: "ann") == .expired)
        #expect(store.ann.deferredMessages.map(\.reason) == [.billingIssue, .winBackOffer])
        store.ann.suppressedMessages = [.winBackOffer]
        #expect(store.ann.showDeferredMessages() == [StoreMessage(reason: .billingIssue, date: sent)])
        #expect(store.ann.deferredMessages == [])
        store.ann.defersMessages = false
        try store.session.sendMessage(.generic, to: "ann")
        #expect(await later.first(2).map(\.reason) == [.billingIssue, .generic])
    }

    @Test("Of messages that wait the newest hundred are kept")
    func manyMessages() throws {
        let store = try ClientStore()
        store.ann.defersMessages = true
        try store.session.sendMessage(.billingIssue, to: "ann")
        for _ in 0..<99 { try store.session.sendMessage(.generic, to: "ann") }
        #expect(store.ann.deferredMessages.first?.reason == .billingIssue)
        try store.session.sendMessage(.generic, to: "ann")
        #expect(store.ann.deferredMessages.count == 100)
        #expect(store.ann.deferredMessages.first?.reason == .generic)
        #expect(throws: SessionError.refused(.invalidCustomer)) { try store.session.sendMessage(.generic, to: "") }
    }

    @Test("Products that are chosen outside the app are told with their offers")
    func intents() async throws {
        let store = try ClientStore()
        let intents = store.ann.purchaseIntents
        try await store.disturb()
        try store.session.perform(.purchaseIntent(customer: "ann", product: "pro.monthly", offer: "return"))
        try store.session.perform(.purchaseIntent(customer: "ann", product: "coins", offer: nil))
        #expect(
            await intents.first(2) == [
                PurchaseIntent(productID: "pro.monthly", offerID: "return"), PurchaseIntent(productID: "coins"),
            ])
    }

    @Test("A subscriber who falls behind loses the oldest, whatever happens to others")
    func bound() async throws {
        let store = try ClientStore()
        let intents = store.ann.purchaseIntents
        try store.session.perform(.purchaseIntent(customer: "ann", product: "lifetime", offer: nil))
        for _ in 0..<999 { try store.session.perform(.purchaseIntent(customer: "ann", product: "coins", offer: nil)) }
        for _ in 0..<2000 { try store.session.perform(.purchaseIntent(customer: "bob", product: "pass", offer: nil)) }
        let full = await intents.first(1000).map(\.productID)
        #expect(full.first == "lifetime" && full.dropFirst().allSatisfy { $0 == "coins" })
        let late = store.ann.purchaseIntents
        try store.session.perform(.purchaseIntent(customer: "ann", product: "lifetime", offer: nil))
        for _ in 0..<1000 { try store.session.perform(.purchaseIntent(customer: "ann", product: "coins", offer: nil)) }
        #expect(await late.first(1).map(\.productID) == ["coins"])
    }

    @Test("A sequence keeps its device, and ends with its task")
    func lifetime() async throws {
        let store = try ClientStore()
        let updates = store.session.client(for: "ann").purchaseIntents
        try store.session.perform(.purchaseIntent(customer: "ann", product: "coins", offer: nil))
        #expect(await updates.first(1).count == 1)
        let endless = store.ann.messages
        let task = Task { await endless.first(.max).count }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test("Order and visibility of promoted products are the device's own")
    func promotions() async throws {
        let store = try ClientStore()
        let other = store.session.client(for: "ann")
        let all = TestStore.catalog.products.map(\.id)
        #expect(store.ann.currentOrder == [] && store.ann.promotedProducts == all)
        try await store.ann.updateProductOrder(byID: ["pass", "coins", "pass"])
        #expect(store.ann.currentOrder == ["pass", "coins"])
        #expect(store.ann.promotedProducts.prefix(3) == ["pass", "coins", "pro.monthly"])
        #expect(store.ann.promotedProducts.count == all.count)
        try await store.ann.updateProductVisibility(.hidden, for: "pass")
        try await store.ann.updateProductVisibility(.visible, for: "coins")
        #expect(store.ann.productVisibility(of: "pass") == .hidden)
        #expect(store.ann.productVisibility(of: "coins") == .visible)
        #expect(store.ann.productVisibility(of: "lifetime") == .appStoreConnectDefault)
        #expect(store.ann.promotedProducts.prefix(2) == ["coins", "pro.monthly"])
        #expect(other.currentOrder == [] && other.productVisibility(of: "pass") == .appStoreConnectDefault)
        let unknown = StoreClientError.session(.refused(.invalidProductIdentifier("none")))
        await #expect(throws: unknown) { try await store.ann.updateProductOrder(byID: ["lifetime", "none"]) }
        await #expect(throws: unknown) { try await store.ann.updateProductVisibility(.hidden, for: "none") }
        #expect(store.ann.currentOrder == ["pass", "coins"])
        try store.session.perform(.withdrawProduct("coins"))
        try await store.ann.updateProductVisibility(.appStoreConnectDefault, for: "pass")
        #expect(store.ann.promotedProducts.prefix(2) == ["pass", "pro.monthly"])
        try await store.ann.updateProductOrder(byID: [])
        #expect(store.ann.promotedProducts == all.filter { $0 != "coins" })
    }
}
