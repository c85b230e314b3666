import AppStoreModels
import Entitlements

/// One line under the reference evaluator.
struct ReferenceLine {
    let evaluator: ReferenceEvaluator
    let line: LineIdentity
    let transactions: [Held]
    let renewal: (date: Int64, says: RenewalStatement)?
    let status: (date: Int64, code: Int)?
    /// The statements of the line's transactions that name the line, newest first.
    let ownStatements: [TransactionStatement]

    typealias Held = ReferenceEvaluator.Held
    typealias Period = ReferenceEvaluator.Period

    var now: Int64 { evaluator.now }

    init(evaluator: ReferenceEvaluator, line: LineIdentity) {
        self.evaluator = evaluator
        self.line = line
        var transactions: [Held] = []
        var renewal: (date: Int64, says: RenewalStatement)?
        var status: (date: Int64, code: Int)?
        for version in evaluator.held where version.identity.scope == line.scope {
            guard version.statement.lineId == line.originalTransactionId else { continue }
            switch version.statement {
            case .transaction(let says):
                let dates = evaluator.counted.filter { $0.identity == version.identity }.map(\.date)
                transactions.append(
                    Held(id: version.identity.id, date: version.date, first: dates.min() ?? 0, says: says))
            case .renewalInfo(let says): renewal = (version.date, says)
            case .storeStatus(let says): status = (version.date, says.status)
            case .appTransaction, .notification: break
            }
        }
        self.transactions = transactions
        self.renewal = renewal
        self.status = status
        let newestFirst = evaluator.counted.sorted { $0.date == $1.date ? $0.digest > $1.digest : $0.date > $1.date }
        ownStatements = newestFirst.compactMap { version in
            guard case .transaction(let says) = version.statement, version.identity.scope == line.scope,
                transactions.contains(where: { $0.id == version.identity.id }),
                says.lineId == line.originalTransactionId
            else { return nil }
            return says
        }
    }

    enum Kind { case subscription, nonConsumable, nonRenewing, consumable, unknown }

    func kind(_ says: TransactionStatement) -> Kind {
        if says.type == "Auto-Renewable Subscription" { return .subscription }
        if says.type == "Non-Consumable" { return .nonConsumable }
        if says.type == "Non-Renewing Subscription" { return .nonRenewing }
        if says.type == "Consumable" { return .consumable }
        let hasGroup = says.subscriptionGroupIdentifier ?? "" != ""
        return says.expiresDate != nil || hasGroup || hasLineItem(says) ? .subscription : .unknown
    }

    func hasLineItem(_ says: TransactionStatement) -> Bool { !["", "0"].contains(says.webOrderLineItemId ?? "") }

    func period(_ members: [Held]) -> Period {
        let newest = members.first { candidate in
            !members.contains {
                $0.date > candidate.date
                    || ($0.date == candidate.date && ReferenceEvaluator.isGreater($0.id, than: candidate.id))
            }
        }
        return Period(
            members: members, newest: newest ?? members[0], start: members.compactMap(\.says.purchaseDate).min(),
            end: members.compactMap(\.says.expiresDate).max(), first: members.map(\.first).min() ?? 0)
    }

    var periods: [Period] {
        let all = transactions.filter { kind($0.says) == .subscription }
        var list: [Period] = []
        for transaction in all {
            let members =
                hasLineItem(transaction.says)
                ? all.filter { $0.says.webOrderLineItemId == transaction.says.webOrderLineItemId } : [transaction]
            if !list.contains(where: { $0.members.contains { $0.id == transaction.id } }) {
                list.append(period(members))
            }
        }
        return list
    }

    func draft(_ period: Period?, _ state: EntitlementState) -> ReferenceAnswer {
        let says = period?.newest.says
        let tokens = ownStatements.compactMap(\.appAccountToken)
        return ReferenceAnswer(
            scope: line.scope, line: line.originalTransactionId, transaction: period?.newest.id, state: state,
            type: says?.type, product: says?.productId, group: says?.subscriptionGroupIdentifier, start: period?.start,
            end: period?.end, revoked: says?.revocationDate, customer: tokens.first,
            download: says?.appTransactionId ?? ownStatements.compactMap(\.appTransactionId).first
                ?? renewal?.says.appTransactionId,
            revokedIds: transactions.filter {
                $0.says.revocationDate ?? Int64.max <= now && $0.says.revocationDate != nil
            }
            .map(\.id).sorted { ReferenceEvaluator.isGreater($1, than: $0) },
            flags: Set(tokens).count > 1 ? ["customer-conflict"] : [])
    }

    var answers: [ReferenceAnswer] {
        let all = transactions
        if all.isEmpty {
            guard renewal != nil || status != nil else { return [] }
            var answer = draft(nil, .unknown)
            answer.product = renewal?.says.productId
            answer.autoRenewStatus = renewal?.says.autoRenewStatus
            answer.autoRenewProduct = renewal?.says.autoRenewProductId
            answer.flags.insert("transaction-missing")
            return [answer]
        }
        var list: [ReferenceAnswer] = []
        let periods = periods
        if !periods.isEmpty { list.append(ReferenceSubscription(line: self, periods: periods).answer) }
        let nonConsumables = all.filter { kind($0.says) == .nonConsumable }
        if !nonConsumables.isEmpty { list.append(oneTime(period(nonConsumables), .active)) }
        for transaction in all {
            switch kind(transaction.says) {
            case .consumable: list.append(oneTime(period([transaction]), .credited))
            case .nonRenewing: list.append(nonRenewing(period([transaction])))
            case .unknown:
                var answer = draft(period([transaction]), .unknown)
                answer.flags.insert("type-unknown")
                list.append(answer)
            case .subscription, .nonConsumable: break
            }
        }
        return list
    }

    private func oneTime(_ period: Period, _ state: EntitlementState) -> ReferenceAnswer {
        draft(period, evaluator.isRevoked(period.newest.says) ? .revoked : state)
    }

    private func nonRenewing(_ period: Period) -> ReferenceAnswer {
        var answer = oneTime(period, .active)
        guard answer.state == .active,
            let duration = evaluator.configuration.nonRenewingDurations[period.newest.says.productId ?? ""]
        else { return answer }
        guard let start = period.start else {
            answer.state = .unknown
            answer.flags.insert("purchase-date-missing")
            return answer
        }
        answer.end = duration.end(from: start)
        answer.state = now < duration.end(from: start) ? .active : .expired
        answer.until = answer.state == .active ? answer.end : nil
        return answer
    }
}
