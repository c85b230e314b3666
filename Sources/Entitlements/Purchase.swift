/// One purchase: the transactions that stand for one payment, seen as one.
///
/// Restores and re-grants give a purchase several transaction ids.
struct Purchase {
    /// The newest transaction, which speaks for all fields but two; where dates are equal, the one with the greater id.
    let newest: HeldTransaction
    /// The least start among the transactions.
    let purchaseDate: Int64?
    /// The greatest end among the transactions.
    let expiresDate: Int64?
    /// The least date of any version of any of the transactions.
    let firstSignedDate: Int64
    /// The statements behind the two dates and the rest.
    let references: [FactReference]

    /// Joins at least one transaction.
    init?(_ transactions: [HeldTransaction]) {
        let ordered = transactions.sorted { left, right in
            left.stamp.date == right.stamp.date
                ? IdentifierOrder.precedes(right.id, left.id) : left.stamp.date > right.stamp.date
        }
        guard let newest = ordered.first else { return nil }
        self.newest = newest
        // The newest of several with the same date stands for it.
        var start: HeldTransaction?
        var end: HeldTransaction?
        var first = newest.firstSignedDate
        for transaction in ordered {
            if let date = transaction.statement.purchaseDate, start?.statement.purchaseDate.map({ date < $0 }) ?? true {
                start = transaction
            }
            if let date = transaction.statement.expiresDate, end?.statement.expiresDate.map({ date > $0 }) ?? true {
                end = transaction
            }
            first = min(first, transaction.firstSignedDate)
        }
        purchaseDate = start?.statement.purchaseDate
        expiresDate = end?.statement.expiresDate
        firstSignedDate = first
        references = [newest.reference] + [start?.reference, end?.reference].compactMap(\.self)
    }

    var statement: TransactionStatement { newest.statement }
    var transactionId: String { newest.id }
    var isUpgraded: Bool { statement.isUpgraded }

    /// The start for comparisons; a purchase without one comes before all others.
    var start: Int64 { purchaseDate ?? .min }

    /// When the purchase was revoked, if that has come and the policy lets it end access.
    func revocation(at now: Int64, _ policy: EvaluationConfiguration.PartialRevocationPolicy) -> Int64? {
        guard let date = statement.revocationDate, date <= now else { return nil }
        let isPartial = statement.revocationPercentage.map { $0 < 100_000 } ?? false
        return isPartial && policy == .keepsAccess ? nil : date
    }

    /// The order of rule 1, the winner last: later start, not upgraded, later end, greater transaction id.
    static func precedes(_ left: Purchase, _ right: Purchase) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.isUpgraded != right.isUpgraded { return left.isUpgraded }
        let (end, otherEnd) = (left.expiresDate ?? .min, right.expiresDate ?? .min)
        if end != otherEnd { return end < otherEnd }
        return IdentifierOrder.precedes(left.transactionId, right.transactionId)
    }
}
