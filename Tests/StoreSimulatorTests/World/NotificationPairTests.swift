import AppStoreModels
import StoreSimulator
import Testing

/// One pair of notification type and subtype, how it comes about, and what it must carry.
struct NotificationPair: Sendable, CustomTestStringConvertible {
    enum Parts: Sendable {
        /// Transaction, renewal info and a status.
        case subscription(SubscriptionStatus)
        /// A transaction and nothing else.
        case oneTime
        case empty, summary, token, appData
    }

    var name: String
    var parts: Parts
    var happens: @Sendable (inout TestStore) throws -> Void
    var holds: @Sendable (SimulatedNotification.Data, TestStore) -> Bool

    init(
        _ name: String, _ parts: Parts, holds: @escaping @Sendable (SimulatedNotification.Data, TestStore) -> Bool,
        happens: @escaping @Sendable (inout TestStore) throws -> Void
    ) {
        self.name = name
        self.parts = parts
        self.happens = happens
        self.holds = holds
    }

    init(_ name: String, _ parts: Parts, happens: @escaping @Sendable (inout TestStore) throws -> Void) {
        self.init(name, parts, holds: { _, _ in true }, happens: happens)
    }

    var testDescription: String { name }
}

@Suite("Every pair of notification type and subtype")
struct NotificationPairTests {
    @Test("The table has every pair once")
    func complete() {
        #expect(NotificationPair.all.count == 39)
        #expect(Set(NotificationPair.all.map(\.name)).count == 39)
    }

    @Test("Each pair comes about, with the right parts and fields", arguments: NotificationPair.all)
    func produced(_ pair: NotificationPair) throws {
        var store = TestStore()
        try pair.happens(&store)
        let notification = try #require(
            store.happened.notifications.last { $0.name == pair.name }, "got \(store.happened.names)")
        #expect(notification.signedDate <= store.world.now)
        switch (pair.parts, notification.content) {
        case (.subscription(let status), .data(let data)):
            #expect(data.status == status)
            let transaction = try #require(data.transaction)
            let renewal = try #require(data.renewalInfo)
            #expect(transaction.originalID == renewal.originalID)
            #expect(transaction.webOrderLineItemID != nil)
            #expect(transaction.productType == .autoRenewableSubscription)
            #expect((data.consumptionRequestReason != nil) == (notification.type == .consumptionRequest))
            #expect(renewal.isInBillingRetryPeriod == (status == .billingRetry || status == .billingGracePeriod))
            #expect((renewal.gracePeriodExpiresDate != nil) == (status == .billingGracePeriod))
            if status == .active { #expect(renewal.expirationIntent == nil) }
            #expect(pair.holds(data, store), "\(data)")
        case (.oneTime, .data(let data)):
            #expect(data.renewalInfo == nil && data.status == nil)
            #expect(data.transaction?.expiresDate == nil && data.transaction?.webOrderLineItemID == nil)
            #expect(pair.holds(data, store), "\(data)")
        case (.empty, .data(let data)):
            #expect(data == SimulatedNotification.Data())
        case (.summary, .summary(let summary)):
            #expect(summary.succeededCount == 1 && summary.failedCount == 1)
        case (.token, .externalPurchaseToken(let token)):
            #expect(token.id.hasPrefix("SANDBOX"))
        case (.appData, .appData(let download)):
            #expect(download.customerID == "ann")
        default:
            Issue.record("\(pair.name) has another container: \(notification.content)")
        }
    }
}
