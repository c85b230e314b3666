internal import AppStoreModels

extension StoreWorld {
    /// A customer buys, or asks to.
    mutating func buy(_ request: PurchaseRequest) throws(SimulatorError) {
        let plan = try plan(request)
        if case .held = plan {
            execute(plan, request)
        } else if request.simulatesAskToBuy || settings.askToBuyEnabled {
            postpone(request, .askToBuy)
        } else if settings.interruptedPurchasesEnabled {
            postpone(request, .interrupted)
        } else {
            execute(plan, request)
        }
    }

    /// A customer redeems an offer: the same as buying, but of an offer.
    mutating func redeem(_ customer: String, _ product: String, _ offer: OfferChoice) throws(SimulatorError) {
        switch offer {
        case .automatic, .introductory, .none: throw .invalidAction("the offer to redeem is not named")
        case .promotional, .code, .winBack: break
        }
        var request = PurchaseRequest(customer: customer, product: product)
        request.offer = offer
        execute(try plan(request), request)
    }

    private mutating func postpone(_ request: PurchaseRequest, _ reason: PendingPurchase.Reason) {
        let customer = visit(request.customer)
        let pending = PendingPurchase(
            id: identifiers.nextTransaction(&generator), date: now, request: request, reason: reason)
        pendingPurchases[pending.id] = pending
        customers[customer].pending.append(pending.id)
        report(.pendingPurchase(pending))
    }

    /// The waiting purchase that a target names.
    func pending(_ target: StoreTarget, _ reason: PendingPurchase.Reason) -> PendingPurchase? {
        switch target {
        case .transaction(let id): pendingPurchases[id].flatMap { $0.reason == reason ? $0 : nil }
        case .purchase(let customer, let product, _):
            customerIndex[customer].flatMap { index in
                customers[index].pending.lazy.compactMap { pendingPurchases[$0] }.first {
                    $0.reason == reason && (product == nil || $0.request.product == product)
                }
            }
        }
    }

    mutating func remove(_ pending: PendingPurchase) {
        pendingPurchases[pending.id] = nil
        if let customer = customerIndex[pending.request.customer] {
            customers[customer].pending.removeAll { $0 == pending.id }
        }
    }

    /// A waiting purchase is completed.
    mutating func complete(_ pending: PendingPurchase) throws(SimulatorError) {
        let plan = try plan(pending.request)
        remove(pending)
        execute(plan, pending.request, id: pending.id)
    }

    /// Does what was planned; nothing can fail any more.
    mutating func execute(_ plan: PurchasePlan, _ request: PurchaseRequest, id: Int? = nil) {
        let customer = visit(request.customer)
        // Checked when the purchase was planned.
        if let code = request.storefront, let storefront = try? storefront(code) {
            customers[customer].storefront = storefront
        }
        tick(customer)
        switch plan {
        case .held(let place): reportTransactions([place], of: customer)
        case .oneTime(let product, let offer): buyOnce(product, offer, request, customer, id: id)
        case .subscribe(let product, let run):
            let line = openLine(product, run, request, customer, id: id)
            begin(line, request, .initialBuy)
        case .resubscribe(let line, let product, let run):
            reopen(line, product, run, request, id: id)
            begin(line, request, .resubscribe)
        case .replace(let line, let product, let run):
            replace(line, by: product, run, token: request.appAccountToken, id: id)
        case .queue(let line, let product, let run): queue(line, product, run)
        case .queueOffer(let line, let run):
            lines[line].nextOffer = run
            lines[line].autoRenews = true
            schedule(line)
            publish(line, .offerRedeemed)
        case .recover(let line):
            lines[line].nextProduct = transactions[lines[line].latest].productID
            renew(line)
        }
    }

    private mutating func begin(_ line: Int, _ request: PurchaseRequest, _ subtype: NotificationSubtype) {
        let isCancelled = request.purchaseDate != nil && request.renewalBehavior == .cancelImmediately
        if isCancelled { lines[line].autoRenews = false }
        schedule(line)
        publish(line, .subscribed, subtype, changed: [lines[line].current])
        syncFamily(line)
    }

    private mutating func buyOnce(
        _ product: CatalogProduct, _ offer: CatalogOffer?, _ request: PurchaseRequest, _ customer: Int, id: Int?
    ) {
        let unit = offer?.price ?? product.price(in: storefront(of: customer))
        var bought = makeTransaction(
            of: product, for: customer, at: request.purchaseDate ?? now,
            price: unit.multipliedReportingOverflow(by: Int64(request.quantity)).partialValue, id: id)
        bought.quantity = request.quantity
        bought.appAccountToken = request.appAccountToken
        if let offer { bought.offer = AppliedOffer(type: .offerCode, identifier: offer.id, discountType: .oneTime) }
        let place = append(bought, customer: customer, line: nil)
        publishOneTime(place, .oneTimeCharge, changed: [place])
        shareOnce(place)
    }

