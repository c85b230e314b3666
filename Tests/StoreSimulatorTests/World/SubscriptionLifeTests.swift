import AppStoreModels
import StoreSimulator
import Testing

@Suite("The life of a subscription")
struct SubscriptionLifeTests {
    @Test("Periods are counted from the first day, so that the end of a month does not drift")
    func anchor() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        for _ in 0..<4 { store.step() }
        // 31 January, 28 February, 31 March, 30 April, 31 May, 30 June, each at 10:00 UTC.
        #expect(
            store.world.allTransactions.map(\.purchaseDate) == [
                1_769_853_600_000, 1_772_272_800_000, 1_774_951_200_000, 1_777_543_200_000, 1_780_221_600_000,
            ])
        #expect(store.line?.transaction.expiresDate == 1_782_813_600_000)
        #expect(store.happened.names == ["SUBSCRIBED.INITIAL_BUY"] + Array(repeating: "DID_RENEW", count: 4))
    }

    @Test("A payment within the grace period leaves no gap; a later one begins a new cycle")
    func recovery() throws {
        var store = TestStore()
        try store.startGrace()
        try store.advance(days: 10)
        try store.perform(.resolveIssue(store.ann))
        let renewal = try #require(store.line?.transaction)
        #expect(renewal.purchaseDate == 1_772_272_800_000)
        #expect(renewal.expiresDate == 1_774_951_200_000)

        try store.perform(.paymentFails(customer: "ann"))
        store.step()
        store.step()
        #expect(store.line?.status == .billingRetry)
        try store.advance(days: 5)
        let recovered = store.world.now
        try store.perform(.paymentWorks(customer: "ann"))
        #expect(store.line?.transaction.purchaseDate == recovered)
        #expect(store.line?.transaction.expiresDate == CalendarDuration(months: 1).end(from: recovered))
        #expect(
            store.happened.names == [
                "SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD", "DID_RENEW.BILLING_RECOVERY",
                "DID_FAIL_TO_RENEW.GRACE_PERIOD", "GRACE_PERIOD_EXPIRED", "DID_RENEW.BILLING_RECOVERY",
            ])
        #expect(store.happened.messages == [.billingIssue, .billingIssue])
    }

    @Test("The store tries to charge for 60 days, then the subscription ends")
    func retry() throws {
        var store = TestStore()
        try store.startGrace()
        store.step()
        let end = try #require(store.line?.transaction.expiresDate)
        try store.advance(to: end + 60 * TestStore.day - 1)
        #expect(store.line?.status == .billingRetry)
        try store.advance(to: end + 60 * TestStore.day)
        #expect(store.line?.status == .expired)
        #expect(store.line?.renewalInfo.eligibleWinBackOfferIDs == ["return"])
        #expect(store.happened.messages.last == .winBackOffer)
        #expect(store.world.nextEventDate == nil)
    }

    @Test("Turning automatic renewal off while a payment is missing ends the subscription at once")
    func cancelInRetry() throws {
        var store = TestStore()
        try store.startGrace()
        try store.perform(.cancel(store.ann))
        #expect(
            store.happened.names.suffix(2) == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.VOLUNTARY"])
        #expect(store.line?.status == .expired)
    }

    @Test("A grace period has the chosen length, a weekly one at most six days")
    func graceLength() throws {
        for (days, weekly, monthly) in [(nil, 6, 16), (3, 3, 3), (16, 6, 16), (28, 6, 28)] as [(Int?, Int64, Int64)] {
            for (product, expected) in [("news.weekly", weekly), ("pro.monthly", monthly)] {
                var store = TestStore()
                try store.perform(.setSetting(.graceDays(days)))
                try store.startGrace(product)
                let info = try #require(store.line?.renewalInfo)
                let length = try #require(info.gracePeriodExpiresDate) - info.renewalDate
                #expect(length == expected * TestStore.day, "\(product), \(String(describing: days))")
            }
        }
    }

    @Test("The missing grace date is missing while the status says grace")
    func missingGraceDate() throws {
        var store = TestStore()
        try store.perform(.setSetting(.omitsGraceDate(true)))
        try store.startGrace()
        let data = try #require(store.happened.notifications.last?.data)
        #expect(data.status == .billingGracePeriod)
        #expect(data.renewalInfo?.isInBillingRetryPeriod == true)
        #expect(data.renewalInfo?.gracePeriodExpiresDate == nil)
    }

    @Test("An upgrade at the moment of a renewal begins after it")
    func upgradeAtRenewal() throws {
        var store = TestStore()
        try store.buy("pro.basic")
        store.step()
        let renewal = try #require(store.line?.transaction)
        #expect(renewal.purchaseDate == store.world.now)
        try store.buy("pro.top")
        let upgrade = try #require(store.line?.transaction)
        #expect(upgrade.productID == "pro.top" && upgrade.purchaseDate > renewal.purchaseDate)
        #expect(store.happened.transactions.contains { $0.id == renewal.id && $0.isUpgraded })
    }

    @Test("A renewal forced at the moment of another follows it")
    func forcedAtRenewal() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        store.step()
        let renewal = try #require(store.line?.transaction)
        #expect(renewal.purchaseDate == store.world.now)
        try store.perform(.forceRenewal(store.ann))
        let forced = try #require(store.line?.transaction)
        #expect(forced.purchaseDate > renewal.purchaseDate)
        #expect(store.world.transaction(id: renewal.id)?.expiresDate == forced.purchaseDate)
    }

    @Test("A downgrade waits for the renewal, which is no purchase; an upgrade does not wait")
    func plans() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        let held = try store.buy("pro.basic").notifications.last?.data?.transaction
        #expect(held?.productID == "pro.monthly")
        store.step()
        let renewal = try #require(store.happened.notifications.last?.data?.transaction)
        #expect(renewal.productID == "pro.basic" && renewal.reason == .renewal)
        try store.advance(days: 2)
        try store.perform(.changePlan(store.ann, product: "pro.top"))
        let upgrade = try #require(store.line?.transaction)
        #expect(upgrade.reason == .purchase && upgrade.purchaseDate == store.world.now)
        #expect(store.world.transaction(id: renewal.id)?.isUpgraded == true)
        // The new product has its own billing day.
        store.step()
        #expect(store.line?.transaction.purchaseDate == upgrade.expiresDate)
        #expect(store.line?.renewalInfo.recentSubscriptionStartDate == TestStore.start)
    }

    @Test("A product of the same level follows at once where its periods are as long, else at the renewal")
    func crossgrades() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        try store.buy("pro.other")
        #expect(store.happened.names.last == "DID_CHANGE_RENEWAL_PREF.UPGRADE")
        try store.buy("pro.yearly")
        #expect(store.happened.names.last == "DID_CHANGE_RENEWAL_PREF.DOWNGRADE")
    }

    @Test("Buying what one has returns the transaction and sends nothing")
    func held() throws {
        var store = TestStore()
        let first = try store.buy("pro.monthly").transactions.first?.id
        let again = try store.buy("pro.monthly")
        #expect(again.transactions.map(\.id) == [first])
        #expect(again.notifications.isEmpty)
        let owned = try store.buy("lifetime").transactions.first?.id
        #expect(try store.buy("lifetime").transactions.map(\.id) == [owned])
    }

    @Test("A lapse of 60 days keeps the start of the run, a longer one does not", arguments: [60, 61] as [Int64])
    func recentStart(_ days: Int64) throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        try store.perform(.cancel(store.ann))
        store.step()
        try store.advance(days: days)
        try store.buy("pro.basic")
        let expected = days == 60 ? TestStore.start : store.world.now
        #expect(store.line?.renewalInfo.recentSubscriptionStartDate == expected)
        #expect(store.line?.originalID == store.world.allTransactions.first?.id)
    }

    @Test("A renewal may be signed before it begins, and begins by the clock")
    func lead() throws {
        var settings = WorldSettings()
        settings.renewalLead = 33_000
        var store = TestStore(settings: settings)
        try store.buy("pro.monthly")
        let end = try #require(store.line?.transaction.expiresDate)
        let renewal = try #require(store.step().notifications.first)
        #expect(renewal.signedDate == end - 33_000)
        #expect(renewal.data?.transaction?.purchaseDate == end)
        #expect(store.world.now == end - 33_000)
        #expect(throws: SimulatorError.self) { try store.buy("pro.top") }
        #expect(store.step().isEmpty)
        #expect(store.world.now == end)
        try store.buy("pro.top")
        #expect(store.happened.names.last == "DID_CHANGE_RENEWAL_PREF.UPGRADE")
    }

    @Test("A price increase is asked, answered, and paid from the next renewal on")
    func priceIncrease() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        try store.perform(.requestPriceIncrease(store.ann, price: 12_990, needsConsent: true))
        #expect(store.happened.messages == [.priceIncreaseConsent])
        try store.perform(.consentToPriceIncrease(store.ann))
        store.step()
        #expect(store.line?.transaction.price == 12_990)
        #expect(store.line?.renewalInfo.priceIncreaseStatus == nil)
        #expect(store.line?.renewalInfo.renewalPrice == 12_990)
        store.step()
        #expect(store.line?.transaction.price == 12_990)

        try store.perform(.requestPriceIncrease(store.ann, price: 15_990, needsConsent: true))
        try store.perform(.declinePriceIncrease(store.ann))
        #expect(store.happened.names.last == "DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED")
        store.step()
        #expect(store.happened.names.last == "EXPIRED.VOLUNTARY")
    }

    @Test("Ending and renewing by force cut the period short")
    func force() throws {
        var store = TestStore()
        try store.buy("pro.monthly")
        try store.advance(days: 7)
        try store.perform(.forceRenewal(store.ann))
        let transactions = store.world.allTransactions
        #expect(transactions.count == 2)
        #expect(transactions[0].expiresDate == transactions[1].purchaseDate)
        #expect(store.happened.transactions.contains(transactions[0]))
        try store.perform(.expire(store.ann))
        #expect(store.happened.names.last == "EXPIRED.VOLUNTARY")
        #expect(store.line?.transaction.expiresDate ?? .max <= store.world.now)
    }

    @Test("A purchase in the past has renewed until now, or was cancelled at once")
    func past() throws {
        var store = TestStore()
        let start = store.world.now - 100 * TestStore.day
        try store.buy("pro.monthly") { $0.purchaseDate = start }
        #expect(store.happened.names == ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "DID_RENEW", "DID_RENEW"])
        #expect(store.line?.transaction.originalPurchaseDate == start)
        #expect(store.line?.status == .active)
        try store.buy("news.weekly", by: "ben") {
            $0.purchaseDate = start
            $0.renewalBehavior = .cancelImmediately
        }
        #expect(store.happened.names.suffix(2) == ["SUBSCRIBED.INITIAL_BUY", "EXPIRED.VOLUNTARY"])
        let future = store.world.now + 1
        #expect(throws: SimulatorError.futurePurchaseDate(future)) {
            try store.buy("coins") { $0.purchaseDate = future }
        }
        var quick = TestStore()
        try quick.perform(.setSetting(.timeRate(.oneRenewalEveryTwoSeconds)))
        #expect(throws: SimulatorError.tooManyEvents(limit: 10_000)) {
            try quick.buy("pro.monthly") { $0.purchaseDate = start }
        }
    }

    @Test("The sandbox's limit of renewals ends a subscription")
    func renewalLimit() throws {
        var store = TestStore()
        try store.perform(.setSetting(.timeRate(.monthlyRenewalEveryFiveMinutes)))
        try store.perform(.setSetting(.renewalLimit(12)))
        try store.buy("pro.monthly")
        try store.advance(to: store.world.now + 13 * 300_000)
        #expect(store.happened.names.count { $0 == "DID_RENEW" } == 12)
        #expect(store.happened.names.last == "EXPIRED.VOLUNTARY")
    }

    @Test("The clock only goes forward, and not without bounds")
    func clock() throws {
        var store = TestStore()
        let now = store.world.now
        #expect(throws: SimulatorError.timeRunsBackwards(from: now, to: now - 1)) { try store.advance(to: now - 1) }
        #expect(throws: SimulatorError.dateOutOfRange(.max)) { try store.advance(to: .max) }
        try store.buy("pro.monthly")
        #expect(throws: SimulatorError.tooManyEvents(limit: 5)) {
            _ = try store.world.advance(to: now + 400 * TestStore.day, limit: 5)
        }
        #expect(store.world.allTransactions.count == 6)
        var rest: [StoreOccurrence] = []
        try store.world.advance(to: now + 400 * TestStore.day) { rest.append($0) }
        #expect(rest.names.count == 8)
    }
}
