package import Entitlements

/// Keeps answers as numbered fields, without what the row around them says: app, environment and line.
///
/// As in ``StatementCoding`` the numbers are part of the format.
package enum AnswerCoding {
    /// Writes the answers of a projection.
    package static func bytes(of answers: [EntitlementAnswer]) -> [UInt8] {
        var fields = FieldWriter()
        fields.put(1, list: answers.map { bytes(of: $0) })
        return fields.bytes
    }

    /// Reads the answers of a projection.
    package static func answers(
        _ bytes: [UInt8], of line: LineIdentity
    ) throws(StoredValueDamage) -> [EntitlementAnswer] {
        var answers: [EntitlementAnswer] = []
        for element in try FieldReader(bytes).list(1) { answers.append(try answer(element, of: line)) }
        return answers
    }

    static func bytes(of answer: EntitlementAnswer) -> [UInt8] {
        var fields = FieldWriter()
        fields.put(1, answer.type)
        fields.put(2, answer.productId)
        fields.put(3, answer.subscriptionGroupIdentifier)
        fields.put(4, answer.transactionId)
        fields.put(5, answer.state.rawValue)
        fields.put(6, answer.purchaseDate)
        fields.put(7, answer.expiresDate)
        fields.put(8, answer.gracePeriodExpiresDate)
        fields.put(9, answer.revocationDate)
        fields.put(10, answer.autoRenewStatus.map(Int64.init))
        fields.put(11, answer.autoRenewProductId)
        fields.put(12, answer.appAccountToken)
        fields.put(13, answer.appTransactionId)
        fields.put(14, list: answer.revokedTransactionIds.map { Array($0.utf8) })
        fields.put(15, answer.until)
        fields.put(16, answer.because.rule.rawValue)
        fields.put(17, list: answer.because.facts.map { bytes(of: $0) })
        fields.put(18, list: answer.because.flags.map { Array($0.rawValue.utf8) })
        fields.put(19, answer.because.expirationIntent.map(Int64.init))
        fields.put(20, answer.quantity == 1 ? nil : Int64(answer.quantity))
        return fields.bytes
    }

    static func answer(
        _ bytes: [UInt8], of line: LineIdentity
    ) throws(StoredValueDamage) -> EntitlementAnswer {
        let fields = try FieldReader(bytes)
        guard let state = fields.text(5).flatMap(EntitlementState.init(rawValue:)),
            let rule = fields.text(16).flatMap(EvaluationRule.init(rawValue:))
        else { throw damage }
        var facts: [FactReference] = []
        for element in try fields.list(17) { facts.append(try fact(element, in: line.scope)) }
        var flags: [EvaluationFlag] = []
        for element in try fields.list(18) {
            guard let flag = EvaluationFlag(rawValue: String(decoding: element, as: UTF8.self)) else { throw damage }
            flags.append(flag)
        }
        var answer = EntitlementAnswer(
            scope: line.scope, originalTransactionId: line.originalTransactionId, state: state,
            because: Because(
                rule: rule, facts: facts, flags: flags, expirationIntent: fields.number(19).map { Int($0) }))
        answer.type = fields.text(1)
        answer.productId = fields.text(2)
        answer.subscriptionGroupIdentifier = fields.text(3)
        answer.transactionId = fields.text(4)
        answer.purchaseDate = fields.number(6)
        answer.expiresDate = fields.number(7)
        answer.gracePeriodExpiresDate = fields.number(8)
        answer.revocationDate = fields.number(9)
        answer.autoRenewStatus = fields.number(10).map { Int($0) }
        answer.autoRenewProductId = fields.text(11)
        answer.appAccountToken = fields.text(12)
        answer.appTransactionId = fields.text(13)
        answer.revokedTransactionIds = try fields.list(14).map { String(decoding: $0, as: UTF8.self) }
        answer.until = fields.number(15)
        answer.quantity = fields.number(20).map { Int($0) } ?? 1
        return answer
    }

    private static func bytes(of fact: FactReference) -> [UInt8] {
        var fields = FieldWriter()
        fields.put(1, fact.identity.kind.storedNumber)
        fields.put(2, fact.identity.id)
        fields.put(3, fact.stamp.date)
        fields.put(4, fact.stamp.digest.bytes)
        return fields.bytes
    }

    private static func fact(_ bytes: [UInt8], in scope: AppScope) throws(StoredValueDamage) -> FactReference {
        let fields = try FieldReader(bytes)
        guard let kind = fields.number(1), let date = fields.number(3),
            let digest = fields.blob(4).flatMap({ FactDigest(bytes: $0) })
        else { throw damage }
        return FactReference(
            identity: FactIdentity(
                scope: scope, kind: try FactKind(storedNumber: kind), id: try fields.requiredText(2)),
            stamp: FactStamp(date: date, digest: digest))
    }

    private static let damage = StoredValueDamage("an answer cannot be read")
}
