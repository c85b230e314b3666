internal import AppStoreModels

extension StoreWorld {
    /// A moment planned for a line has come.
    mutating func lineEvent(_ line: Int, planned: Int64) {
        let expiresDate = transactions[lines[line].current].expiresDate ?? planned
        switch lines[line].phase {
        case .active where lines[line].upcoming != nil, .revoked where lines[line].upcoming != nil: beginUpcoming(line)
        case .active where planned < expiresDate: renewEarly(line)
        case .active: endPeriod(line)
        case .grace: endGrace(line)
        case .retry: expire(line, .billingRetry, .billingError)
        case .revoked: endRevoked(line)
        case .expired, .migrated: break
        }
    }

    /// The renewal that was signed ahead begins.
    private mutating func beginUpcoming(_ line: Int) {
        guard let upcoming = lines[line].upcoming else { return }
        lines[line].current = upcoming
        lines[line].upcoming = nil
        for member in lines[line].members {
            guard let upcoming = lines[member].upcoming else { continue }
            lines[member].current = upcoming
            lines[member].upcoming = nil
        }
        // Either of the two may have been refunded alone.
        lines[line].phase = isRevoked(upcoming) ? .revoked : .active
        let status = status(of: line)
        if lines[line].announcedStatus != status {
            lines[line].announcedStatus = status
            report(.status(originalID: lines[line].originalID, status))
        }
        schedule(line)
        syncFamily(line)
    }

    /// Charges the next period before it begins, if nothing stands against it.
    private mutating func renewEarly(_ line: Int) {
        guard obstacle(line) == nil, isPaid(line), let end = transactions[lines[line].current].expiresDate, now < end
        else {
            // Tried again at the end of the period.
            lines[line].generation &+= 1
            let end = transactions[lines[line].current].expiresDate ?? now
            queue.insert(.line(line), generation: lines[line].generation, at: max(end, now))
            return
        }
        renew(line)
    }

    /// A period ends: it renews, fails to be paid, or the subscription ends.
    mutating func endPeriod(_ line: Int) {
        if let (subtype, intent) = obstacle(line) { return expire(line, subtype, intent) }
        guard isPaid(line) else { return fail(line) }
        renew(line)
    }

    /// Why a subscription ends instead of renewing.
    private func obstacle(_ line: Int) -> (NotificationSubtype, ExpirationIntent)? {
        let state = lines[line]
        if !state.autoRenews { return (.voluntary, .cancelled) }
        if state.priceIncrease?.status == .pending { return (.priceIncrease, .priceIncreaseNotConsented) }
        if !isForSale(state.nextProduct) { return (.productNotForSale, .productNotAvailable) }
        if let limit = settings.renewalLimit, state.renewals >= limit { return (.voluntary, .cancelled) }
        return nil
    }

    /// The next period is paid: on time, within grace without a gap, or later from now on.
    mutating func renew(_ line: Int) {
        let customer = lines[line].customer
        tick(customer)
        let state = lines[line]
        guard let product = catalog[state.nextProduct] else { return }
        let isRecovery = state.phase == .grace || state.phase == .retry
        var start = transactions[state.current].expiresDate ?? now
        // What was not paid in time begins when it is paid, and so does what would be over already.
        let run = nextOffer(of: line)
        let period = run?.period ?? product.period ?? CalendarDuration(months: 1)
        let isOver = isRecovery && end(of: period, count: 1, from: start) <= now
        if state.phase == .retry || isOver {
            start = now
            lines[line].anchorPeriod = CalendarDuration()
        }
        let isSameProduct = product.id == transactions[state.current].productID
        lines[line].price =
            state.advancedCommerce?.pendingPrice ?? (isSameProduct ? state.priceIncrease?.price ?? state.price : nil)
        lines[line].advancedCommerce?.pendingPrice = nil
        lines[line].priceIncrease = nil
        lines[line].phase = .active
        lines[line].expirationIntent = nil
        lines[line].graceExpiresDate = nil
        lines[line].renewals += 1
        let place = appendPeriod(line, product, run, start: start, reason: .renewal, id: nil)
        if start > now { lines[line].upcoming = place } else { lines[line].current = place }
        schedule(line)
        let subtype: NotificationSubtype? = isRecovery ? .billingRecovery : nil
        publish(line, .didRenew, subtype, changed: [place])
        mirror(line, .didRenew, subtype, .newPeriod(replacing: false))
        if !isSameProduct || isRecovery { syncFamily(line) }
    }

    /// A renewal could not be paid.
    mutating func fail(_ line: Int) {
        guard let expiresDate = transactions[lines[line].current].expiresDate else { return }
        lines[line].expirationIntent = .billingError
        let period = catalog[lines[line].nextProduct]?.period ?? CalendarDuration(months: 1)
        let grace = min(
            settings.timeRate.graceLength(for: period, days: settings.graceDays), settings.timeRate.retryLength)
        let graceEnd = Instant.adding(grace, to: expiresDate)
        let hasGrace = settings.billingGracePeriodIsEnabled && now < graceEnd
        lines[line].phase = hasGrace ? .grace : .retry
        lines[line].graceExpiresDate = hasGrace ? graceEnd : nil
        schedule(line)
        publish(line, .didFailToRenew, hasGrace ? .gracePeriod : nil)
        message(line, .billingIssue)
        mirror(line, .didFailToRenew, hasGrace ? .gracePeriod : nil, .state)
    }

    private mutating func endGrace(_ line: Int) {
        lines[line].phase = .retry
        lines[line].graceExpiresDate = nil
        schedule(line)
        publish(line, .gracePeriodExpired)
        mirror(line, .gracePeriodExpired, nil, .state)
    }

    /// A subscription ends; its last period ended already or ends now.
    mutating func expire(
        _ line: Int, _ subtype: NotificationSubtype?, _ intent: ExpirationIntent, changed: [Int] = []
    ) {
        lines[line].phase = .expired
        lines[line].expirationIntent = intent
        lines[line].autoRenews = false
        lines[line].graceExpiresDate = nil
        lines[line].offer = nil
        lines[line].nextOffer = nil
        schedule(line)
        publish(line, .expired, subtype, changed: changed)
        mirror(line, .expired, subtype, .state)
        if catalog[transactions[lines[line].current].productID]?.winBackOffers.isEmpty == false {
            message(line, .winBackOffer)
        }
    }

    /// The refunded period is over; what was refunded does not renew.
    private mutating func endRevoked(_ line: Int) {
        lines[line].expirationIntent = lines[line].autoRenews ? .other : .cancelled
        lines[line].autoRenews = false
    }

    /// Whether the whole of a transaction was taken back.
    func isRevoked(_ place: Int) -> Bool {
        transactions[place].revocation.map { ($0.percentage ?? 100_000) >= 100_000 } ?? false
    }
}
