internal import AppStoreModels

extension StoreWorld {
    mutating func extendRenewalDate(
        _ target: StoreTarget, days: Int, requestIdentifier: String
    ) throws(SimulatorError) {
        let line = try linePlace(target)
        try checkExtension(days: days, requestIdentifier: requestIdentifier)
        if let refusal = extensionRefusal(line) { throw refusal }
        extend(line, days: days)
    }

    private func checkExtension(days: Int, requestIdentifier: String) throws(SimulatorError) {
        guard (1...90).contains(days) else { throw .invalidExtendByDays(days) }
        guard (1...128).contains(requestIdentifier.count) else { throw .invalidRequestIdentifier(requestIdentifier) }
    }

    /// Why a line's renewal date cannot be moved.
    private func extensionRefusal(_ line: Int) -> SimulatorError? {
        let state = lines[line]
        let latest = transactions[state.latest]
        if state.owner != nil { return .familySharedSubscriptionExtensionIneligible }
        guard state.phase == .active, state.hasPaidPeriod, latest.offer?.discountType != .freeTrial else {
            return .subscriptionExtensionIneligible
        }
        let year: Int64 = 365 * 86_400_000
        let recent = customers[state.customer].extensions.count { Instant.isWithin(year, after: $0, now: now) }
        return recent >= 2 ? .subscriptionMaxExtension : nil
    }

    private mutating func extend(_ line: Int, days: Int) {
        let customer = lines[line].customer
        tick(customer)
        customers[customer].extensions.append(now)
        let places = [line] + lines[line].members.filter { lines[$0].isShared }
        for place in places {
            tick(lines[place].customer)
            let changed = change(lines[place].latest) { [settings] transaction in
                guard let end = transaction.expiresDate else { return }
                transaction.expiresDate = settings.timeRate.end(of: CalendarDuration(days: Int64(days)), from: end)
            }
            // The periods that follow are counted from the new date.
            lines[place].anchorPeriod = CalendarDuration()
            if place == line { schedule(line) }
            publish(place, .renewalExtended, changed: changed)
        }
    }

    /// Extends all subscriptions to a product; a request that was made before is not made again.
    mutating func massExtend(
        product id: String, days: Int, requestIdentifier: String, storefronts: [String]
    ) throws(SimulatorError) {
        let product = try product(id)
        guard product.type == .autoRenewableSubscription else { throw .invalidProductType(product: id) }
        try checkExtension(days: days, requestIdentifier: requestIdentifier)
        for code in storefronts { _ = try storefront(code) }
        guard extensionRequests[requestIdentifier] == nil else { return }
        var result = MassExtension(
            requestIdentifier: requestIdentifier, productID: id, completeDate: now, succeededCount: 0, failedCount: 0)
        for line in lines.indices where isAddressed(line, id, storefronts) {
            if extensionRefusal(line) == nil {
                extend(line, days: days)
                result.succeededCount += 1
            } else {
                publish(line, .renewalExtension, .failure)
                result.failedCount += 1
            }
        }
        result.completeDate = now
        extensionRequests[requestIdentifier] = result
        notify(
            .renewalExtension, .summary,
            .summary(
                SimulatedNotification.Summary(
                    requestIdentifier: requestIdentifier, productID: id, storefrontCountryCodes: storefronts,
                    succeededCount: result.succeededCount, failedCount: result.failedCount)))
    }

    private func isAddressed(_ line: Int, _ product: String, _ storefronts: [String]) -> Bool {
        lines[line].owner == nil && !isOver(line) && transactions[lines[line].latest].productID == product
            && (storefronts.isEmpty || storefronts.contains(storefront(of: lines[line].customer).countryCode))
    }
}
