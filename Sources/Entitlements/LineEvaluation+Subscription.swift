internal import AppStoreModels

extension LineEvaluation {
    /// How long the App Store tries to charge after the end of a period: 60 days.
    static let billingRetryLength: Int64 = 5_184_000_000

    /// The answer for the auto-renewable subscription of the line, if it has one.
    var subscription: EntitlementAnswer? {
        let timeline = SubscriptionTimeline(periods, now: now, policy: configuration.partialRevocation)
        guard let (index, startRule) = timeline.current else { return nil }
        let current = timeline.purchases[index]
        let renewal = line.renewal.flatMap { speaks($0.date, about: current) ? $0 : nil }
        var answer = verdict(timeline, index, startRule, renewal: renewal)
        if current.purchaseDate == nil { answer.because.add(.purchaseDateMissing) }
        answer.gracePeriodExpiresDate = renewal?.content.gracePeriodExpiresDate
        answer.autoRenewStatus = line.renewal?.content.autoRenewStatus
        answer.autoRenewProductId = line.renewal?.content.autoRenewProductId
        return answer
    }

    /// Renewal info and status speak about the current purchase only when signed once it had begun and was known.
    private func speaks(_ date: Int64, about current: Purchase) -> Bool {
        date >= current.start && date >= current.firstSignedDate
    }

    /// Rules 2 to 5: revoked, active, grace, billing retry, expired.
    private func verdict(
        _ timeline: SubscriptionTimeline, _ index: Int, _ startRule: EvaluationRule,
        renewal: HeldLine.Held<RenewalStatement>?
    ) -> EntitlementAnswer {
        let current = timeline.purchases[index]
        let facts = current.references
        switch timeline.standings[index] {
        case .good: break
        case .revoked: return draft(current, .revoked, because: Because(rule: .revoked, facts: facts))
        case .void(let date, let reference):
            var answer = draft(current, .revoked, because: Because(rule: .familyRevoked, facts: [reference] + facts))
            answer.revocationDate = date
            return answer
        }
        guard let expiresDate = current.expiresDate else {
            let because = Because(rule: .expiresDateMissing, facts: facts, flags: [.expiresDateMissing])
            return draft(current, .unknown, because: because)
        }
        if now < expiresDate { return active(timeline, index, startRule) }
        if let answer = grace(current, expiresDate, renewal) { return answer }
        guard let renewal else { return draft(current, .expired, because: Because(rule: .expired, facts: facts)) }
        let isRetrying =
            renewal.content.isInBillingRetryPeriod
            && Instant.isWithin(LineEvaluation.billingRetryLength, after: expiresDate, now: now)
        let because = Because(
            rule: isRetrying ? .billingRetry : .expired, facts: facts + [renewal.reference],
            expirationIntent: renewal.content.expirationIntent)
        return draft(current, isRetrying ? .billingRetry : .expired, because: because)
    }

    private func active(_ timeline: SubscriptionTimeline, _ index: Int, _ rule: EvaluationRule) -> EntitlementAnswer {
        let current = timeline.purchases[index]
        let end = timeline.end(from: index)
        var flags: [EvaluationFlag] = current.isUpgraded ? [.upgradedReplacementUnknown] : []
        if rule == .renewalBeforeStart { flags.append(.renewalBeforeStart) }
        let facts = current.references + (end.map { timeline.purchases[$0.index].references } ?? [])
        var answer = draft(current, .active, because: Because(rule: rule, facts: facts, flags: flags))
        answer.until = end?.date
        return answer
    }

    /// Access after the end of the period while the App Store tries to charge.
    private func grace(
        _ current: Purchase, _ expiresDate: Int64, _ renewal: HeldLine.Held<RenewalStatement>?
    ) -> EntitlementAnswer? {
        guard let renewal, renewal.content.isInBillingRetryPeriod else { return nil }
        if let end = renewal.content.gracePeriodExpiresDate {
            guard now < end else { return nil }
            let because = Because(rule: .gracePeriod, facts: current.references + [renewal.reference])
            var answer = draft(current, .gracePeriod, because: because)
            answer.until = end
            return answer
        }
        // Field reports: the date is sometimes missing although the status says grace, and a paying customer was cut.
        // Not older than renewal info that speaks about the period, so the status speaks about it too.
        guard let status = line.status, status.content.status == 4, status.date >= renewal.date else {
            return nil
        }
        let cap = configuration.graceCap(from: current.purchaseDate, to: expiresDate)
        guard Instant.isWithin(cap, after: expiresDate, now: now) else { return nil }
        let because = Because(
            rule: .gracePeriodCapped, facts: current.references + [renewal.reference, status.reference],
            flags: [.graceDateMissing])
        var answer = draft(current, .gracePeriod, because: because)
        answer.until = Instant.adding(cap, to: expiresDate)
        return answer
    }
}
