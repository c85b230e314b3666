/// The evaluation of one line at one instant.
struct LineEvaluation {
    let line: HeldLine
    let configuration: EvaluationConfiguration
    let now: Int64

    /// The answers, ordered by transaction id.
    var answers: [EntitlementAnswer] {
        guard !line.isEmpty else { return [] }
        guard !line.transactions.isEmpty else { return [answerWithoutTransaction] }
        let byKind = Dictionary(grouping: line.transactions) { PurchaseKind($0.statement) }
        var answers: [EntitlementAnswer] = []
        if let answer = subscription { answers.append(answer) }
        if let purchase = Purchase(byKind[.nonConsumable] ?? []) { answers.append(nonConsumable(purchase)) }
        for (kind, judge) in [
            (PurchaseKind.nonRenewing, nonRenewing), (.consumable, consumable), (.unknown, unknown),
        ] {
            answers += (byKind[kind] ?? []).compactMap { Purchase([$0]) }.map(judge)
        }
        let revoked = line.transactions.filter { $0.statement.revocationDate.map { $0 <= now } ?? false }.map(\.id)
        for index in answers.indices {
            answers[index].revokedTransactionIds = revoked
            if line.tokens.count > 1 { answers[index].because.add(.customerConflict) }
        }
        return answers.sorted(by: EntitlementAnswer.isListedBefore)
    }

    /// The purchases of an auto-renewable subscription, in no order.
    ///
    /// Transactions with the same line item are one purchase; those without stand alone.
    var periods: [Purchase] {
        var alone: [[HeldTransaction]] = []
        var byLineItem: [String: [HeldTransaction]] = [:]
        for transaction in line.transactions where PurchaseKind(transaction.statement) == .autoRenewable {
            if let lineItem = transaction.statement.lineItem {
                byLineItem[lineItem, default: []].append(transaction)
            } else {
                alone.append([transaction])
            }
        }
        return (alone + byLineItem.values).compactMap { Purchase($0) }
    }

    /// An answer that names the line and what a purchase says; nothing is decided yet.
    func draft(_ purchase: Purchase?, _ state: EntitlementState, because: Because) -> EntitlementAnswer {
        let statement = purchase?.statement
        return EntitlementAnswer(
            scope: line.record.scope,
            originalTransactionId: line.record.originalTransactionId,
            type: statement?.type,
            productId: statement?.productId,
            subscriptionGroupIdentifier: statement?.subscriptionGroupIdentifier,
            transactionId: purchase?.transactionId,
            state: state,
            purchaseDate: purchase?.purchaseDate,
            expiresDate: purchase?.expiresDate,
            revocationDate: statement?.revocationDate,
            appAccountToken: line.customer,
            appTransactionId: statement?.appTransactionId ?? line.appTransactionId,
            revokedTransactionIds: [],
            quantity: statement?.quantity ?? 1,
            because: because)
    }

    /// Renewal info or a status came, but no transaction yet: nothing shows that anything was bought.
    private var answerWithoutTransaction: EntitlementAnswer {
        let facts = [line.renewal?.reference, line.status?.reference].compactMap(\.self)
        var answer = draft(
            nil, .unknown, because: Because(rule: .noTransaction, facts: facts, flags: [.transactionMissing]))
        answer.productId = line.renewal?.content.productId
        answer.autoRenewStatus = line.renewal?.content.autoRenewStatus
        answer.autoRenewProductId = line.renewal?.content.autoRenewProductId
        return answer
    }
}
