import Entitlements
import Testing

/// A line as its statements come in, one after the other.
private struct Story {
    static let day: Int64 = 86_400_000
    private var record = LineRecord(scope: HistoryGenerator.scope, originalTransactionId: "1")
    private var told: [EntitlementAnswer] = []
    private var count = 0

    /// What is told at an instant, in days.
    mutating func told(at day: Int64) -> [EntitlementEventType] {
        let answers = Evaluator.evaluate(
            record, configuration: EvaluationConfiguration(), now: day * Story.day)
        defer { told = answers }
        return EntitlementChange.changes(from: told, to: answers, in: record).map(\.type)
    }

    mutating func says(_ statement: TransactionStatement, at day: Int64) -> [EntitlementEventType] {
        insert(.transaction(statement), .transaction, statement.transactionId, day)
        return told(at: day)
    }

    mutating func says(_ statement: RenewalStatement, at day: Int64) -> [EntitlementEventType] {
        insert(.renewalInfo(statement), .renewalInfo, statement.originalTransactionId, day)
        return told(at: day)
    }

    private mutating func insert(_ statement: Statement, _ kind: FactKind, _ id: String, _ day: Int64) {
        count += 1
        record.insert(
            FactVersion(
                identity: FactIdentity(scope: record.scope, kind: kind, id: id), date: day * Story.day,
                digest: TestDigest.of("\(count)"), statement: statement))
    }
}

@Suite("What is told of a line")
struct EntitlementChangeTests {
    private func period(
        _ id: String, _ days: ClosedRange<Int64>, product: String = "pro", reason: String = "RENEWAL",
        revoked: Int64? = nil, upgraded: Bool = false
    ) -> TransactionStatement {
        TransactionStatement(
            transactionId: id, originalTransactionId: "1", type: "Auto-Renewable Subscription", productId: product,
            subscriptionGroupIdentifier: "g", purchaseDate: days.lowerBound * Story.day,
            expiresDate: days.upperBound * Story.day, revocationDate: revoked.map { $0 * Story.day },
            isUpgraded: upgraded, transactionReason: reason)
    }

    private func renewal(
        _ status: Int = 1, next: String = "pro", retry: Bool = false, grace: Int64? = nil
    ) -> RenewalStatement {
        RenewalStatement(
            originalTransactionId: "1", productId: "pro", autoRenewProductId: next, autoRenewStatus: status,
            isInBillingRetryPeriod: retry, gracePeriodExpiresDate: grace.map { $0 * Story.day })
    }

    @Test("The life of a subscription")
    func life() {
        var story = Story()
        #expect(story.says(period("1", 0...30, reason: "PURCHASE"), at: 0) == [.granted])
        #expect(story.says(renewal(), at: 0) == [])
        // Signed a day ahead: the end moves now, and nothing is left to tell when the period begins.
        #expect(story.says(period("2", 30...60), at: 29) == [.renewed])
        #expect(story.told(at: 31) == [])
        #expect(story.says(renewal(0), at: 32) == [.autoRenewChanged])
        #expect(story.says(renewal(1, next: "plus"), at: 33) == [.autoRenewChanged])
        #expect(story.says(renewal(retry: true, grace: 66), at: 60) == [.graceStarted, .autoRenewChanged])
        #expect(story.told(at: 66) == [.billingRetryStarted])
        #expect(story.says(period("3", 70...100), at: 70) == [.renewed])
        #expect(story.says(period("3", 70...110), at: 71) == [.extended])
        #expect(story.told(at: 110) == [.expired])
        #expect(story.told(at: 111) == [])
        #expect(story.says(period("4", 120...150, reason: "PURCHASE"), at: 120) == [.granted])
    }

    @Test("Recovery within grace, and a renewal that arrives after the clock told the end")
    func recovery() {
        var story = Story()
        #expect(story.says(period("1", 0...30, reason: "PURCHASE"), at: 0) == [.granted])
        #expect(story.says(renewal(retry: true, grace: 46), at: 30) == [.graceStarted])
        #expect(story.says(period("2", 30...60), at: 35) == [.renewed])
        #expect(story.told(at: 60) == [.expired])
        #expect(story.says(period("3", 60...90), at: 61) == [.renewed])
    }

    @Test("An upgrade tells the product, a refund of an earlier period the refund")
    func upgradeAndRefund() {
        var story = Story()
        #expect(story.says(period("1", 0...30, reason: "PURCHASE"), at: 0) == [.granted])
        #expect(story.says(period("2", 30...60), at: 30) == [.renewed])
        #expect(story.says(period("3", 40...70, product: "plus", reason: "PURCHASE"), at: 40) == [.productChanged])
        #expect(story.says(period("2", 30...60, upgraded: true), at: 40) == [])
        #expect(story.says(period("1", 0...30, reason: "PURCHASE", revoked: 41), at: 41) == [.refunded])
        #expect(
            story.says(period("3", 40...70, product: "plus", reason: "PURCHASE", revoked: 42), at: 42) == [.revoked])
        #expect(story.says(period("3", 40...70, product: "plus", reason: "PURCHASE"), at: 43) == [.restored])
    }

    @Test("A line first met after its end tells the end, once")
    func late() {
        var story = Story()
        #expect(story.says(period("1", 0...30, reason: "PURCHASE"), at: 100) == [.expired])
        #expect(story.says(renewal(0), at: 101) == [])
    }

    @Test("Credits, ownership and purchases that end")
    func oneTime() {
        func purchase(_ id: String, _ type: String, line: String = "1", revoked: Int64? = nil) -> TransactionStatement {
            TransactionStatement(
                transactionId: id, originalTransactionId: line, type: type, productId: "p", purchaseDate: 0,
                revocationDate: revoked.map { $0 * Story.day })
        }
        var coins = Story()
        #expect(coins.says(purchase("1", "Consumable"), at: 0) == [.credited])
        #expect(coins.says(purchase("1", "Consumable", revoked: 2), at: 2) == [.refunded])
        #expect(coins.says(purchase("1", "Consumable"), at: 3) == [.credited])
        var level = Story()
        #expect(level.says(purchase("1", "Non-Consumable"), at: 0) == [.granted])
        #expect(level.says(purchase("1", "Non-Consumable", revoked: 2), at: 2) == [.revoked])
        #expect(level.says(purchase("1", "Non-Consumable"), at: 3) == [.restored])
        var pass = Story()
        #expect(pass.says(purchase("1", "Non-Renewing Subscription"), at: 0) == [.granted])
        #expect(pass.says(purchase("2", "Non-Renewing Subscription"), at: 1) == [.granted])
    }

    @Test("Renewal info alone tells nothing")
    func unknown() {
        var story = Story()
        #expect(story.says(renewal(), at: 0) == [])
    }

    @Test(
        "Some notifications tell something by their type alone",
        arguments: [
            ("CONSUMPTION_REQUEST", nil, EntitlementEventType.consumptionRequested),
            ("PRICE_INCREASE", "PENDING", .priceIncreasePending),
            ("PRICE_INCREASE", "ACCEPTED", .priceIncreaseAccepted),
            ("PRICE_INCREASE", nil, nil),
            ("OFFER_REDEEMED", "UPGRADE", .offerRedeemed),
            ("DID_RENEW", nil, nil),
        ] as [(String, String?, EntitlementEventType?)])
    func byType(_ type: String, _ subtype: String?, _ expected: EntitlementEventType?) {
        #expect(EntitlementEventType(notificationType: type, subtype: subtype) == expected)
    }
}
