internal import AppStoreModels

extension StoreWorld {
    /// Does what an action says; every check comes before the first change.
    mutating func apply(_ action: StoreAction) throws(SimulatorError) {
        switch action {
        case .buy(let request): try buy(request)
        case .approveAskToBuy(let target): try complete(try waiting(target))
        case .declineAskToBuy(let target):
            let pending = try waiting(target)
            remove(pending)
            report(.declinedPurchase(pending))
        case .resolveIssue(let target): try resolveIssue(target)
        case .redeemOffer(let customer, let product, let offer): try redeem(customer, product, offer)
        case .restore(let target): try restore(target)
        case .purchaseIntent(let customer, let product, let offer):
            try checkCustomerID(customer)
            let offered = try self.product(product)
            if let offer, !(offered.promotionalOffers + offered.winBackOffers).contains(where: { $0.id == offer }) {
                throw .invalidOfferIdentifier(offer)
            }
            report(.purchaseIntent(customer: customer, product: product, offer: offer))
        case .downloadApp(let customer, let version, let platform):
            try downloadApp(customer, version: version, platform: platform)
        case .cancel(let target): try cancel(target)
        case .resume(let target): try resume(target)
        case .changePlan(let target, let product): try changePlan(target, to: product)
        case .cancelPlanChange(let target): try cancelPlanChange(target)
        case .paymentFails(let customer): try setPayment(customer, works: false)
        case .paymentWorks(let customer): try setPayment(customer, works: true)
        case .expire(let target): try expireNow(target, .voluntary, .cancelled)
        case .expireOther(let target): try expireNow(target, nil, .other)
        case .forceRenewal(let target): try forceRenewal(target)
        case .requestPriceIncrease(let target, let price, let needsConsent):
            try requestPriceIncrease(target, price: price, needsConsent: needsConsent)
        case .consentToPriceIncrease(let target): try consentToPriceIncrease(target)
        case .declinePriceIncrease(let target): try declinePriceIncrease(target)
        default: try applyRare(action)
        }
    }

    /// What is done less often.
    private mutating func applyRare(_ action: StoreAction) throws(SimulatorError) {
        switch action {
        case .refund(let target, let reason, let percentage):
            try refund(target, reason: reason, percentage: percentage)
        case .refundProrated(let target, let reason): try refundProrated(target, reason: reason)
        case .requestRefund(let target, let reason, let inApp): try requestRefund(target, reason: reason, inApp: inApp)
        case .repeatConsumptionRequest(let target): try repeatConsumptionRequest(target)
        case .declineRefund(let target): try declineRefund(target)
        case .reverseRefund(let target): try reverseRefund(target)
        case .joinFamily(let customer, let other): try joinFamily(customer, of: other)
        case .leaveFamily(let customer): try leaveFamily(customer)
        case .shareWithFamily(let customer): try setSharing(customer, true)
        case .stopSharing(let customer): try setSharing(customer, false)
        case .extendRenewalDate(let target, let days, let request):
            try extendRenewalDate(target, days: days, requestIdentifier: request)
        case .massExtend(let product, let days, let request, let storefronts):
            try massExtend(product: product, days: days, requestIdentifier: request, storefronts: storefronts)
        case .setAppAccountToken(let target, let token): try setAppAccountToken(target, token)
        case .requestTestNotification: notify(.test, nil, .data(SimulatedNotification.Data()))
        case .withdrawProduct(let product): try setForSale(product, false)
        case .offerProduct(let product): try setForSale(product, true)
        case .createExternalPurchaseToken(let type, let date):
            try createExternalPurchaseToken(type: type, expirationDate: date)
        case .reportExternalPurchase(let id): try reportExternalPurchase(id)
        case .rescindConsent(let customer): try rescindConsent(customer)
        case .metadataUpdate(let target, let name, let description):
            try updateMetadata(target, displayName: name, description: description)
        case .migrate(let target): try migrate(target)
        case .priceChange(let target, let price): try changePrice(target, price)
        case .setStorefront(let customer, let code): try setStorefront(customer, code)
        case .setSetting(let change): try setSetting(change)
        case .finishTransaction(let id): try finish(id)
        case .deleteTransaction(let id): try delete(id)
        case .clearTransactions: clear()
        default: throw .invalidAction("nothing is known of it")
        }
    }

    private func waiting(_ target: StoreTarget) throws(SimulatorError) -> PendingPurchase {
        guard let pending = pending(target, .askToBuy) else {
            throw .noTransactionFound("\(target.description): no purchase waits for approval")
        }
        return pending
    }

    private mutating func rescindConsent(_ id: String) throws(SimulatorError) {
        let customer = try requireCustomer(id)
        tick(customer)
        notify(.rescindConsent, nil, .appData(customers[customer].download))
        customers[customer].lastSigned = now
    }
}
