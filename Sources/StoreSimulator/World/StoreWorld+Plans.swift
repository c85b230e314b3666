internal import AppStoreModels

extension StoreWorld {
    /// Works out what a purchase will do; changes nothing.
    func plan(_ request: PurchaseRequest) throws(SimulatorError) -> PurchasePlan {
        try checkCustomerID(request.customer)
        let product = try product(request.product)
        let isSubscription = product.type == .autoRenewableSubscription
        let isCountable = product.type == .consumable || product.type == .nonRenewingSubscription
        guard (isCountable ? 1...10 : 1...1).contains(request.quantity) else {
            throw .invalidQuantity(request.quantity)
        }
        if let token = request.appAccountToken { try checkToken(token) }
        let date = request.purchaseDate ?? now
        guard date >= 0 else { throw .dateOutOfRange(date) }
        guard date <= now else { throw .futurePurchaseDate(date) }
        let customer = customer(request.customer)
        if let customer, customers[customer].paymentFails { throw .purchaseNotAllowed(customer: request.customer) }
        let storefront =
            try request.storefront.map { code throws(SimulatorError) in try self.storefront(code) }
            ?? customer.map(storefront(of:)) ?? settings.storefront
        let price = product.price(in: storefront)
        guard price >= 0, !price.multipliedReportingOverflow(by: Int64(request.quantity)).overflow else {
            throw .invalidPrice(price)
        }
        if isSubscription { return try planSubscription(request, product, customer) }
        if product.type == .nonConsumable, let customer, let held = ownedPurchase(of: product.id, customer) {
            return .held(held)
        }
        guard isForSale(product.id) else { throw .productUnavailable(product.id) }
        let offer = try oneTimeOffer(request.offer, product)
        if let offer, offer.price.multipliedReportingOverflow(by: Int64(request.quantity)).overflow {
            throw .invalidPrice(offer.price)
        }
        return .oneTime(product, offer)
    }

    func checkToken(_ token: String) throws(SimulatorError) {
        guard UUIDText.isValid(token) else { throw .invalidAppAccountToken(token) }
    }

    /// A non-consumable that the customer bought and still has.
    private func ownedPurchase(of product: String, _ customer: Int) -> Int? {
        customers[customer].transactions.last {
            transactions[$0].productID == product && transactions[$0].revocation == nil
                && transactions[$0].ownership == .purchased && rootOfCopy[$0] == nil
        }
    }

    private func oneTimeOffer(_ choice: OfferChoice, _ product: CatalogProduct) throws(SimulatorError) -> CatalogOffer?
    {
        switch choice {
        case .automatic, .introductory, .none: return nil
        case .code(let id): return try offer(id, in: product.codeOffers)
        case .promotional(let id), .winBack(let id): throw .invalidOfferIdentifier(id)
        }
    }

    func offer(_ id: String, in offers: [CatalogOffer]) throws(SimulatorError) -> CatalogOffer {
        guard let offer = offers.first(where: { $0.id == id }) else { throw .invalidOfferIdentifier(id) }
        guard offer.price >= 0 else { throw .invalidPrice(offer.price) }
        return offer
    }

    private func planSubscription(
        _ request: PurchaseRequest, _ product: CatalogProduct, _ customer: Int?
    ) throws(SimulatorError) -> PurchasePlan {
        guard let group = product.groupID, product.period != nil else { throw .invalidProductType(product: product.id) }
        let line = customer.flatMap { customers[$0].ownLines[group] }
        let isRunning = line.map { !isOver($0) } ?? false
        let run = try offerRun(request.offer, product, customer, line: line, isRunning: isRunning)
        if let line, isRunning {
            guard request.purchaseDate == nil else {
                throw .invalidAction("a subscription of the group runs; only a first purchase can be in the past")
            }
            return try planChange(line, product, run, isAutomatic: [.automatic, .introductory].contains(request.offer))
        }
        if let line, lines[line].upcoming != nil {
            throw .invalidAction("the next renewal is signed and has not begun")
        }
        guard isForSale(product.id) else { throw .productUnavailable(product.id) }
        try checkRenewals(of: product, run, since: request.purchaseDate)
        if let line { return .resubscribe(line: line, product, run) }
        return .subscribe(product, run)
    }

    /// A purchase in the past renews until now, but not without bounds.
    private func checkRenewals(
        of product: CatalogProduct, _ run: OfferRun?, since start: Int64?
    ) throws(SimulatorError) {
        guard let start, let period = product.period else { return }
        let limit = 10_000
        let shortest = min(
            end(of: period, count: 1, from: start), run.map { end(of: $0.period, count: 1, from: start) } ?? .max)
        guard (now - start) / max(shortest - start, 1) <= limit else { throw .tooManyEvents(limit: limit) }
    }

    /// What becomes of a purchase in a group with a running subscription.
    func planChange(
        _ line: Int, _ product: CatalogProduct, _ run: OfferRun?, isAutomatic: Bool
    ) throws(SimulatorError) -> PurchasePlan {
        let state = lines[line]
        let held = transactions[state.latest]
        if product.id == held.productID {
            if state.phase != .active { return .recover(line: line) }
            guard let run, !isAutomatic else { return .held(state.latest) }
            return .queueOffer(line: line, run)
        }
        guard isForSale(product.id) else { throw .productUnavailable(product.id) }
        let old = catalog[held.productID]
        let isImmediate =
            old.map {
                product.level < $0.level || (product.level == $0.level && product.period == $0.period)
            } ?? true
        guard isImmediate || state.phase == .retry else {
            if product.id == state.nextProduct, run == nil { return .held(state.latest) }
            return .queue(line: line, product, isAutomatic ? nil : run)
        }
        guard state.upcoming == nil else {
            throw .invalidAction("the next renewal is signed and has not begun")
        }
        return .replace(line: line, product, run)
    }

    /// The offer that a purchase uses, checked.
    private func offerRun(
        _ choice: OfferChoice, _ product: CatalogProduct, _ customer: Int?, line: Int?, isRunning: Bool
    ) throws(SimulatorError) -> OfferRun? {
        switch choice {
        case .none: return nil
        case .automatic, .introductory:
            let isGranted = choice == .introductory
            guard let offer = product.introductoryOffer, offer.price >= 0, let group = product.groupID,
                isGranted || !(customer.map { customers[$0].introductoryGroups.contains(group) } ?? false)
            else { return nil }
            return OfferRun(offer, type: .introductory, product: product)
        case .promotional(let id):
            let offer = try offer(id, in: product.promotionalOffers)
            guard line != nil else { throw .ineligibleForOffer(id) }
            return OfferRun(offer, type: .promotional, product: product)
        case .winBack(let id):
            let offer = try offer(id, in: product.winBackOffers)
            guard line != nil, !isRunning else { throw .ineligibleForOffer(id) }
            return OfferRun(offer, type: .winBack, product: product)
        case .code(let id):
            let offer = try offer(id, in: product.codeOffers)
            let who: CatalogOffer.Eligibility = line == nil ? .new : isRunning ? .existing : .expired
            guard offer.eligibility.contains(who) else { throw .ineligibleForOffer(id) }
            return OfferRun(offer, type: .offerCode, product: product)
        }
    }
}
