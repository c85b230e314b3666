import AppStoreModels
import StoreSimulator

/// A history of actions drawn from a seed; most are lawful, some are refused.
struct RandomHistory {
    var numbers: SeededNumbers
    var store: TestStore
    private let customers = ["ann", "ben", "cleo"]
    private let isForgetful: Bool

    /// - Parameters:
    ///   - seed: Where everything is drawn from.
    ///   - isForgetful: Whether transactions may be deleted, after which statements and store part.
    init(seed: UInt64, isForgetful: Bool = false) {
        numbers = SeededNumbers(seed: seed)
        self.isForgetful = isForgetful
        var settings = WorldSettings()
        settings.billingGracePeriodIsEnabled = numbers.next() % 2 == 0
        settings.omitsGraceDate = numbers.next() % 4 == 0
        settings.renewalLead = numbers.next() % 3 == 0 ? 6 * 3_600_000 : 0
        settings.graceDays = [nil, 3, 28][Int(numbers.next() % 3)]
        settings.renewalLimit = numbers.next() % 4 == 0 ? 3 : nil
        if numbers.next() % 5 == 0 { settings.timeRate = .oneHourIsOneDay }
        settings.identifierStyle = numbers.next() % 3 == 0 ? .xcode : .appStore
        store = TestStore(settings: settings, seed: seed)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(numbers.next() % UInt64(elements.count))]
    }

    private mutating func chance(_ oneIn: UInt64) -> Bool { numbers.next() % oneIn == 0 }

    private mutating func target() -> StoreTarget {
        let transactions = store.world.allTransactions
        if chance(2), !transactions.isEmpty { return .transaction(pick(Array(transactions.suffix(8))).id) }
        return .purchase(
            customer: pick(customers), product: chance(6) ? pick(TestStore.catalog.products).id : nil,
            periodsBack: chance(4) ? Int(numbers.next() % 3) : 0)
    }

    /// One of a product's own offers, mostly.
    private mutating func offer(for id: String) -> OfferChoice {
        guard let product = TestStore.catalog[id] else { return .none }
        var offers = product.promotionalOffers.compactMap(\.id).map(OfferChoice.promotional)
        offers += product.codeOffers.compactMap(\.id).map(OfferChoice.code)
        offers += product.winBackOffers.compactMap(\.id).map(OfferChoice.winBack)
        return pick(offers + [.none, .promotional("nothing")])
    }

    /// The next action.
    mutating func action() -> StoreAction {
        let product = pick(TestStore.catalog.products).id
        let customer = pick(customers)
        switch numbers.next() % 44 {
        case 0...9:
            var request = PurchaseRequest(customer: customer, product: product)
            if chance(3) { request.offer = offer(for: product) }
            if chance(12) { request.purchaseDate = store.world.now - Int64(numbers.next() % 100) * TestStore.day }
            if chance(12) { request.renewalBehavior = .cancelImmediately }
            if chance(12) { request.simulatesAskToBuy = true }
            if chance(12) { request.quantity = Int(numbers.next() % 12) }
            if chance(12) { request.storefront = "FRA" }
            return .buy(request)
        case 10: return .approveAskToBuy(target())
        case 11: return .declineAskToBuy(target())
        case 12: return .resolveIssue(target())
        case 13:
            let product = pick(["pro.monthly", "pro.yearly", "pro.top", "lifetime"])
            return .redeemOffer(customer: customer, product: product, offer: offer(for: product))
        case 14: return .restore(target())
        case 15: return .cancel(target())
        case 16: return .resume(target())
        case 17, 18: return .changePlan(target(), product: product)
        case 19: return .cancelPlanChange(target())
        case 20, 21: return .paymentFails(customer: customer)
        case 22, 23: return .paymentWorks(customer: customer)
        case 24: return .expire(target())
        case 25: return .expireOther(target())
        case 26: return .forceRenewal(target())
        case 27:
            return .requestPriceIncrease(target(), price: chance(2) ? 15_990 : nil, needsConsent: chance(2))
        case 28: return chance(2) ? .consentToPriceIncrease(target()) : .declinePriceIncrease(target())
        case 29, 30:
            return .refund(target(), reason: .appIssue, percentage: chance(3) ? 40_000 : nil)
        case 31: return .refundProrated(target(), reason: .other)
        case 32: return .requestRefund(target(), reason: .legal, inApp: chance(2))
        case 33: return chance(2) ? .declineRefund(target()) : .repeatConsumptionRequest(target())
        case 34, 35: return .reverseRefund(target())
        case 36: return .joinFamily(customer: customer, of: pick(customers))
        case 37: return .leaveFamily(customer: customer)
        case 38: return chance(2) ? .stopSharing(customer: customer) : .shareWithFamily(customer: customer)
        case 39:
            return .extendRenewalDate(target(), days: Int(numbers.next() % 95), requestIdentifier: "one")
        case 40:
            return .massExtend(
                product: product, days: 10, requestIdentifier: "all-\(numbers.next() % 4)", storefronts: [])
        case 41: return chance(4) ? .withdrawProduct(product) : .offerProduct(product)
        case 42:
            guard isForgetful, let id = store.world.allTransactions.last?.id else { return .migrate(target()) }
            return chance(10) ? .clearTransactions : .deleteTransaction(id: id)
        default:
            return chance(2)
                ? .priceChange(target(), price: 4990)
                : .setAppAccountToken(target(), token: "9f0c1a52-7b64-4c1f-8a5e-3d2f1b0c9e8d")
        }
    }

    /// Does the first of several actions that is not refused, and tells which.
    mutating func act() -> StoreAction? {
        for _ in 0..<6 {
            let action = action()
            if (try? store.perform(action)) != nil { return action }
        }
        return nil
    }

    /// Lets some time pass: none, until the next event, or some days.
    mutating func pause() throws {
        switch numbers.next() % 4 {
        case 0: break
        case 1: store.step()
        default: try store.advance(to: store.world.now + Int64(numbers.next() % 50) * TestStore.day / 2)
        }
    }
}
