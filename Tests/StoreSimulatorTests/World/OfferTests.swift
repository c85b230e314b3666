import AppStoreModels
import StoreSimulator
import Testing

@Suite("Offers in the simulated store")
struct OfferTests {
    @Test("A free trial is given once per group and customer")
    func trial() throws {
        var store = TestStore()
        #expect(store.world.isEligibleForIntroductoryOffer(customer: "ann", group: "news"))
        try store.buy("news.weekly")
        let trial = try #require(store.line?.transaction)
        #expect(trial.offer == AppliedOffer(type: .introductory, discountType: .freeTrial, period: "P3D"))
        #expect(trial.price == 0)
        #expect(trial.expiresDate == TestStore.start + 3 * TestStore.day)
        #expect(!store.world.isEligibleForIntroductoryOffer(customer: "ann", group: "news"))
        store.step()
        #expect(store.line?.transaction.offer == nil)
        #expect(store.line?.transaction.price == 990)
        #expect(store.line?.transaction.expiresDate == TestStore.start + 10 * TestStore.day)
        try store.perform(.expire(store.ann))
        try store.buy("news.monthly")
        #expect(store.line?.transaction.offer == nil)
        try store.buy("news.weekly", by: "ben") { $0.offer = .none }
        #expect(store.world.subscriptions(ofCustomer: "ben").first?.transaction.offer == nil)
    }

    @Test("An offer paid as one goes spans its periods, and the renewal info tells when it ends")
    func payAsYouGo() throws {
        var store = TestStore()
        try store.buy("news.monthly")
        var prices: [Int64] = []
        var upcoming: [Int64?] = []
        for _ in 0..<4 {
            prices.append(try #require(store.line?.transaction.price))
            upcoming.append(store.line?.renewalInfo.renewalPrice)
            store.step()
        }
        #expect(prices == [990, 990, 990, 2990])
        #expect(upcoming == [990, 990, 2990, 2990])
        let offers = store.world.allTransactions.map(\.offer?.period)
        #expect(offers == ["P3M", "P3M", "P3M", nil, nil])
        // The anchor holds through the offer.
        #expect(store.world.allTransactions[1].expiresDate == 1_774_951_200_000)
    }

    @Test("An offer for an active subscription applies to the next period")
    func queued() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        try store.buy("pro.monthly") { $0.offer = .code("gift") }
        #expect(store.happened.names.last == "OFFER_REDEEMED")
        store.step()
        let renewal = try #require(store.line?.transaction)
        #expect(
            renewal.offer
                == AppliedOffer(type: .offerCode, identifier: "gift", discountType: .payUpFront, period: "P3M"))
        #expect(renewal.expiresDate == CalendarDuration(months: 3).end(from: renewal.purchaseDate))
        #expect(renewal.reason == .renewal)
    }

    @Test("Who may use an offer, and who may not")
    func eligibility() throws {
        var store = TestStore()
        func refused(_ offer: OfferChoice, _ error: SimulatorError) {
            var copy = store
            #expect(throws: error) { try copy.buy("pro.monthly") { $0.offer = offer } }
        }
        refused(.promotional("stay"), .ineligibleForOffer("stay"))
        refused(.winBack("return"), .ineligibleForOffer("return"))
        refused(.code("nothing"), .invalidOfferIdentifier("nothing"))
        try store.buy("pro.monthly") { $0.offer = .code("welcome") }
        #expect(store.line?.transaction.offer?.discountType == .freeTrial)
        refused(.code("welcome"), .ineligibleForOffer("welcome"))
        refused(.winBack("return"), .ineligibleForOffer("return"))
        try store.perform(.expire(store.ann))
        refused(.code("welcome"), .ineligibleForOffer("welcome"))
        try store.perform(.redeemOffer(customer: "ann", product: "pro.monthly", offer: .winBack("return")))
        #expect(store.happened.names.last == "SUBSCRIBED.RESUBSCRIBE")
        #expect(store.line?.transaction.offer?.type == .winBack)
        #expect(store.line?.renewalInfo.offer?.period == "P2M")
    }

    @Test("A code for a one-time product is a one-time charge")
    func oneTime() throws {
        var store = TestStore()
        try store.perform(.redeemOffer(customer: "ann", product: "lifetime", offer: .code("half")))
        let bought = try #require(store.happened.notifications.last?.data?.transaction)
        #expect(bought.price == 24_990)
        #expect(bought.offer == AppliedOffer(type: .offerCode, identifier: "half", discountType: .oneTime))
    }

    @Test("Prices are those of the customer's store")
    func storefronts() throws {
        var store = TestStore()
        try store.buy("pro.other") { $0.storefront = "FRA" }
        #expect(store.line?.transaction.price == 10_990)
        #expect(store.line?.transaction.storefront.identifier == "143442")
        #expect(store.line?.renewalInfo.currency == "EUR")
        #expect(throws: SimulatorError.notAvailableInStorefront("XYZ")) {
            try store.perform(.setStorefront(customer: "ann", storefront: "XYZ"))
        }
        try store.perform(.setStorefront(customer: "ann", storefront: "USA"))
        store.step()
        #expect(store.line?.transaction.price == 9990)
    }
}
