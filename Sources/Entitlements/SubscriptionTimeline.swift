internal import AppStoreModels

/// The purchases of an auto-renewable line in the order of rule 1, each with its standing at an instant.
struct SubscriptionTimeline {
    /// Ordered so that of two purchases that have begun the later one counts.
    let purchases: [Purchase]
    let now: Int64
    /// Parallel to `purchases`.
    let standings: [Standing]

    /// Whether a purchase still gives what it gave.
    enum Standing: Hashable {
        case good
        case revoked(at: Int64)
        /// Family access ended before the purchase began, and nothing signed since says that it came back.
        case void(since: Int64, by: FactReference)
    }

    /// Orders the purchases and judges each by the revocations that have come.
    init(_ purchases: [Purchase], now: Int64, policy: EvaluationConfiguration.PartialRevocationPolicy) {
        let ordered = purchases.sorted(by: Purchase.precedes)
        let familyRevocations = ordered.compactMap { purchase -> (date: Int64, by: FactReference)? in
            guard purchase.statement.inAppOwnershipType == InAppOwnershipType.familyShared.rawValue,
                let date = purchase.revocation(at: now, policy)
            else { return nil }
            return (date, purchase.newest.reference)
        }.sorted { $0.date == $1.date ? $0.by.identity < $1.by.identity : $0.date < $1.date }
        self.purchases = ordered
        self.now = now
        standings = ordered.map { purchase in
            if let date = purchase.revocation(at: now, policy) { return .revoked(at: date) }
            guard purchase.statement.inAppOwnershipType != InAppOwnershipType.purchased.rawValue else { return .good }
            // The least revocation after the purchase was last spoken of decides; it must precede the start.
            let at = SubscriptionTimeline.firstIndex(in: familyRevocations) { $0.date > purchase.newest.stamp.date }
            guard at < familyRevocations.count, familyRevocations[at].date < purchase.start else { return .good }
            return .void(since: familyRevocations[at].date, by: familyRevocations[at].by)
        }
    }

    /// The current purchase and the rule that made it current; `nil` when there is no purchase.
    var current: (index: Int, rule: EvaluationRule)? {
        guard let first = purchases.first else { return nil }
        if let index = renewalBeforeStart { return (index, .renewalBeforeStart) }
        let begun = SubscriptionTimeline.firstIndex(in: purchases) { $0.start > now }
        if begun > 0 { return (begun - 1, .currentPeriod) }
        // Renewals are signed up to a day ahead of their own start, and clocks differ by seconds.
        return (SubscriptionTimeline.firstIndex(in: purchases) { $0.start > first.start } - 1, .upcomingPeriod)
    }

    /// A renewal that has not begun but was signed when the period known before it had ended: periods are missing.
    ///
    /// It shows that the line was running when it was signed. Should there be several, the first to begin counts.
    private var renewalBeforeStart: Int? {
        var found: Int?
        var index = SubscriptionTimeline.firstIndex(in: purchases) { $0.start > now }
        var running: [ClosedRange<Int64>]?
        var earlier = index - 1
        while index < purchases.count {
            let renewal = purchases[index]
            if let found, purchases[found].start < renewal.start { break }
            if index > 0, purchases[index - 1].start < renewal.start { earlier = index - 1 }
            if renewal.statement.transactionReason == TransactionReason.renewal.rawValue,
                renewal.firstSignedDate <= now,
                renewal.firstSignedDate < renewal.start, earlier >= 0, standings[earlier] == .good,
                let end = purchases[earlier].expiresDate, end <= renewal.firstSignedDate
            {
                let stretches = running ?? runningStretches
                running = stretches
                if !SubscriptionTimeline.covers(stretches, from: end, to: renewal.start) { found = index }
            }
            index += 1
        }
        return found
    }

    /// The stretches of time in which good, not upgraded purchases run without a gap, in order.
    private var runningStretches: [ClosedRange<Int64>] {
        var stretches: [ClosedRange<Int64>] = []
        for (purchase, standing) in zip(purchases, standings) where standing == .good && !purchase.isUpgraded {
            guard let end = purchase.expiresDate, purchase.start < end else { continue }
            if let last = stretches.last, purchase.start <= last.upperBound {
                stretches[stretches.count - 1] = last.lowerBound...max(last.upperBound, end)
            } else {
                stretches.append(purchase.start...end)
            }
        }
        return stretches
    }

    private static func covers(_ stretches: [ClosedRange<Int64>], from start: Int64, to end: Int64) -> Bool {
        let at = firstIndex(in: stretches) { $0.lowerBound > start } - 1
        return at >= 0 && stretches[at].upperBound >= end
    }

    /// The end of the access that begins with a purchase, and the purchase that gives it.
    ///
    /// Each later purchase that is good, not upgraded and begins no later than the end so far replaces the end, even by
    /// an earlier date: an upgrade may lower it.
    func end(from index: Int) -> (date: Int64, index: Int)? {
        guard let end = purchases[index].expiresDate else { return nil }
        var result = (date: end, index: index)
        for later in purchases.indices[(index + 1)...] {
            let purchase = purchases[later]
            // Starts only grow, so nothing after this one can begin in time either.
            guard purchase.start <= result.date else { break }
            guard standings[later] == .good, !purchase.isUpgraded, let end = purchase.expiresDate else { continue }
            result = (end, later)
        }
        return result
    }

    /// The first index whose element passes a test that all later ones pass too; the count when none does.
    private static func firstIndex<Element>(in elements: [Element], where passes: (Element) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = low + (high - low) / 2
            if passes(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
