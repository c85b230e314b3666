import AppStoreModels
import AppStoreServerAPI
import AppStoreVerification
import SimulatorService
import StoreSimulator
import StrictJSON
import Testing

@Suite("The client and a simulated App Store", .timeLimit(.minutes(30)))
struct SimulatorEndpointTests {
    @Test("Every operation that the simulator has completes, and what is signed in the answers is verified")
    func complete() async throws {
        try await SimulatedStore.with { sample in
            let client = sample.client
            let id = try sample.buy("pro.monthly")
            let coins = try sample.buy("coins")
            #expect(try await client.getTransactionInfo(transactionId: id).value.payload.productId == "pro.monthly")
            let app = try await client.getAppTransactionInfo(anyTransactionId: id).value
            #expect(app.payload.bundleId == SampleClient.bundleId)
            let statuses = try await client.getAllSubscriptionStatuses(anyTransactionId: id, statuses: [.active])
            #expect(try statuses.value.all().map(\.status) == [.active])
            #expect(statuses.value.items.first?.subscriptionGroupIdentifier == "G1")
            let token = "6d2a8c37-3bb4-4a4e-9d0e-5a7f3f0f2b11"
            _ = try await client.setAppAccountToken(originalTransactionId: id, appAccountToken: token)
            let named = try await client.getTransactionInfo(transactionId: id).value
            #expect(named.payload.appAccountToken?.lowercased() == token)
            _ = try await client.finishTransaction(transactionId: coins)
            let extend = ExtendRenewalDateRequest(
                extendByDays: 7, extendReasonCode: .customerSatisfaction, requestIdentifier: token)
            let extended = try await client.extendSubscriptionRenewalDate(originalTransactionId: id, extend).value
            #expect(extended.success == true && extended.originalTransactionId == id)
            let mass = MassExtendRenewalDateRequest(extending: extend, productId: "pro.monthly")
            let begun = try await client.extendRenewalDatesForAllActiveSubscribers(mass)
            #expect(begun.value.requestIdentifier == token)
            let progress = try await client.getStatusOfSubscriptionRenewalDateExtensions(
                productId: "pro.monthly", requestIdentifier: token
            ).value
            #expect(progress.complete == true && progress.requestIdentifier == token)
            let told = ConsumptionRequest(sampleContentProvided: true, deliveryStatus: .delivered)
            #expect(try await client.sendConsumptionInformation(transactionId: coins, told).status == 202)
            let toldV1 = ConsumptionRequestV1(sampleContentProvided: true, deliveryStatus: .deliveredWrongItem)
            #expect(try await client.sendConsumptionInformationV1(transactionId: coins, toldV1).status == 202)
            #expect(sample.store.consumption(of: Int(coins) ?? 0).count == 2)
            try sample.session.refundTransaction(identifier: Int(coins) ?? 0)
            let refunds = try await client.getRefundHistoryV1(originalTransactionId: coins).value
            #expect(try refunds.all().map(\.payload.transactionId) == [coins])
            try await sample.store.delivery.setServer("http://127.0.0.1:1", chaos: nil)
            let test = try await client.requestTestNotification().value
            await sample.store.delivery.deliver()
            let result = try await client.getTestNotificationStatus(
                testNotificationToken: try #require(test.testNotificationToken)
            ).value
            #expect(result.notification.notification.payload.notificationType == .test && result.isDelivered)
        }
    }

    @Test("Orders are looked up in Production")
    func orders() async throws {
        try await SimulatedStore.with(environment: .production) { sample in
            let id = try sample.buy("coins")
            let order = try sample.session.inspect { world throws(SessionError) in
                world.transaction(id: Int(id) ?? 0)?.orderID ?? ""
            }
            let found = try await sample.client.lookUpOrderId(orderId: order).value
            #expect(found.status == .valid)
            #expect(try found.transactions.all().map(\.payload.transactionId) == [id])
            let none = try await sample.client.lookUpOrderId(orderId: "M0").value
            #expect(none.status == .invalid && none.transactions.count == 0)
        }
    }

    @Test("Histories are read to their end, and a saved revision leads to what is new")
    func histories() async throws {
        try await SimulatedStore.with { sample in
            var ids: [String] = []
            for _ in 0..<45 { ids.append(try sample.buy("coins")) }
            for id in ids.prefix(25) { try sample.session.refundTransaction(identifier: Int(id) ?? 0) }
            func read(_ pages: ServerAPIPages<TransactionPage>) async throws -> ([String], String?, Int) {
                var found: [String] = []
                var revision: String?
                var count = 0
                for try await page in pages {
                    found += try page.value.transactions.all().compactMap(\.payload.transactionId)
                    revision = page.value.revision
                    count += 1
                }
                return (found, revision, count)
            }
            let all = try await read(try sample.client.transactionHistory(anyTransactionId: ids[0]))
            #expect(Set(all.0) == Set(ids) && all.0.count == 45 && all.2 == 3)
            let refunds = try await read(try sample.client.refundHistory(anyTransactionId: ids[0]))
            #expect(refunds.0.count == 25 && refunds.2 == 2)
            let old = try await read(try sample.client.transactionHistoryV1(anyTransactionId: ids[0]))
            #expect(old.0.count == 45)
            let later = try sample.buy("coins")
            let new = try await read(try sample.client.transactionHistory(anyTransactionId: ids[0], after: all.1))
            #expect(new.0 == [later])
            var filter = TransactionHistoryRequest()
            filter.revoked = false
            filter.sort = .descending
            filter.productTypes = [.consumable]
            filter.productIds = ["coins", "a+b &c"]
            let kept = try await read(try sample.client.transactionHistory(anyTransactionId: later, filter: filter))
            #expect(kept.0.count == 21 && kept.0.first == later)
        }
    }

    @Test("The notification history is read to its end, with what became of each")
    func notifications() async throws {
        try await SimulatedStore.with { sample in
            try await sample.store.delivery.setServer("http://127.0.0.1:1", chaos: nil)
            for _ in 0..<45 { try sample.buy("coins") }
            await sample.store.delivery.deliver()
            let window = NotificationHistoryRequest(
                startDate: SimulatedStore.start, endDate: SimulatedStore.start + SimulatedStore.day)
            var count = 0
            var tokens: [String?] = []
            for try await page in try sample.client.notificationHistory(window) {
                #expect(page.value.failures.isEmpty && page.value.notifications.allSatisfy(\.isDelivered))
                count += page.value.notifications.count
                tokens.append(page.value.paginationToken)
            }
            #expect(count == 45 && tokens.count == 3 && tokens.last == .some(nil))
            var rest = 0
            for try await page in try sample.client.notificationHistory(window, after: tokens[0]) {
                rest += page.value.notifications.count
            }
            #expect(rest == 25)
        }
    }
}
