import Entitlements

/// The five rules for an auto-renewable line under the reference evaluator.
struct ReferenceSubscription {
    let line: ReferenceLine
    let periods: [ReferenceLine.Period]

    typealias Period = ReferenceLine.Period

    private var now: Int64 { line.now }

    /// Whether rule 1 prefers one period to another, apart from what has begun.
    private func wins(_ one: Period, over other: Period) -> Bool {
        if one.begin != other.begin { return one.begin > other.begin }
        if one.newest.says.isUpgraded != other.newest.says.isUpgraded { return other.newest.says.isUpgraded }
        if (one.end ?? Int64.min) != (other.end ?? Int64.min) { return one.end ?? Int64.min > other.end ?? Int64.min }
        return ReferenceEvaluator.isGreater(one.newest.id, than: other.newest.id)
    }

    private func best(_ list: [Period]) -> Period? {
        list.first { candidate in
            !list.contains { $0.newest.id != candidate.newest.id && wins($0, over: candidate) }
        }
    }

    private func isRevoked(_ period: Period) -> Bool { line.evaluator.isRevoked(period.newest.says) }

    /// The earliest of the family's revocations that void a period.
    private func voiding(_ period: Period) -> Int64? {
        if period.newest.says.inAppOwnershipType == "PURCHASED" || isRevoked(period) { return nil }
        var dates: [Int64] = []
        for other in periods where other.newest.says.inAppOwnershipType == "FAMILY_SHARED" && isRevoked(other) {
            guard let date = other.newest.says.revocationDate else { continue }
            if period.begin > date && period.newest.date < date { dates.append(date) }
        }
        return dates.min()
    }

    private func isGood(_ period: Period) -> Bool { !isRevoked(period) && voiding(period) == nil }

    /// Whether a renewal shows, before it begins, that periods are missing.
    private func isEarly(_ renewal: Period) -> Bool {
        guard renewal.newest.says.transactionReason == "RENEWAL", renewal.first < renewal.begin, renewal.first <= now,
            now < renewal.begin, let earlier = best(periods.filter { $0.begin < renewal.begin }), isGood(earlier),
            var end = earlier.end, end <= renewal.first
        else { return false }
        let others = periods.filter { $0.newest.id != renewal.newest.id && isGood($0) && !$0.newest.says.isUpgraded }
        for _ in periods {
            for other in others where other.begin <= end && other.end ?? end > end { end = other.end ?? end }
        }
        return end < renewal.begin
    }

    private var current: (period: Period, isEarly: Bool) {
        let early = periods.filter(isEarly)
        if let first = best(early.filter { one in !early.contains { $0.begin < one.begin } }) { return (first, true) }
        if let begun = best(periods.filter { $0.begin <= now }) { return (begun, false) }
        let least = periods.map(\.begin).min() ?? 0
        return (best(periods.filter { $0.begin == least }) ?? periods[0], false)
    }

    private func until(_ current: Period) -> Int64? {
        guard var end = current.end else { return nil }
        let later = periods.filter { wins($0, over: current) && $0.newest.id != current.newest.id }
        for period in later.sorted(by: { wins($1, over: $0) }) {
            guard isGood(period), !period.newest.says.isUpgraded, period.begin <= end, let next = period.end else {
                continue
            }
            end = next
        }
        return end
    }

    var answer: ReferenceAnswer {
        let (period, isEarly) = current
        var answer = line.draft(period, .expired)
        let speaks: (Int64) -> Bool = { $0 >= period.begin && $0 >= period.first }
        let renewal = line.renewal.flatMap { speaks($0.date) ? $0 : nil }
        answer.graceEnd = renewal?.says.gracePeriodExpiresDate
        answer.autoRenewStatus = line.renewal?.says.autoRenewStatus
        answer.autoRenewProduct = line.renewal?.says.autoRenewProductId
        if period.start == nil { answer.flags.insert("purchase-date-missing") }
        if isRevoked(period) {
            answer.state = .revoked
        } else if let date = voiding(period) {
            answer.state = .revoked
            answer.revoked = date
        } else if let end = period.end {
            if now < end {
                answer.state = .active
                answer.until = until(period)
                if period.newest.says.isUpgraded { answer.flags.insert("upgraded-replacement-unknown") }
                if isEarly { answer.flags.insert("renewal-before-start") }
            } else if let renewal, renewal.says.isInBillingRetryPeriod {
                afterEnd(&answer, period, end, renewal)
            }
        } else {
            answer.state = .unknown
            answer.flags.insert("expires-date-missing")
        }
        return answer
    }

    private func afterEnd(
        _ answer: inout ReferenceAnswer, _ period: Period, _ end: Int64,
        _ renewal: (date: Int64, says: RenewalStatement)
    ) {
        let sixtyDays = Int128(5_184_000_000)
        if Int128(now) < Int128(end) + sixtyDays { answer.state = .billingRetry }
        if let grace = renewal.says.gracePeriodExpiresDate {
            guard now < grace else { return }
            answer.state = .gracePeriod
            answer.until = grace
            return
        }
        guard let status = line.status, status.code == 4, status.date >= period.begin, status.date >= period.first,
            renewal.date <= status.date
        else { return }
        let isWeekly = period.start.map { Int128(end) - Int128($0) <= 604_800_000 } ?? false
        let configuration = line.evaluator.configuration
        let cap = isWeekly ? configuration.weeklyGraceCapSeconds : configuration.graceCapSeconds
        let graceEnd = Int128(end) + Int128(cap) * 1000
        guard Int128(now) < graceEnd else { return }
        answer.state = .gracePeriod
        answer.until = Int64(clamping: graceEnd)
        answer.flags.insert("grace-date-missing")
    }
}
