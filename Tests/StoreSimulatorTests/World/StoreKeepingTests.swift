import AppStoreModels
import StoreSimulator
import Testing

@Suite("What operators and testers do in the simulated store")
struct StoreKeepingTests {
    @Test("A renewal date moves at most twice a year, and later periods follow")
    func extensions() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        let end = try #require(store.line?.transaction.expiresDate)
        for days in [10, 20] {
            try store.perform(.extendRenewalDate(store.ann, days: days, requestIdentifier: "r"))
        }
        #expect(store.line?.transaction.expiresDate == end + 30 * TestStore.day)
        #expect(throws: SimulatorError.subscriptionMaxExtension) {
            try store.perform(.extendRenewalDate(store.ann, days: 1, requestIdentifier: "r"))
        }
        #expect(throws: SimulatorError.invalidExtendByDays(91)) {
            try store.perform(.extendRenewalDate(store.ann, days: 91, requestIdentifier: "r"))
        }
        store.step()
        // 28 February and 30 days are 30 March; the next period ends a month later.
        #expect(store.line?.transaction.purchaseDate == end + 30 * TestStore.day)
        #expect(store.line?.transaction.expiresDate == CalendarDuration(months: 1).end(from: end + 30 * TestStore.day))
        try store.buy("news.weekly", by: "ben")
        #expect(throws: SimulatorError.subscriptionExtensionIneligible) {
            try store.perform(.extendRenewalDate(.purchase(customer: "ben"), days: 1, requestIdentifier: "r"))
        }
    }

    @Test("A mass extension counts, keeps its result, and is not repeated")
    func massExtension() throws {
        var store = TestStore()
        try store.extendAll()
        #expect(
            store.happened.names.suffix(3) == [
                "RENEWAL_EXTENDED", "RENEWAL_EXTENSION.FAILURE", "RENEWAL_EXTENSION.SUMMARY",
            ])
        #expect(store.world.massExtension(requestIdentifier: "all")?.succeededCount == 1)
        let again = StoreAction.massExtend(
            product: "pro.monthly", days: 14, requestIdentifier: "all", storefronts: [])
        #expect(try store.perform(again).isEmpty)
    }

    @Test("A purchase waits for a parent, and is made or declined")
    func askToBuy() throws {
        var store = TestStore()
        try store.perform(.setSetting(.askToBuyEnabled(true)))
        try store.buy("coins")
        #expect(store.happened.notifications.isEmpty)
        let pending = try #require(store.world.allPendingPurchases.first)
        #expect(pending.reason == .askToBuy)
        try store.perform(.approveAskToBuy(.transaction(pending.id)))
        #expect(store.happened.names == ["ONE_TIME_CHARGE"])
        #expect(store.world.transaction(id: pending.id)?.productID == "coins")
        try store.buy("coins")
        try store.perform(.declineAskToBuy(store.ann))
        #expect(store.world.allPendingPurchases.isEmpty)
        #expect(throws: SimulatorError.self) { try store.perform(.approveAskToBuy(store.ann)) }
    }

    @Test("An interrupted purchase is made when the issue is resolved")
    func interrupted() throws {
        var store = TestStore()
        try store.perform(.setSetting(.interruptedPurchasesEnabled(true)))
        try store.buy("pro.monthly")
        #expect(store.world.allTransactions.isEmpty)
        try store.perform(.resolveIssue(store.ann))
        #expect(store.happened.names == ["SUBSCRIBED.INITIAL_BUY"])
    }

    @Test("What cannot be bought is refused in StoreKit's words")
    func refusals() throws {
        var store = TestStore()
        #expect(throws: SimulatorError.invalidProductIdentifier("nothing")) { try store.buy("nothing") }
        #expect(throws: SimulatorError.invalidQuantity(11)) { try store.buy("coins") { $0.quantity = 11 } }
        #expect(throws: SimulatorError.invalidQuantity(2)) { try store.buy("lifetime") { $0.quantity = 2 } }
        #expect(throws: SimulatorError.invalidCustomer) { try store.buy("coins", by: "") }
        #expect(throws: SimulatorError.invalidAppAccountToken("x")) {
            try store.buy("coins") { $0.appAccountToken = "x" }
        }
        try store.perform(.withdrawProduct("coins"))
        #expect(throws: SimulatorError.productUnavailable("coins")) { try store.buy("coins") }
        try store.perform(.offerProduct("coins"))
        try store.perform(.paymentFails(customer: "ann"))
        #expect(throws: SimulatorError.purchaseNotAllowed(customer: "ann")) { try store.buy("coins") }
        #expect(throws: SimulatorError.noSubscriptionFound("customer \"ann\"")) {
            try store.perform(.cancel(store.ann))
        }
        #expect(throws: SimulatorError.noTransactionFound("transaction 7")) {
            try store.perform(.finishTransaction(id: 7))
        }
    }

    @Test("Transactions are finished, deleted with what followed, and cleared")
    func housekeeping() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        store.step()
        try store.buy("coins")
        let ids = store.world.allTransactions.map(\.id)
        try store.perform(.finishTransaction(id: ids[2]))
        #expect(store.world.isFinished(ids[2]) && !store.world.isFinished(ids[0]))
        try store.perform(.deleteTransaction(id: ids[0]))
        #expect(store.world.allTransactions.map(\.id) == [ids[2]])
        #expect(store.world.allSubscriptions.isEmpty && store.world.nextEventDate == nil)
        try store.perform(.clearTransactions)
        #expect(store.world.allTransactions.isEmpty)
        try store.buy("news.weekly")
        #expect(store.line?.transaction.offer?.type == .introductory)
    }

    @Test("Xcode's ids count from 0")
    func xcodeIDs() throws {
        var settings = WorldSettings()
        settings.identifierStyle = .xcode
        var store = TestStore(settings: settings)
        try store.buy("pro.monthly")
        store.step()
        #expect(store.world.allTransactions.map(\.id) == [0, 1])
        #expect(store.world.allTransactions.map(\.originalID) == [0, 0])
        #expect(TestStore().world.allTransactions.isEmpty)
        var large = TestStore()
        try large.buy("coins")
        #expect(large.world.allTransactions[0].id > 1 << 50)
    }

    @Test("A token set later stands in the renewal info and in the periods that follow")
    func appAccountToken() throws {
        var store = TestStore()
        let token = "9f0c1a52-7b64-4c1f-8a5e-3d2f1b0c9e8d"
        try store.buy("pro.monthly")
        let changed = try store.perform(.setAppAccountToken(store.ann, token: token))
        #expect(changed.transactions.map(\.appAccountToken) == [token])
        #expect(store.line?.renewalInfo.appAccountToken == token)
        store.step()
        #expect(store.line?.transaction.appAccountToken == token)
    }

    @Test("Reminders of a custom link's token come each month until it ends; a report ends the other reminder")
    func externalPurchases() throws {
        var store = TestStore()
        try store.createToken()
        let id = try #require(store.world.externalPurchaseTokens.first?.id)
        try store.perform(.reportExternalPurchase(id: id))
        try store.advance(days: 200)
        #expect(
            store.happened.names == [
                "EXTERNAL_PURCHASE_TOKEN.CREATED", "EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER",
                "EXTERNAL_PURCHASE_TOKEN.ACTIVE_TOKEN_REMINDER",
            ])
    }
}
