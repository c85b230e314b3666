import AppStoreModels
import StoreSimulator
import Testing

@Suite("Families in the simulated store")
struct FamilyTests {
    private func family() throws -> TestStore {
        var store = TestStore()
        try store.buy("pro.monthly")
        try store.buy("lifetime")
        try store.perform(.joinFamily(customer: "ben", of: "ann"))
        return store
    }

    @Test("A member has own ids and follows the purchaser")
    func member() throws {
        var store = try family()
        let line = try #require(store.world.subscriptions(ofCustomer: "ben").first)
        #expect(line.ownership == .familyShared)
        #expect(line.originalID != store.line?.originalID)
        #expect(line.transaction.appTransactionID != store.line?.transaction.appTransactionID)
        #expect(line.transaction.webOrderLineItemID != store.line?.transaction.webOrderLineItemID)
        #expect(line.transaction.expiresDate == store.line?.transaction.expiresDate)
        #expect(store.happened.names.suffix(2) == ["SUBSCRIBED.INITIAL_BUY", "ONE_TIME_CHARGE"])
        #expect(store.step().names == ["DID_RENEW", "DID_RENEW"])
        try store.perform(.changePlan(store.ann, product: "pro.top"))
        let shared = store.world.transactions(ofCustomer: "ben").filter { $0.originalID == line.originalID }
        #expect(shared.map(\.productID) == ["pro.monthly", "pro.monthly", "pro.top"])
        #expect(shared.map(\.isUpgraded) == [false, true, false])
        try store.perform(.cancel(store.ann))
        #expect(store.step().names == ["EXPIRED.VOLUNTARY", "EXPIRED.VOLUNTARY"])
        try store.buy("pro.top")
        #expect(store.happened.names.suffix(2) == ["SUBSCRIBED.RESUBSCRIBE", "SUBSCRIBED.RESUBSCRIBE"])
        #expect(store.world.subscriptions(ofCustomer: "ben").first?.originalID == line.originalID)
    }

    @Test("The purchaser's refund takes access from each member, with its reason")
    func refund() throws {
        var store = try family()
        try store.perform(
            .refund(.purchase(customer: "ann", product: "pro.monthly"), reason: .appIssue, percentage: nil))
        #expect(store.happened.names.suffix(2) == ["REFUND", "REVOKE"])
        let revoked = store.happened.notifications.last?.data?.transaction
        #expect(revoked?.customerID == "ben" && revoked?.revocation?.reason == .appIssue)
        try store.perform(.reverseRefund(.purchase(customer: "ann", product: "pro.monthly")))
        #expect(store.happened.names.suffix(2) == ["REFUND_REVERSED", "SUBSCRIBED.RESUBSCRIBE"])
        try store.perform(
            .refund(.purchase(customer: "ann", product: "lifetime"), reason: .other, percentage: nil))
        #expect(store.happened.names.suffix(2) == ["REFUND", "REVOKE"])
        #expect(store.happened.notifications.last?.data?.status == nil)
    }

    @Test("Who leaves loses what was shared, and a member's own purchase stays")
    func leaving() throws {
        var store = try family()
        try store.buy("pro.basic", by: "ben")
        try store.perform(.leaveFamily(customer: "ben"))
        #expect(store.happened.names.suffix(2).allSatisfy { $0 == "REVOKE" })
        let lines = store.world.subscriptions(ofCustomer: "ben")
        #expect(lines.map(\.status) == [.active, .revoked])
        #expect(lines.map(\.ownership) == [.purchased, .familyShared])
    }

    @Test("A plan that is not shared ends the members' access")
    func planWithoutSharing() throws {
        var store = try family()
        try store.perform(.changePlan(.purchase(customer: "ann", product: "pro.monthly"), product: "pro.basic"))
        store.step()
        #expect(store.happened.names.suffix(2) == ["DID_RENEW", "REVOKE"])
    }

    @Test("A family has six members, and what members have cannot be extended or refunded")
    func limits() throws {
        var store = try family()
        for name in ["cleo", "dan", "eve", "fay"] { try store.perform(.joinFamily(customer: name, of: "ben")) }
        #expect(throws: SimulatorError.invalidAction("a family has at most six members")) {
            try store.perform(.joinFamily(customer: "gus", of: "ann"))
        }
        #expect(throws: SimulatorError.familySharedSubscriptionExtensionIneligible) {
            try store.perform(.extendRenewalDate(.purchase(customer: "ben"), days: 1, requestIdentifier: "r"))
        }
        #expect(throws: SimulatorError.familyTransactionNotSupported) {
            try store.perform(
                .refund(.purchase(customer: "ben", product: "pro.monthly"), reason: .other, percentage: nil))
        }
        #expect(throws: SimulatorError.familyTransactionNotSupported) {
            try store.perform(.cancel(.purchase(customer: "ben")))
        }
    }

    @Test("A member's line that was deleted is not spoken of again")
    func deletedMember() throws {
        var store = try family()
        for transaction in store.world.transactions(ofCustomer: "ben") {
            try store.perform(.deleteTransaction(id: transaction.id))
        }
        #expect(store.step().names == ["DID_RENEW"])
        #expect(try store.perform(.stopSharing(customer: "ann")).isEmpty)
    }
}
