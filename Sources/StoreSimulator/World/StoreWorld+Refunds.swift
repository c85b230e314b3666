internal import AppStoreModels

extension StoreWorld {
    mutating func refund(
        _ target: StoreTarget, reason: RevocationReason, percentage: Int?
    ) throws(SimulatorError) {
        let place = try refundable(target)
        if let percentage, !(1...100_000).contains(percentage) { throw .invalidPercentage(percentage) }
        refund(place, reason: reason, percentage: percentage ?? 100_000)
    }

    /// Refunds the share of a subscription's period that is not used; the whole of one that has not begun.
    mutating func refundProrated(_ target: StoreTarget, reason: RevocationReason) throws(SimulatorError) {
        let place = try refundable(target)
        guard let end = transactions[place].expiresDate else {
            throw .invalidProductType(product: transactions[place].productID)
        }
        let start = transactions[place].purchaseDate
        guard end > now else { throw .invalidAction("nothing of the period is left") }
        guard end > start, now > start else { return refund(place, reason: reason, percentage: 100_000) }
        // Dates are before the year 10000, so the quotient of the product of a difference stays within 64 bits.
        let wide = UInt64(end - now).multipliedFullWidth(by: 100_000)
        let share = UInt64(end - start).dividingFullWidth(wide).quotient
        refund(place, reason: reason, percentage: max(1, Int(share)))
    }

    private func refundable(_ target: StoreTarget) throws(SimulatorError) -> Int {
        let place = try transactionPlace(target)
        guard transactions[place].ownership != .familyShared else { throw .familyTransactionNotSupported }
        guard transactions[place].revocation == nil else { throw .invalidAction("it is refunded already") }
        return place
    }

    private mutating func refund(_ place: Int, reason: RevocationReason, percentage: Int) {
        let root = root(of: place)
        refundRequests[root] = nil
        if let customer = customerIndex[transactions[place].customerID] { tick(customer) }
        let revocation = Revocation(
            date: now, reason: reason, type: percentage < 100_000 ? .refundProrated : .refundFull,
            percentage: percentage)
        let changed = change(place) { $0.revocation = revocation }
        guard let line = line(ofTransaction: place) else {
            publishOneTime(place, .refund, changed: changed)
            if percentage >= 100_000 { revokeShared(root, reason: reason) }
            return
        }
        let isCurrent = root == lines[line].current && lines[line].phase != .migrated
        if isCurrent, percentage >= 100_000 {
            lines[line].phase = .revoked
            lines[line].graceExpiresDate = nil
            schedule(line)
        }
        publish(line, .refund, transaction: place, changed: changed)
        if isCurrent, percentage >= 100_000 { syncFamily(line, reason: reason) }
    }

    mutating func requestRefund(
        _ target: StoreTarget, reason: ConsumptionRequestReason, inApp: Bool
    ) throws(SimulatorError) {
        let place = try refundable(target)
        let root = root(of: place)
        guard refundRequests[root] == nil else { throw .invalidAction("a refund was asked for already") }
        refundRequests[root] = RefundRequest(reason: reason)
        askForConsumption(place, reason)
        // The App Store does not renew what the customer wants the money back for.
        if inApp, let line = line(ofTransaction: place), lines[line].autoRenews, lines[line].phase == .active {
            turnOff(line)
        }
    }

    mutating func repeatConsumptionRequest(_ target: StoreTarget) throws(SimulatorError) {
        let (place, request) = try requested(target)
        askForConsumption(place, request.reason)
    }

    private mutating func askForConsumption(_ place: Int, _ reason: ConsumptionRequestReason) {
        if let line = line(ofTransaction: place) {
            publish(line, .consumptionRequest, transaction: place, reason: reason)
        } else {
            publishOneTime(place, .consumptionRequest, changed: [], reason: reason)
        }
    }

    mutating func declineRefund(_ target: StoreTarget) throws(SimulatorError) {
        let (place, _) = try requested(target)
        refundRequests[root(of: place)] = nil
        if let line = line(ofTransaction: place) {
            publish(line, .refundDeclined, transaction: place)
        } else {
            publishOneTime(place, .refundDeclined, changed: [])
        }
    }

    private func requested(_ target: StoreTarget) throws(SimulatorError) -> (Int, RefundRequest) {
        let place = try transactionPlace(target)
        guard let request = refundRequests[root(of: place)] else { throw .invalidAction("no refund was asked for") }
        return (place, request)
    }

    mutating func reverseRefund(_ target: StoreTarget) throws(SimulatorError) {
        let place = try transactionPlace(target)
        guard transactions[place].revocation != nil, transactions[place].ownership != .familyShared else {
            throw .invalidAction("it is not refunded")
        }
        if let customer = customerIndex[transactions[place].customerID] { tick(customer) }
        let wasRevoked = isRevoked(place)
        let changed = change(place) { $0.revocation = nil }
        guard let line = line(ofTransaction: place) else {
            publishOneTime(place, .refundReversed, changed: changed)
            if wasRevoked { shareOnce(root(of: place)) }
            return
        }
        if root(of: place) == lines[line].current, lines[line].phase == .revoked {
            let isRunning = now < transactions[lines[line].current].expiresDate ?? .min
            lines[line].phase = isRunning ? .active : .expired
            if isRunning {
                lines[line].expirationIntent = nil
            } else {
                lines[line].expirationIntent =
                    lines[line].expirationIntent ?? (lines[line].autoRenews ? .other : .cancelled)
                lines[line].autoRenews = false
            }
            schedule(line)
        }
        publish(line, .refundReversed, transaction: place, changed: changed)
        syncFamily(line)
    }
}
