internal import AppStoreModels

extension StoreWorld {
    /// Moves the clock on where something about the customer was already signed at this moment.
    ///
    /// Two statements about one thing with one date would leave it open which of them holds.
    mutating func tick(_ customer: Int) {
        let last = customers[customer].lastSigned
        if last >= now { now = last + 1 }
    }

    mutating func report(_ kind: StoreOccurrence.Kind) { occurrences.append(StoreOccurrence(date: now, kind: kind)) }

    /// Tells of transactions that are new or changed; with no notification this is all that is said of them.
    mutating func reportTransactions(_ places: [Int], of customer: Int) {
        for place in places where !deleted.contains(place) { report(.transaction(transactions[place])) }
        customers[customer].lastSigned = max(customers[customer].lastSigned, now)
    }

    /// Sends a notification about a line, after telling what changed.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - type: What happened.
    ///   - subtype: The variant.
    ///   - transaction: The place of the transaction it carries; `nil` for the line's last.
    ///   - changed: The places of transactions that are new or changed.
    ///   - reason: The customer's reason for asking for a refund.
    mutating func publish(
        _ line: Int, _ type: NotificationType, _ subtype: NotificationSubtype? = nil, transaction: Int? = nil,
        changed: [Int] = [], reason: ConsumptionRequestReason? = nil
    ) {
        let customer = lines[line].customer
        tick(customer)
        reportTransactions(changed, of: customer)
        let status = status(of: line)
        if lines[line].announcedStatus != status {
            lines[line].announcedStatus = status
            report(.status(originalID: lines[line].originalID, status))
        }
        notify(
            type, subtype,
            .data(
                SimulatedNotification.Data(
                    transaction: transactions[transaction ?? lines[line].latest], renewalInfo: renewalInfo(of: line),
                    status: status, consumptionRequestReason: reason)))
        customers[customer].lastSigned = now
    }

    /// Sends a notification about a one-time purchase.
    mutating func publishOneTime(
        _ place: Int, _ type: NotificationType, changed: [Int], reason: ConsumptionRequestReason? = nil
    ) {
        guard let customer = customerIndex[transactions[place].customerID] else { return }
        tick(customer)
        reportTransactions(changed, of: customer)
        notify(
            type, nil,
            .data(SimulatedNotification.Data(transaction: transactions[place], consumptionRequestReason: reason)))
        customers[customer].lastSigned = now
    }

    mutating func notify(
        _ type: NotificationType, _ subtype: NotificationSubtype?, _ content: SimulatedNotification.Content
    ) {
        let id = generator.uuid()
        report(
            .notification(
                SimulatedNotification(id: id, type: type, subtype: subtype, signedDate: now, content: content)))
    }

    mutating func message(_ line: Int, _ reason: MessageReason) {
        report(.message(customer: customers[lines[line].customer].id, reason))
    }

    func status(of line: Int) -> SubscriptionStatus {
        switch lines[line].phase {
        case .active: .active
        case .grace: .billingGracePeriod
        case .retry: .billingRetry
        case .expired: .expired
        case .revoked: .revoked
        case .migrated where isRevoked(lines[line].current): .revoked
        case .migrated: now < transactions[lines[line].current].expiresDate ?? .min ? .active : .expired
        }
    }

    func renewalInfo(of line: Int) -> SimulatedRenewalInfo {
        let state = lines[line]
        let latest = transactions[state.latest]
        let storefront = storefront(of: state.customer)
        var info = SimulatedRenewalInfo(
            originalID: state.originalID, productID: latest.productID, startDate: state.recentStart,
            renewalDate: latest.expiresDate ?? latest.purchaseDate, currency: storefront.currency,
            appTransactionID: customers[state.customer].download.id)
        info.autoRenewProductID = state.nextProduct
        info.autoRenews = state.autoRenews
        info.expirationIntent = state.expirationIntent
        info.isInBillingRetryPeriod = state.phase == .grace || state.phase == .retry
        if state.phase == .grace, !settings.omitsGraceDate { info.gracePeriodExpiresDate = state.graceExpiresDate }
        info.priceIncreaseStatus = state.priceIncrease?.status
        info.appAccountToken = state.appAccountToken
        info.advancedCommerce = state.advancedCommerce
        if state.autoRenews {
            let offer = nextOffer(of: line)
            info.offer = offer?.applied
            info.renewalPrice = offer?.price ?? regularPrice(of: line)
        }
        if state.phase == .expired, state.owner == nil {
            info.eligibleWinBackOfferIDs = catalog[latest.productID]?.winBackOffers.compactMap(\.id) ?? []
        }
        return info
    }

    /// The offer of the next period: what runs on, or what was redeemed for it.
    func nextOffer(of line: Int) -> OfferRun? {
        let state = lines[line]
        if let next = state.nextOffer { return next }
        guard let running = state.offer, running.remaining > 0,
            state.nextProduct == transactions[state.latest].productID
        else { return nil }
        return running
    }

    /// The price of the next period without an offer.
    func regularPrice(of line: Int) -> Int64 {
        let state = lines[line]
        if let price = state.advancedCommerce?.pendingPrice { return price }
        let isSameProduct = state.nextProduct == transactions[state.latest].productID
        if isSameProduct, let price = state.priceIncrease?.price ?? state.price { return price }
        return catalog[state.nextProduct]?.price(in: storefront(of: state.customer)) ?? 0
    }
}
