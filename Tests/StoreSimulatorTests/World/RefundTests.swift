import AppStoreModels
import StoreSimulator
import Testing

@Suite("Refunds in the simulated store")
struct RefundTests {
    @Test("A refund of an older period changes nothing for the current one")
    func olderPeriod() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        store.step()
        let old = try #require(store.world.allTransactions.first)
        try store.perform(.refund(.transaction(old.id), reason: .other, percentage: nil))
        #expect(store.line?.status == .active)
        #expect(store.happened.statuses == [.active])
        store.step()
        #expect(store.happened.names.last == "DID_RENEW")
    }

    @Test("A refund of the current period revokes; taken back it restores, and the renewal date stays")
    func currentPeriod() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        let end = store.line?.transaction.expiresDate
        try store.perform(.refund(store.ann, reason: .appIssue, percentage: nil))
        #expect(store.line?.status == .revoked)
        #expect(throws: SimulatorError.self) {
            try store.perform(.refund(store.ann, reason: .appIssue, percentage: nil))
        }
        try store.advance(days: 3)
        try store.perform(.reverseRefund(store.ann))
        #expect(store.line?.status == .active)
        #expect(store.line?.transaction.expiresDate == end)
        #expect(store.world.nextEventDate == end)

        // What is refunded and stays so does not renew.
        try store.perform(.refund(store.ann, reason: .appIssue, percentage: nil))
        #expect(store.step().notifications.isEmpty)
        #expect(store.world.nextEventDate == nil)
        try store.perform(.reverseRefund(store.ann))
        #expect(store.line?.status == .expired)
        try store.buy("pro.monthly")
        #expect(store.happened.names.last == "SUBSCRIBED.RESUBSCRIBE")
    }

    @Test("A refund of a share names the share and keeps the status")
    func prorated() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        try store.advance(days: 7)
        try store.perform(.refundProrated(store.ann, reason: .other))
        let revocation = try #require(store.happened.notifications.last?.data?.transaction?.revocation)
        #expect(revocation.type == .refundProrated)
        // 21 of 28 days.
        #expect(revocation.percentage == 75_000)
        #expect(store.line?.status == .active)
        #expect(throws: SimulatorError.invalidPercentage(0)) {
            try store.buy("coins")
            try store.perform(.refund(store.ann, reason: .other, percentage: 0))
        }
    }

    @Test("A request is repeated under new ids until it is decided one way")
    func requests() throws {
        var store = TestStore()
        try store.buy("coins")
        try store.perform(.requestRefund(store.ann, reason: .legal, inApp: false))
        try store.perform(.repeatConsumptionRequest(store.ann))
        let requests = store.happened.notifications.filter { $0.type == .consumptionRequest }
        #expect(requests.count == 2 && requests[0].id != requests[1].id)
        #expect(requests.allSatisfy { $0.data?.consumptionRequestReason == .legal })
        try store.perform(.refund(store.ann, reason: .other, percentage: nil))
        #expect(throws: SimulatorError.invalidAction("no refund was asked for")) {
            try store.perform(.declineRefund(store.ann))
        }
        try store.perform(.reverseRefund(store.ann))
        #expect(store.happened.names.last == "REFUND_REVERSED")
        #expect(store.world.allTransactions.last?.revocation == nil)
    }

    @Test("Asking inside the app also turns automatic renewal off")
    func inApp() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        try store.perform(.requestRefund(store.ann, reason: .other, inApp: true))
        #expect(
            store.happened.names.suffix(2) == ["CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED"])
    }

    @Test("A restored purchase is the same purchase, and is taken back with it")
    func restored() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        let copy = try #require(try store.perform(.restore(store.ann)).transactions.first)
        let first = try #require(store.world.allTransactions.first)
        #expect(copy.id != first.id && copy.originalID == first.id)
        #expect(copy.webOrderLineItemID == first.webOrderLineItemID)
        #expect(store.world.transactions(ofOrder: first.orderID).map(\.id) == [first.id, copy.id])
        let refund = try store.perform(.refund(.transaction(copy.id), reason: .other, percentage: nil))
        #expect(refund.transactions.map(\.id) == [first.id, copy.id])
        #expect(store.world.allTransactions.allSatisfy { $0.revocation != nil })
        try store.buy("coins")
        #expect(throws: SimulatorError.invalidProductType(product: "coins")) {
            try store.perform(.restore(.purchase(customer: "ann", product: "coins")))
        }
    }

    @Test("A renewal signed ahead begins although the period before it was refunded, and not if it was itself")
    func signedAhead() throws {
        var settings = WorldSettings()
        settings.renewalLead = 3_600_000
        var store = TestStore(settings: settings)
        try store.buy("pro.monthly")
        store.step()
        try store.perform(.refund(.purchase(customer: "ann", periodsBack: 1), reason: .other, percentage: nil))
        #expect(store.line?.status == .revoked)
        store.step()
        #expect(store.line?.status == .active)
        store.step()
        try store.perform(.refund(store.ann, reason: .other, percentage: nil))
        #expect(store.line?.status == .active)
        store.step()
        #expect(store.line?.status == .revoked)
    }

    @Test("What is bought after a renewal that was refunded before it began, begins after it, even when dated back")
    func boughtInThePast() throws {
        var settings = WorldSettings()
        settings.renewalLead = 3_600_000
        var store = TestStore(settings: settings)
        try store.buy("pro.monthly")
        store.step()
        try store.perform(.refund(store.ann, reason: .other, percentage: nil))
        let refunded = try #require(store.line?.transaction)
        store.step()
        #expect(store.line?.status == .revoked && store.world.now == refunded.purchaseDate)
        // At the very moment, and later but dated back.
        var atOnce = store
        try atOnce.buy("pro.monthly")
        try store.advance(days: 3)
        try store.buy("pro.monthly") { $0.purchaseDate = TestStore.start }
        for store in [atOnce, store] {
            let bought = try #require(store.line?.transaction)
            #expect(bought.id != refunded.id && bought.purchaseDate > refunded.purchaseDate)
            #expect(bought.purchaseDate <= store.world.now && store.line?.status == .active)
        }
    }

    @Test("What is left of a migrated line can be refunded without touching the new one")
    func migrated() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        let old = try #require(store.line)
        try store.perform(.migrate(store.ann))
        try store.perform(.refund(.transaction(old.transaction.id), reason: .other, percentage: nil))
        #expect(store.world.subscription(originalID: old.originalID)?.status == .revoked)
        #expect(store.line?.status == .active)
        #expect(store.line?.transaction.previousOriginalID == old.originalID)
        store.step()
        #expect(store.happened.names.last == "DID_RENEW")
    }
}
