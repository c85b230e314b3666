internal import AppStoreModels

extension StoreWorld {
    /// The customer turns automatic renewal off; while a payment is missing that ends the subscription at once.
    mutating func cancel(_ target: StoreTarget) throws(SimulatorError) {
        let line = try runningLine(target)
        guard lines[line].autoRenews else { throw .invalidAction("automatic renewal is off already") }
        turnOff(line)
        if lines[line].phase != .active { expire(line, .voluntary, .cancelled) }
    }

    mutating func turnOff(_ line: Int) {
        tick(lines[line].customer)
        lines[line].autoRenews = false
        // Who cancels has answered the question of a higher price.
        lines[line].priceIncrease = nil
        schedule(line)
        publish(line, .didChangeRenewalStatus, .autoRenewDisabled)
        mirror(line, .didChangeRenewalStatus, .autoRenewDisabled, .state)
    }

    mutating func resume(_ target: StoreTarget) throws(SimulatorError) {
        let line = try runningLine(target)
        guard !lines[line].autoRenews else { throw .invalidAction("automatic renewal is on already") }
        lines[line].autoRenews = true
        schedule(line)
        publish(line, .didChangeRenewalStatus, .autoRenewEnabled)
        mirror(line, .didChangeRenewalStatus, .autoRenewEnabled, .state)
    }

    mutating func changePlan(_ target: StoreTarget, to product: String) throws(SimulatorError) {
        let line = try runningLine(target)
        let product = try self.product(product)
        guard product.groupID == lines[line].groupID, product.period != nil else {
            throw .invalidAction("product \"\(product.id.prefix(80))\" is of another group")
        }
        if product.id == transactions[lines[line].latest].productID { return try cancelPlanChange(target) }
        var request = PurchaseRequest(customer: customers[lines[line].customer].id, product: product.id)
        request.offer = .automatic
        execute(try plan(request), request)
    }

    mutating func cancelPlanChange(_ target: StoreTarget) throws(SimulatorError) {
        let line = try runningLine(target)
        let current = transactions[lines[line].latest].productID
        guard lines[line].nextProduct != current else { throw .invalidAction("no change of plan waits") }
        lines[line].nextProduct = current
        lines[line].nextOffer = nil
        schedule(line)
        publish(line, .didChangeRenewalPref)
        mirror(line, .didChangeRenewalPref, nil, .state)
    }

    mutating func setPayment(_ customer: String, works: Bool) throws(SimulatorError) {
        try checkCustomerID(customer)
        let index = visit(customer)
        customers[index].paymentFails = !works
        guard works else { return }
        for line in customers[index].ownLines.values.sorted() where isWaitingForPayment(line) && isPaid(line) {
            renew(line)
        }
    }

    private func isWaitingForPayment(_ line: Int) -> Bool {
        lines[line].phase == .grace || lines[line].phase == .retry
    }

    mutating func resolveIssue(_ target: StoreTarget) throws(SimulatorError) {
        if let pending = pending(target, .interrupted) { return try complete(pending) }
        let line = try runningLine(target)
        guard isWaitingForPayment(line) else { throw .invalidAction("there is no issue to resolve") }
        renew(line)
    }

    /// Ends a subscription now: its period is cut short.
    mutating func expireNow(
        _ target: StoreTarget, _ subtype: NotificationSubtype?, _ intent: ExpirationIntent
    ) throws(SimulatorError) {
        let line = try runningLine(target)
        let changed = try cutPeriod(line)
        expire(line, subtype, intent, changed: changed)
    }

    mutating func forceRenewal(_ target: StoreTarget) throws(SimulatorError) {
        let line = try runningLine(target)
        guard isForSale(lines[line].nextProduct) else { throw .productUnavailable(lines[line].nextProduct) }
        if isWaitingForPayment(line) {
            guard isPaid(line) else { throw .invalidAction("the payment still fails") }
            return renew(line)
        }
        let changed = try cutPeriod(line)
        lines[line].autoRenews = true
        lines[line].priceIncrease = nil
        reportTransactions(changed, of: lines[line].customer)
        endPeriod(line)
    }

    /// Ends the running period now, for the members of a family too, and tells which transactions changed.
    ///
    /// A period that is over keeps its end.
    private mutating func cutPeriod(_ line: Int) throws(SimulatorError) -> [Int] {
        guard lines[line].upcoming == nil else { throw .invalidAction("the next renewal is signed and has not begun") }
        tick(lines[line].customer)
        moveOn(after: lines[line].current)
        lines[line].anchorPeriod = CalendarDuration()
        let end = transactions[lines[line].current].expiresDate ?? now
        guard end > now else { return [] }
        for member in lines[line].members where lines[member].isShared {
            tick(lines[member].customer)
            moveOn(after: lines[member].current)
        }
        let moment = now
        for member in lines[line].members where lines[member].isShared {
            reportTransactions(change(lines[member].current) { $0.expiresDate = moment }, of: lines[member].customer)
        }
        return change(lines[line].current) { $0.expiresDate = moment }
    }

    mutating func requestPriceIncrease(
        _ target: StoreTarget, price: Int64?, needsConsent: Bool
    ) throws(SimulatorError) {
        let line = try runningLine(target)
        if let price, price < 0 { throw .invalidPrice(price) }
        guard lines[line].phase == .active, lines[line].autoRenews else {
            throw .invalidAction("the subscription does not renew")
        }
        lines[line].priceIncrease = LineState.PriceIncrease(price: price, status: needsConsent ? .pending : .agreed)
        publish(line, .priceIncrease, needsConsent ? .pending : .accepted)
        if needsConsent { message(line, .priceIncreaseConsent) }
    }

    mutating func consentToPriceIncrease(_ target: StoreTarget) throws(SimulatorError) {
        let line = try lineWithPendingIncrease(target)
        lines[line].priceIncrease?.status = .agreed
        publish(line, .priceIncrease, .accepted)
    }

    mutating func declinePriceIncrease(_ target: StoreTarget) throws(SimulatorError) {
        turnOff(try lineWithPendingIncrease(target))
    }

    private func lineWithPendingIncrease(_ target: StoreTarget) throws(SimulatorError) -> Int {
        let line = try runningLine(target)
        guard lines[line].priceIncrease?.status == .pending else {
            throw .invalidAction("no price increase waits for consent")
        }
        return line
    }
}
