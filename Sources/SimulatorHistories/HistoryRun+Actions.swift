internal import AppStoreModels
internal import StoreSimulator

extension HistoryRun {
    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(numbers.next() % UInt64(elements.count))]
    }

    private mutating func chance(_ oneIn: UInt64) -> Bool { numbers.next() % oneIn == 0 }

    private mutating func event() -> HistoryEvent {
        var ticket = Int(numbers.next() % UInt64(max(weights.reduce(0) { $0 + $1.1 }, 1)))
        for (event, weight) in weights {
            if ticket < weight { return event }
            ticket -= weight
        }
        return .buy
    }

    private mutating func product() -> String { pick(HistoryCatalog.products.products).id }

    private mutating func target() -> StoreTarget {
        if chance(4), let transaction = world.allTransactions.last { return .transaction(transaction.id) }
        return .purchase(
            customer: pick(customers), product: chance(4) ? product() : nil,
            periodsBack: chance(3) ? Int(numbers.next() % 3) : 0)
    }

    private mutating func offer() -> OfferChoice {
        switch numbers.next() % 6 {
        case 0: .promotional(pick(HistoryCatalog.promotionalOffers))
        case 1: .code(pick(HistoryCatalog.codeOffers))
        case 2: .winBack(pick(HistoryCatalog.winBackOffers))
        case 3: .none
        default: .automatic
        }
    }

    private mutating func purchase() -> StoreAction {
        var request = PurchaseRequest(customer: pick(customers), product: product())
        if chance(3) { request.offer = offer() }
        if chance(12) { request.purchaseDate = world.now - Int64(numbers.next() % 100) * 86_400_000 }
        if chance(12) { request.renewalBehavior = .cancelImmediately }
        if chance(12) { request.quantity = 1 + Int(numbers.next() % 10) }
        if chance(12) { request.storefront = "FRA" }
        if chance(4) { request.appAccountToken = token() }
        return .buy(request)
    }

    private mutating func token() -> String {
        pick(["9f0c1a52-7b64-4c1f-8a5e-3d2f1b0c9e8d", "1b2c3d4e-5f60-4718-92a3-b4c5d6e7f809"])
    }

    /// The next thing to try; the store may refuse it.
    mutating func action() -> StoreAction {
        switch event() {
        case .buy: purchase()
        case .redeemOffer: .redeemOffer(customer: pick(customers), product: product(), offer: offer())
        case .cancel: .cancel(target())
        case .resume: .resume(target())
        case .changePlan: .changePlan(target(), product: product())
        case .cancelPlanChange: .cancelPlanChange(target())
        case .paymentFails: .paymentFails(customer: pick(customers))
        case .paymentWorks: .paymentWorks(customer: pick(customers))
        case .resolveIssue: .resolveIssue(target())
        case .expire: .expire(target())
        case .expireOther: .expireOther(target())
        case .forceRenewal: .forceRenewal(target())
        case .priceIncrease:
            .requestPriceIncrease(target(), price: chance(2) ? 15_990 : nil, needsConsent: chance(2))
        case .priceAnswer: chance(2) ? .consentToPriceIncrease(target()) : .declinePriceIncrease(target())
        case .refund: .refund(target(), reason: .appIssue, percentage: chance(3) ? 40_000 : nil)
        case .refundProrated: .refundProrated(target(), reason: .other)
        case .requestRefund: .requestRefund(target(), reason: .legal, inApp: chance(2))
        case .refundAnswer: chance(2) ? .declineRefund(target()) : .repeatConsumptionRequest(target())
        case .reverseRefund: .reverseRefund(target())
        case .joinFamily: .joinFamily(customer: pick(customers), of: pick(customers))
        case .leaveFamily: .leaveFamily(customer: pick(customers))
        case .sharing:
            chance(2) ? .stopSharing(customer: pick(customers)) : .shareWithFamily(customer: pick(customers))
        case .extendRenewalDate:
            .extendRenewalDate(target(), days: 1 + Int(numbers.next() % 90), requestIdentifier: "one")
        case .massExtend:
            .massExtend(
                product: chance(2) ? product() : world.allSubscriptions.last?.transaction.productID ?? product(),
                days: 10, requestIdentifier: "all-\(numbers.next() % 4)", storefronts: [])
        case .setAppAccountToken: .setAppAccountToken(target(), token: token())
        case .test: .requestTestNotification
        case .availability: chance(3) ? .withdrawProduct(product()) : .offerProduct(product())
        case .externalPurchase: externalPurchase()
        case .rescindConsent: .rescindConsent(customer: pick(customers))
        case .metadataUpdate: .metadataUpdate(target(), displayName: "Pro", description: "All of it")
        case .migrate: .migrate(target())
        case .priceChange: .priceChange(target(), price: 4990)
        case .storefront: .setStorefront(customer: pick(customers), storefront: pick(["USA", "FRA", "JPN"]))
        }
    }

    private mutating func externalPurchase() -> StoreAction {
        if let token = world.externalPurchaseTokens.last, chance(2) { return .reportExternalPurchase(id: token.id) }
        return chance(2)
            ? .createExternalPurchaseToken(type: nil, expirationDate: nil)
            : .createExternalPurchaseToken(type: .services, expirationDate: world.now + 60 * 86_400_000)
    }
}
