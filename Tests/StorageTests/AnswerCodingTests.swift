import EntitlementStorage
import Entitlements
import Testing

@testable import SQLiteStorage

/// Answers survive the file, and damage is noticed.
@Suite("The coding of answers")
struct AnswerCodingTests {
    private let line = LineIdentity(scope: Sample.scope, originalTransactionId: "1")

    /// An answer with every member set.
    private var complete: EntitlementAnswer {
        let fact = FactReference(
            identity: FactIdentity(scope: line.scope, kind: .transaction, id: "2"),
            stamp: FactStamp(date: -3, digest: Sample.digest([4])))
        let status = FactReference(
            identity: FactIdentity(scope: line.scope, kind: .storeStatus, id: "1"),
            stamp: FactStamp(date: .max, digest: Sample.digest([5])))
        var answer = EntitlementAnswer(
            scope: line.scope, originalTransactionId: "1", state: .gracePeriod,
            because: Because(
                rule: .gracePeriodCapped, facts: [fact, status], flags: [.graceDateMissing, .customerConflict],
                expirationIntent: 2))
        answer.type = "Auto-Renewable Subscription"
        answer.productId = "pro"
        answer.subscriptionGroupIdentifier = "g"
        answer.transactionId = "2"
        answer.purchaseDate = 1
        answer.expiresDate = .min
        answer.gracePeriodExpiresDate = .max
        answer.revocationDate = 0
        answer.autoRenewStatus = 1
        answer.autoRenewProductId = "plus"
        answer.appAccountToken = "t"
        answer.appTransactionId = "700"
        answer.revokedTransactionIds = ["", "9", "ü\u{0}\n"]
        answer.until = 8
        answer.quantity = 3
        return answer
    }

    @Test("Every member of an answer is kept; one added later must be added here")
    func all() throws {
        let bare = EntitlementAnswer(
            scope: line.scope, originalTransactionId: "1", state: .unknown,
            because: Because(rule: .noTransaction, facts: []))
        for answers in [[], [complete], [bare, complete, bare]] {
            #expect(try AnswerCoding.answers(AnswerCoding.bytes(of: answers), of: line) == answers)
        }
        // Scope, line and the three that both have are the members that are not absent in one of them.
        let members = Mirror(reflecting: complete).children.count
        let differing = zip(Mirror(reflecting: complete).children, Mirror(reflecting: bare).children).count {
            "\($0.value)" != "\($1.value)"
        }
        #expect(differing == members - 2)
    }

    @Test("Every member of what an event says is kept")
    func events() throws {
        var content = EventContent()
        #expect(try EventCoding.content(EventCoding.bytes(of: content), scope: line.scope, line: nil) == content)
        content.answer = complete
        content.transactionId = "3"
        content.outcome = .superseded
        content.notification = .init(uuid: "u", type: "TEST", subtype: "S", signedDate: -5)
        #expect(try EventCoding.content(EventCoding.bytes(of: content), scope: line.scope, line: "1") == content)
    }

    @Test("Bytes that are cut anywhere, or say unknown words, are damage or another answer, never a trap")
    func damage() throws {
        let bytes = AnswerCoding.bytes(of: [complete])
        for count in 1..<bytes.count {
            #expect(throws: StoredValueDamage.self) { try AnswerCoding.answers(Array(bytes.prefix(count)), of: line) }
        }
        for position in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[position] ^= 1 << bit
                if let answers = try? AnswerCoding.answers(changed, of: line) { #expect(answers != [complete]) }
            }
        }
    }
}
