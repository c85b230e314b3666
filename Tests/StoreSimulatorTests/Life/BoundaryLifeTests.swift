import AppStoreModels
import Entitlements
import StoreSimulator
import Testing

@Suite("The boundary states of a subscription, from the simulated store to the answer")
struct BoundaryLifeTests {
    private static let day: Int64 = 86_400_000
    private let app = SimulatedApp(bundleId: "com.example.app")
    private let session: SimulatorSession
    private let life: LifeHarness

    init() throws {
        let monthly = CatalogProduct(
            id: "pro.monthly", groupID: "group", period: CalendarDuration(months: 1), price: 9_990)
        session = try SimulatorSession(catalog: ProductCatalog([monthly]), options: SessionOptions(app: app))
        life = try LifeHarness(session, app: app)
    }

    @Test("Buy, 12 renewals, failure, grace, retry, recovery, price increase declined, end")
    func whole() async throws {
        session.billingGracePeriodIsEnabled = true
        let first = try await session.buyProduct(identifier: "pro.monthly")
        #expect(try await life.answer(first.id)?.state == .active)
        for month in 1...12 {
            try session.advanceToNextEvent()
            let answer = try #require(try await life.answer(first.id))
            #expect(answer.state == .active)
            #expect(answer.purchaseDate == session.now, "renewal \(month)")
            #expect(answer.until == answer.expiresDate)
        }
        #expect(session.allTransactions().count == 13)

        session.shouldEnterBillingRetryOnRenewal = true
        try session.advanceToNextEvent()
        var answer = try #require(try await life.answer(first.id))
        #expect(answer.state == .gracePeriod)
        #expect(answer.until == session.now + 16 * Self.day)
        #expect(session.status(ofProduct: "pro.monthly") == .billingGracePeriod)

        try session.advanceToNextEvent()
        answer = try #require(try await life.answer(first.id))
        #expect(answer.state == .billingRetry)
        #expect(answer.until == nil)

        session.shouldEnterBillingRetryOnRenewal = false
        let last = try #require(session.allTransactions().last)
        try session.resolveIssueForTransaction(identifier: last.identifier)
        answer = try #require(try await life.answer(first.id))
        #expect(answer.state == .active)
        #expect(answer.purchaseDate == session.now)

        let current = try #require(session.allTransactions().last)
        try session.requestPriceIncreaseConsentForTransaction(identifier: current.identifier, price: 12_990)
        #expect(try #require(session.allTransactions().last).isPendingPriceIncreaseConsent)
        #expect(try await life.answer(first.id)?.state == .active)
        try session.declinePriceIncreaseForTransaction(identifier: current.identifier)
        answer = try #require(try await life.answer(first.id))
        #expect(answer.state == .active)
        #expect(answer.autoRenewStatus == 0)
        let end = try #require(answer.until)
        try session.advance(to: end - 1)
        #expect(try await life.answer(first.id)?.state == .active)
        try session.advance(to: end)
        answer = try #require(try await life.answer(first.id))
        #expect(answer.state == .expired)
        #expect(session.notifications.last?.notification.type == .expired)
    }

    @Test("The refund of an older period changes nothing for the current one")
    func oldRefund() async throws {
        let first = try await session.buyProduct(identifier: "pro.monthly")
        try session.advance(by: .seconds(70 * 86_400))
        let before = try #require(try await life.answer(first.id))
        try session.refundTransaction(identifier: first.id, reason: .appIssue)
        #expect(session.notifications.last?.notification.type == .refund)
        let after = try #require(try await life.answer(first.id))
        #expect(after.state == .active)
        #expect(after.until == before.until)
        #expect(after.transactionId == before.transactionId)
        #expect(after.revokedTransactionIds == ["\(first.id)"])
    }

    @Test("The refund of the current period ends access at once, its reversal brings it back")
    func currentRefund() async throws {
        let first = try await session.buyProduct(identifier: "pro.monthly")
        try session.refundTransaction(identifier: first.id)
        #expect(try await life.answer(first.id)?.state == .revoked)
        #expect(session.status(ofProduct: "pro.monthly") == .revoked)
        try session.perform(.reverseRefund(.transaction(first.id)))
        #expect(try await life.answer(first.id)?.state == .active)
    }
}
