import Entitlements
import Testing

@Suite("Statuses beside answers")
struct StatusDifferenceTests {
    private let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")

    private func record(status: Int, signed: Int64, type: String = "Auto-Renewable Subscription") throws -> LineRecord {
        let says = TransactionStatement(
            transactionId: "1", originalTransactionId: "1", type: type, productId: "p", purchaseDate: 0,
            expiresDate: 100)
        let transaction = FactVersion(
            identity: FactIdentity(scope: scope, kind: .transaction, id: "1"), date: 0, digest: TestDigest.zero,
            statement: .transaction(says))
        let later = FactVersion(
            identity: FactIdentity(scope: scope, kind: .transaction, id: "1"), date: 500, digest: TestDigest.zero,
            statement: .transaction(
                TransactionStatement(
                    transactionId: "1", originalTransactionId: "1", type: type, purchaseDate: 0, expiresDate: 100,
                    revocationDate: 1)))
        let status = FactVersion(
            status: StatusStatement(originalTransactionId: "1", status: status), scope: scope, notificationDate: signed,
            notificationDigest: TestDigest.zero)
        return try #require(LineRecord.records(of: [transaction, later, status]).first)
    }

    @Test("A status is compared with the answer for the instant it was signed at")
    func compared() throws {
        let configuration = EvaluationConfiguration()
        #expect(StatusDifference(try record(status: 1, signed: 50), configuration: configuration) == nil)
        #expect(StatusDifference(try record(status: 2, signed: 100), configuration: configuration) == nil)
        #expect(StatusDifference(try record(status: 5, signed: 500), configuration: configuration) == nil)
        let difference = StatusDifference(try record(status: 2, signed: 50), configuration: configuration)
        #expect(difference?.status == 2 && difference?.state == .active)
        let late = StatusDifference(try record(status: 1, signed: 100), configuration: configuration)
        #expect(late?.status == 1 && late?.state == .expired)
    }

    @Test("Unknown statuses and lines without a subscription are compared with nothing")
    func notCompared() throws {
        let configuration = EvaluationConfiguration()
        #expect(StatusDifference(try record(status: 6, signed: 50), configuration: configuration) == nil)
        #expect(
            StatusDifference(try record(status: 2, signed: 50, type: "Non-Consumable"), configuration: configuration)
                == nil)
        #expect(
            StatusDifference(try record(status: 2, signed: 50), configuration: configuration, asOf: 49) == nil)
    }
}
