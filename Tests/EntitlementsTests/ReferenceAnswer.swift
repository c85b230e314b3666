import Entitlements
import Testing

/// What both evaluators must agree on: everything in an answer but the rule and the facts behind it.
struct ReferenceAnswer: Hashable {
    var scope: AppScope
    var line: String
    var transaction: String?
    var state: EntitlementState
    var type: String?
    var product: String?
    var group: String?
    var start: Int64?
    var end: Int64?
    var graceEnd: Int64?
    var revoked: Int64?
    var autoRenewStatus: Int?
    var autoRenewProduct: String?
    var customer: String?
    var download: String?
    var revokedIds: [String] = []
    var until: Int64?
    var flags: Set<String> = []
}

extension ReferenceAnswer {
    init(_ answer: EntitlementAnswer) {
        self.init(
            scope: answer.scope, line: answer.originalTransactionId, transaction: answer.transactionId,
            state: answer.state, type: answer.type, product: answer.productId,
            group: answer.subscriptionGroupIdentifier, start: answer.purchaseDate, end: answer.expiresDate,
            graceEnd: answer.gracePeriodExpiresDate, revoked: answer.revocationDate,
            autoRenewStatus: answer.autoRenewStatus, autoRenewProduct: answer.autoRenewProductId,
            customer: answer.appAccountToken, download: answer.appTransactionId,
            revokedIds: answer.revokedTransactionIds, until: answer.until,
            flags: Set(answer.because.flags.map(\.rawValue)))
    }
}

/// Asks both evaluators about every line that the versions name.
func expectAgreement(
    _ versions: [FactVersion], _ configuration: EvaluationConfiguration, now: Int64, asOf: Int64?,
    _ comment: Comment? = nil
) {
    let answers = LineRecord.records(of: versions).flatMap {
        Evaluator.evaluate($0, configuration: configuration, now: now, asOf: asOf)
    }
    let reference = ReferenceEvaluator(versions, configuration, now: now, asOf: asOf).answers
    #expect(Set(answers.map { ReferenceAnswer($0) }) == Set(reference), comment)
    #expect(answers.count == reference.count, comment)
}
