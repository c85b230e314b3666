import AppStoreModels
import AppStoreVerification
import Foundation
import StoreSimulator
import Testing

@Suite("Our webhook")
struct WebhookTests {
    let session: SimulatorSession
    let webhook: Webhook
    let account = UUID()

    init() throws {
        let monthly = CatalogProduct(
            id: "pro.monthly", groupID: "pro", period: CalendarDuration(months: 1), price: 9_990)
        let session = try SimulatorSession(
            catalog: ProductCatalog([monthly]), options: SessionOptions(app: SimulatedApp(bundleId: "com.example.app")))
        session.billingGracePeriodIsEnabled = true
        // The handler must trust the session's root instead of Apple's, and live in the session's time.
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(
                trustsBuiltInRoots: false, addedRoots: session.trustAnchors,
                apps: [AppIdentity(bundleId: "com.example.app", appAppleId: session.app.appAppleId)],
                environments: [.sandbox]))
        webhook = Webhook(verifier: verifier, now: { session.now })
        self.session = session
    }

    func delivery(chaos: DeliveryChaos? = nil) -> NotificationDelivery {
        NotificationDelivery(session: session, chaos: chaos) { [webhook] body, _ in
            await webhook.receive(body) == 200 ? .success : .unsuccessfulHTTPResponseCode
        }
    }

    func mayUse() async -> Bool {
        await webhook.mayUse("pro.monthly", account: account.uuidString.lowercased())
    }

    @Test("Access follows a subscription from its purchase through grace and retry to a refund")
    func life() async throws {
        let day: Int64 = 86_400_000
        let delivery = delivery()
        try await session.buyProduct(identifier: "pro.monthly", options: [.appAccountToken(account)])
        await delivery.deliver()
        #expect(await mayUse())

        // Three months pass at once, with their renewals.
        try await delivery.advance(to: session.now + 92 * day)
        #expect(await mayUse())

        session.shouldEnterBillingRetryOnRenewal = true
        let end = try #require(session.subscriptions().first?.transaction.expiresDate)
        try await delivery.advance(to: end)
        #expect(session.status(ofProduct: "pro.monthly") == .billingGracePeriod)
        #expect(await mayUse())
        try await delivery.advance(to: end + 16 * day)
        #expect(session.status(ofProduct: "pro.monthly") == .billingRetry)
        #expect(await !mayUse())

        session.shouldEnterBillingRetryOnRenewal = false
        let id = try #require(session.subscriptions().first?.transaction.id)
        try session.resolveIssueForTransaction(identifier: id)
        await delivery.deliver()
        #expect(await mayUse())

        let latest = try #require(session.subscriptions().first?.transaction.id)
        try session.refundTransaction(identifier: latest)
        let attempts = await delivery.deliver()
        #expect(attempts.map(\.notification.notification.type) == [.refund])
        #expect(await !mayUse())
    }

    @Test("Duplicates and a wrong order change nothing")
    func disorder() async throws {
        var chaos = DeliveryChaos(seed: 7)
        chaos.duplicate = 0.5
        chaos.reorder = 0.5
        let delivery = delivery(chaos: chaos)
        try await session.buyProduct(identifier: "pro.monthly", options: [.appAccountToken(account)])
        let id = try #require(session.subscriptions().first?.transaction.id)
        for _ in 0..<5 {
            try session.disableAutoRenewForTransaction(identifier: id)
            try session.enableAutoRenewForTransaction(identifier: id)
        }
        try session.refundTransaction(identifier: id)
        try await delivery.finish()
        #expect(await !mayUse())
    }

    @Test("What is signed for another app, or damaged, is refused")
    func faults() async throws {
        for fault in [SigningFault.otherApp, .flippedSignature] {
            session.signingFault = fault
            let events = try session.perform(.buy(PurchaseRequest(customer: "someone", product: "pro.monthly")))
            let body = try #require(events.compactMap(\.notification).first).body
            #expect(await webhook.receive(body) == 400)
            session.clearTransactions()
        }
    }
}
