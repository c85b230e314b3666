import EntitlementStorage
import Entitlements
import TestSupport
import Testing

@testable import SQLiteStorage

/// Statements survive the file, and damage is noticed.
@Suite("The coding of statements")
struct StatementCodingTests {
    /// One statement of each kind with every field set, and how many fields the format knows for it.
    ///
    /// Computed, since a leak detector does not see through the tagged pointers of an indirect enum that is stored.
    private static var complete: [(Statement, Int)] {
        [
            (
                .transaction(
                    TransactionStatement(
                        transactionId: "1", originalTransactionId: "2", webOrderLineItemId: "3", type: "4",
                        productId: "5",
                        subscriptionGroupIdentifier: "6", purchaseDate: 7, expiresDate: 8, revocationDate: 9,
                        revocationPercentage: 10, isUpgraded: true, transactionReason: "12", inAppOwnershipType: "13",
                        appAccountToken: "14", appTransactionId: "15", quantity: 16)), 16
            ),
            (
                .renewalInfo(
                    RenewalStatement(
                        originalTransactionId: "1", productId: "2", autoRenewProductId: "3", autoRenewStatus: 4,
                        expirationIntent: 5, isInBillingRetryPeriod: true, gracePeriodExpiresDate: 7,
                        appAccountToken: "8",
                        appTransactionId: "9")), 9
            ),
            (.storeStatus(StatusStatement(originalTransactionId: "1", status: 2)), 2),
            (.appTransaction(AppTransactionStatement(appTransactionId: "1", originalPurchaseDate: 2)), 2),
        ]
    }

    @Test("Every field of every statement is kept; one added later must be added here")
    func complete() throws {
        for (statement, count) in StatementCodingTests.complete {
            let bytes = StatementCoding.bytes(of: statement)
            #expect(try StatementCoding.statement(bytes, kind: statement.kind) == statement)
            let fields = try #require(Mirror(reflecting: statement).children.first).value
            #expect(Mirror(reflecting: fields).children.count == count, "\(statement.kind)")
        }
    }

    @Test("Numbers of any size are kept", arguments: [0, 1, -1, 63, 64, -64, -65, .max, .min] as [Int64])
    func numbers(_ number: Int64) throws {
        let statement = Statement.appTransaction(
            AppTransactionStatement(appTransactionId: "", originalPurchaseDate: number))
        #expect(try StatementCoding.statement(StatementCoding.bytes(of: statement), kind: .appTransaction) == statement)
    }

    @Test("A field of a later program is passed over")
    func unknownField() throws {
        var fields = FieldWriter()
        fields.put(1, "700")
        fields.put(99, "later")
        fields.put(100, 5 as Int64)
        #expect(
            try StatementCoding.statement(fields.bytes, kind: .appTransaction)
                == .appTransaction(AppTransactionStatement(appTransactionId: "700")))
    }

    @Test("Damaged bytes are an error or another statement, never a crash")
    func damage() throws {
        var generator = SeededGenerator(seed: 5)
        var failures = 0
        for _ in 0..<3_000 {
            guard let (statement, _) = StatementCodingTests.complete.randomElement(using: &generator) else { return }
            var bytes = StatementCoding.bytes(of: statement)
            switch Int.random(in: 0...2, using: &generator) {
            case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
            case 1:
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= UInt8.random(
                    in: 1...255, using: &generator)
            default: bytes = generator.bytes(Int.random(in: 0...40, using: &generator))
            }
            do throws(StoredValueDamage) {
                _ = try StatementCoding.statement(bytes, kind: statement.kind)
            } catch {
                #expect(!error.message.isEmpty)
                failures += 1
            }
        }
        #expect(failures > 500)
    }

    @Test("Ids are ordered in the file as in memory")
    func ranks() {
        let ids = ["", "0", "00", "9", "10", "a", "é", "e\u{301}", "1a", String(repeating: "9", count: 400), "٣"]
        for left in ids {
            for right in ids {
                let (leftRank, rightRank) = (IdentifierRank.rank(of: left), IdentifierRank.rank(of: right))
                let isBefore =
                    leftRank == rightRank ? left.utf8.lexicographicallyPrecedes(right.utf8) : leftRank < rightRank
                #expect(isBefore == IdentifierOrder.precedes(left, right), "\(left) \(right)")
            }
        }
    }

    @Test("Kinds are numbered in their order, and no number is used twice")
    func numbersOfKinds() throws {
        #expect(FactKind.allCases.sorted().map(\.storedNumber) == [1, 2, 3, 4, 5])
        #expect(Set(ProcessingOutcome.allCases.map(\.storedNumber)).count == ProcessingOutcome.allCases.count)
        for outcome in ProcessingOutcome.allCases {
            #expect(try ProcessingOutcome(storedNumber: outcome.storedNumber) == outcome)
        }
        #expect(throws: StoredValueDamage("no FactKind has number 9")) { try FactKind(storedNumber: 9) }
    }
}