    /// Opens the customer's line in the product's group with its first period.
    private mutating func openLine(
        _ product: CatalogProduct, _ run: OfferRun?, _ request: PurchaseRequest, _ customer: Int, id: Int?
    ) -> Int {
        let start = request.purchaseDate ?? now
        let group = product.groupID ?? ""
        let line = lines.count
        var state = LineState(
            originalID: -1, customer: customer, groupID: group, current: transactions.count, nextProduct: product.id,
            anchor: start, anchorPeriod: CalendarDuration(), recentStart: start)
        state.appAccountToken = request.appAccountToken
        lines.append(state)
        customers[customer].ownLines[group] = line
        let place = appendPeriod(line, product, run, start: start, reason: .purchase, id: id)
        lines[line].originalID = transactions[place].id
        lineIndex[transactions[place].id] = line
        return line
    }

    /// Begins anew on the line of a subscription that ended.
    private mutating func reopen(
        _ line: Int, _ product: CatalogProduct, _ run: OfferRun?, _ request: PurchaseRequest, id: Int?
    ) {
        let last = transactions[lines[line].latest]
        moveOn(after: lines[line].latest)
        let expiresDate = last.expiresDate ?? now
        // A renewal may have been refunded before it began; what follows begins after it all the same.
        let revoked = max(last.revocation?.date ?? now, Instant.adding(1, to: last.purchaseDate))
        let serviceEnd = isRevoked(lines[line].latest) ? min(revoked, expiresDate) : expiresDate
        let start = max(request.purchaseDate ?? now, serviceEnd)
        // Lapses of at most 60 days do not end the run of a subscription.
        if start - serviceEnd > settings.timeRate.retryLength { lines[line].recentStart = start }
        endRun(line)
        if let token = request.appAccountToken { lines[line].appAccountToken = token }
        lines[line].autoRenews = true
        lines[line].expirationIntent = nil
        lines[line].priceIncrease = nil
        lines[line].price = nil
        lines[line].renewals = 0
        lines[line].phase = .active
        lines[line].anchorPeriod = CalendarDuration()
        lines[line].current = appendPeriod(line, product, run, start: start, reason: .purchase, id: id)
        lines[line].upcoming = nil
    }

    /// Another product takes the running period's place at once.
    private mutating func replace(
        _ line: Int, by product: CatalogProduct, _ run: OfferRun?, token: String?, id: Int?
    ) {
        let old = lines[line].current
        moveOn(after: old)
        let wasRetrying = lines[line].phase == .retry
        var changed: [Int] = []
        if !wasRetrying { changed = change(old) { $0.isUpgraded = true } }
        if let token { lines[line].appAccountToken = token }
        endRun(line)
        lines[line].phase = .active
        lines[line].autoRenews = true
        lines[line].expirationIntent = nil
        lines[line].graceExpiresDate = nil
        lines[line].priceIncrease = nil
        lines[line].price = nil
        lines[line].anchorPeriod = CalendarDuration()
        let place = appendPeriod(line, product, run, start: now, reason: .purchase, id: id)
        lines[line].current = place
        schedule(line)
        let isRedemption = run.map { $0.applied.type != .introductory } ?? false
        let (type, subtype): (NotificationType, NotificationSubtype) =
            wasRetrying
            ? (.subscribed, .resubscribe)
            : isRedemption ? (.offerRedeemed, .upgrade) : (.didChangeRenewalPref, .upgrade)
        publish(line, type, subtype, changed: changed + [place])
        mirror(line, type, subtype, .newPeriod(replacing: !wasRetrying))
        syncFamily(line)
    }

    /// Another product follows at the next renewal.
    private mutating func queue(_ line: Int, _ product: CatalogProduct, _ run: OfferRun?) {
        lines[line].nextProduct = product.id
        lines[line].nextOffer = run
        // Turned on again without a word, as captures show.
        lines[line].autoRenews = true
        lines[line].priceIncrease = nil
        schedule(line)
        publish(line, run == nil ? .didChangeRenewalPref : .offerRedeemed, .downgrade)
        mirror(line, .didChangeRenewalPref, .downgrade, .state)
    }

    /// Drops what belonged to the periods so far.
    private mutating func endRun(_ line: Int) {
        lines[line].offer = nil
        lines[line].nextOffer = nil
        lines[line].graceExpiresDate = nil
    }
}
