extension EntitlementAnswer {
    /// The order of listings: environment, bundle id, line, transaction; Xcode realms last.
    public static func isListedBefore(_ left: EntitlementAnswer, _ right: EntitlementAnswer) -> Bool {
        var order = ByteOrder.compare(left.environment, right.environment)
        if order == 0 { order = ByteOrder.compare(left.bundleId, right.bundleId) }
        if order == 0 { order = IdentifierOrder.compare(left.originalTransactionId, right.originalTransactionId) }
        if order == 0 { order = compare(left.transactionId, right.transactionId) }
        if order == 0 { order = ByteOrder.compare(left.scope.realm, right.scope.realm) }
        return order < 0
    }

    /// Whether the left answer serves the customer better.
    ///
    /// Entitled before not; later `until`, none being for ever; then by state; then the smaller line.
    public static func isBetter(_ left: EntitlementAnswer, _ right: EntitlementAnswer) -> Bool {
        if left.isEntitled != right.isEntitled { return left.isEntitled }
        if left.isEntitled, left.until != right.until {
            guard let end = left.until else { return true }
            guard let otherEnd = right.until else { return false }
            return end > otherEnd
        }
        if left.state != right.state { return left.state.rank < right.state.rank }
        let order = IdentifierOrder.compare(left.originalTransactionId, right.originalTransactionId)
        return order == 0 ? isListedBefore(left, right) : order < 0
    }

    private static func compare(_ left: String?, _ right: String?) -> Int {
        switch (left, right) {
        case (nil, nil): 0
        case (nil, _): -1
        case (_, nil): 1
        case (let left?, let right?): IdentifierOrder.compare(left, right)
        }
    }
}

extension EntitlementState {
    /// The place among the states of a customer's purchases, best first.
    fileprivate var rank: Int {
        switch self {
        case .active: 0
        case .gracePeriod: 1
        case .billingRetry: 2
        case .revoked: 3
        case .expired: 4
        case .unknown: 5
        case .credited: 6
        }
    }
}
