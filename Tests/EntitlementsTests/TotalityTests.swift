import AppStoreModels
import Entitlements
import StrictJSON
import Testing
import TestSupport

@Suite("Any input has an answer")
struct TotalityTests {
    private static let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")

    private func version(_ statement: TransactionStatement, _ date: Int64) -> FactVersion {
        FactVersion(
            identity: FactIdentity(scope: Self.scope, kind: .transaction, id: statement.transactionId), date: date,
            digest: TestDigest.of("\(statement.transactionId) \(date)"), statement: .transaction(statement))
    }

    private func subscription(_ id: String, _ start: Int64?, _ end: Int64?) -> TransactionStatement {
        TransactionStatement(
            transactionId: id, originalTransactionId: "1", type: "Auto-Renewable Subscription", productId: "p1",
            purchaseDate: start, expiresDate: end)
    }

    @Test("Dates at the ends of 64 bits trap nowhere, and both evaluators agree on them")
    func extremes() {
        var generator = SeededGenerator(seed: 5)
        let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, 604_800_000, .max - 604_800_000, .max - 1, .max]
        func pick() -> Int64 { extremes[Int(generator.next() % UInt64(extremes.count))] }
        for _ in 0..<1500 {
            var versions: [FactVersion] = []
            for id in ["1", "2", "3"] {
                var says = subscription(id, pick(), generator.next() % 8 == 0 ? nil : pick())
                if generator.next() % 4 == 0 { says.revocationDate = pick() }
                if generator.next() % 4 == 0 { says.transactionReason = "RENEWAL" }
                if generator.next() % 4 == 0 { says.inAppOwnershipType = "FAMILY_SHARED" }
                if generator.next() % 8 == 0 { says.type = "Non-Renewing Subscription" }
                versions.append(version(says, pick()))
            }
            let renewal = RenewalStatement(
                originalTransactionId: "1", isInBillingRetryPeriod: true,
                gracePeriodExpiresDate: generator.next() % 2 == 0 ? nil : pick())
            versions.append(
                FactVersion(
                    identity: FactIdentity(scope: Self.scope, kind: .renewalInfo, id: "1"), date: pick(),
                    digest: TestDigest.zero, statement: .renewalInfo(renewal)))
            versions.append(
                FactVersion(
                    status: StatusStatement(originalTransactionId: "1", status: 4), scope: Self.scope,
                    notificationDate: pick(), notificationDigest: TestDigest.zero))
            var configuration = EvaluationConfiguration()
            configuration.graceCapSeconds = [.max, 28 * 86_400, .min][Int(generator.next() % 3)]
            configuration.nonRenewingDurations = ["p1": CalendarDuration(months: 999_999)]
            let now = pick()
            expectAgreement(versions, configuration, now: now, asOf: nil)
            expectAgreement(versions, configuration, now: now, asOf: now)
        }
    }

    /// With a step of every pair these shapes would take minutes; the suite's own patience is the measure.
    @Test("Lines of ten thousand transactions are answered without comparing all pairs", arguments: 0..<6)
    func large(_ shape: Int) throws {
        let count = 10_000
        let day: Int64 = 86_400_000
        var generator = SeededGenerator(seed: 6)
        let versions = (0..<count).map { number -> FactVersion in
            let start = Int64(number) * day
            var says = subscription(String(number + 1), start, start + day)
            switch shape {
            case 0: break
            case 1:  // Every period is revoked in a family, each with a date of its own.
                says.inAppOwnershipType = "FAMILY_SHARED"
                says.revocationDate = start + 1
            case 2:  // Every renewal was signed before it began, and the same instant is asked about.
                says.purchaseDate = Int64(count) * day * 2 + Int64(number)
                says.expiresDate = 1
                says.transactionReason = "RENEWAL"
            case 3: says.webOrderLineItemId = "one"
            case 4: says.expiresDate = Int64(count) * day
            default: says.type = "Consumable"
            }
            return version(says, shape == 2 ? 1 : start)
        }.shuffled(using: &generator)
        let record = try #require(LineRecord.records(of: versions).first)
        let answers = Evaluator.evaluate(record, configuration: EvaluationConfiguration(), now: Int64(count) * day - 1)
        #expect(answers.count == (shape == 5 ? count : 1))
        #expect(!CanonicalText.answers(answers).isEmpty)
    }

    @Test("Ten thousand versions of one transaction are kept and answered")
    func manyVersions() throws {
        let versions = (0..<10_000).map { version(subscription("1", 0, Int64($0)), Int64($0)) }
        let record = try #require(LineRecord.records(of: versions.reversed()).first)
        let answers = Evaluator.evaluate(record, configuration: EvaluationConfiguration(), now: 5, asOf: 4000)
        #expect(answers.first?.until == 4000)
    }
}
