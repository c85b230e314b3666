import AppStoreModels
import FoundationEssentials
import OpenSSLCrypto
import StoreSimulator
import Testing

@Suite("Sessions")
struct SimulatorSessionTests {
    private static func session(
        seed: UInt64 = 1, clock: SessionClock = .virtual(start: SessionOptions.defaultStart),
        historyLimit: Int = 1000
    ) throws -> SimulatorSession {
        var options = SessionOptions(app: SimulatedApp(bundleId: "com.example.app"))
        options.seed = seed
        options.clock = clock
        options.historyLimit = historyLimit
        let products = [
            CatalogProduct(id: "pro.monthly", groupID: "group", level: 2, period: .init(months: 1), price: 9_990),
            CatalogProduct(id: "pro.yearly", groupID: "group", level: 1, period: .init(months: 12), price: 99_990),
            CatalogProduct(id: "coins", type: .consumable, price: 990),
        ]
        return try SimulatorSession(catalog: ProductCatalog(products), options: options)
    }

    @Test("The same seed gives the same history, another seed other ids")
    func seed() async throws {
        func history(_ seed: UInt64) async throws -> [SimulatedNotification] {
            let session = try Self.session(seed: seed)
            try await session.buyProduct(identifier: "pro.monthly")
            try session.advance(by: .seconds(100 * 86_400))
            return session.notifications.map(\.notification)
        }
        let first = try await history(1)
        #expect(first.count == 4)
        #expect(try await history(1) == first)
        #expect(try await history(2).map(\.type) == first.map(\.type))
        #expect(try await history(2).map(\.id) != first.map(\.id))
    }

    @Test("Every call returns what happened, in order, and the sequence of events tells the same")
    func events() async throws {
        let session = try Self.session()
        let stream = session.events
        var told = try session.perform(.buy(PurchaseRequest(customer: "a", product: "pro.monthly")))
        told += try session.advance(by: .seconds(40 * 86_400))
        told += try session.perform(.cancel(.purchase(customer: "a")))
        #expect(told.map(\.date) == told.map(\.date).sorted())
        #expect(
            told.compactMap { $0.notification?.notification.type }
                == [.subscribed, .didRenew, .didChangeRenewalStatus])
        var heard: [SessionEvent] = []
        for await event in stream {
            heard.append(event)
            if heard.count == told.count { break }
        }
        #expect(heard == told)
    }

    @Test("What runs already is held, and a refused purchase changes nothing")
    func held() async throws {
        let session = try Self.session()
        let first = try await session.buyProduct(identifier: "pro.monthly")
        #expect(try await session.buyProduct(identifier: "pro.monthly").id == first.id)
        await #expect(throws: SessionError.refused(.invalidProductIdentifier("nothing"))) {
            try await session.buyProduct(identifier: "nothing")
        }
        #expect(session.allTransactions().count == 1)
        let upgrade = try await session.buyProduct(identifier: "pro.yearly")
        #expect(upgrade.originalID == first.id && upgrade.id != first.id)
    }

    @Test("A purchase that waits says so, and can be approved or declined")
    func askToBuy() async throws {
        let session = try Self.session()
        session.askToBuyEnabled = true
        let error = await #expect(throws: SessionError.self) { try await session.buyProduct(identifier: "coins") }
        guard case .pending(let pending) = error else {
            Issue.record("not pending: \(String(describing: error))")
            return
        }
        let waiting = try #require(session.allTransactions().last)
        #expect(waiting.pendingAskToBuyConfirmation && waiting.state == .deferred)
        #expect(session.notifications.isEmpty)
        try session.approveAskToBuyTransaction(identifier: pending.id)
        #expect(session.allTransactions().map(\.state) == [.purchased])
        #expect(session.notifications.map(\.notification.type) == [.oneTimeCharge])
    }

    @Test("A purchase that is declined leaves nothing behind")
    func declined() async throws {
        let session = try Self.session()
        session.askToBuyEnabled = true
        await #expect(throws: SessionError.self) { try await session.buyProduct(identifier: "coins") }
        let waiting = try #require(session.allTransactions().last)
        try session.declineAskToBuyTransaction(identifier: waiting.identifier)
        #expect(session.allTransactions().isEmpty && session.notifications.isEmpty)
    }

    @Test("A forced renewal ends the period now, and consent to a higher price is kept for the next")
    func forced() async throws {
        let session = try Self.session()
        let first = try await session.buyProduct(identifier: "pro.monthly")
        try session.forceRenewalOfSubscription(productIdentifier: "pro.monthly")
        let second = try #require(session.allTransactions().last)
        #expect(second.originalTransactionIdentifier == first.id && second.identifier != first.id)
        #expect(session.notifications.map(\.notification.type) == [.subscribed, .didRenew])
        try session.requestPriceIncreaseConsentForTransaction(identifier: second.identifier, price: 12_990)
        try session.consentToPriceIncreaseForTransaction(identifier: second.identifier)
        #expect(session.notifications.last?.notification.subtype == .accepted)
        try session.advanceToNextEvent()
        #expect(session.subscriptions().first?.transaction.price == 12_990)
    }

    @Test("Simulated errors stay until they are disarmed or everything is reset")
    func simulatedErrors() async throws {
        let session = try Self.session()
        try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
        await #expect(throws: SessionError.simulated(.purchase(.productUnavailable))) {
            try await session.buyProduct(identifier: "coins")
        }
        await #expect(throws: SessionError.self) {
            try await session.setSimulatedError(.purchase(.invalidQuantity), forAPI: .loadProducts)
        }
        #expect(await session.simulatedError(forAPI: .purchase) == .purchase(.productUnavailable))
        try await session.setSimulatedError(nil, forAPI: .purchase)
        try await session.buyProduct(identifier: "coins")
        session.failTransactionsEnabled = true
        await #expect(throws: SessionError.simulated(.generic(.unknown))) {
            try await session.buyProduct(identifier: "coins")
        }
        session.timeRate = .oneRenewalEveryTwoSeconds
        session.resetToDefaultState()
        #expect(session.timeRate == .realTime && !session.failTransactionsEnabled)
        #expect(session.allTransactions().count == 1)
    }

    @Test("Options of a purchase are taken over")
    func options() async throws {
        let session = try Self.session()
        let token = UUID()
        let date = Date(timeIntervalSince1970: Double(SessionOptions.defaultStart / 1000 - 86_400))
        let bought = try await session.buyProduct(
            identifier: "coins",
            options: [.quantity(3), .appAccountToken(token), .customer("b"), .storefront("DEU")])
        #expect(bought.quantity == 3 && bought.price == 2_970)
        #expect(bought.appAccountToken == token.uuidString.lowercased())
        #expect(bought.customerID == "b" && bought.storefront.currency == "EUR")
        let past = try await session.buyProduct(
            identifier: "pro.monthly", options: [.purchaseDate(date, renewalBehavior: .cancelImmediately)])
        #expect(past.purchaseDate == SessionOptions.defaultStart - 86_400_000)
    }

    @Test("A live clock is caught up with before each act")
    func live() async throws {
        let clock = Clock()
        let session = try Self.session(clock: .live(now: { clock.now }))
        try await session.buyProduct(identifier: "pro.monthly")
        clock.now = SessionOptions.defaultStart + 40 * 86_400_000
        try await session.buyProduct(identifier: "coins")
        #expect(session.notifications.map(\.notification.type) == [.subscribed, .didRenew, .oneTimeCharge])
    }

    @Test("The history keeps the newest notifications")
    func history() async throws {
        let session = try Self.session(historyLimit: 10)
        for _ in 0..<100 { try await session.buyProduct(identifier: "coins") }
        #expect(session.notificationCount == 100)
        #expect((10..<20).contains(session.notifications.count))
        let last = try #require(session.notifications.last)
        #expect(session.notification(id: last.id) == last)
        #expect(session.notifications(after: 97).count == 3)
        #expect(session.notifications(after: 100).isEmpty)
    }

    @Test("Sessions side by side do not know of each other")
    func parallel() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for seed in 1...8 {
                group.addTask {
                    let session = try Self.session(seed: UInt64(seed))
                    for _ in 0..<seed { try await session.buyProduct(identifier: "coins") }
                    return session.allTransactions().count
                }
            }
            var counts: [Int] = []
            for try await count in group { counts.append(count) }
            #expect(counts.sorted() == Array(1...8))
        }
    }

    @Test("Clearing forgets the transactions")
    func clear() async throws {
        let session = try Self.session()
        try await session.buyProduct(identifier: "pro.monthly")
        session.clearTransactions()
        #expect(session.allTransactions().isEmpty && session.nextEventDate == nil)
    }
}

extension SimulatorSessionTests {
    private func session(startingAt date: Int64) throws(SessionError) -> SimulatorSession {
        var options = SessionOptions(app: SimulatedApp(bundleId: "com.example.app"))
        options.clock = .virtual(start: date)
        return try SimulatorSession(catalog: ProductCatalog([]), options: options)
    }

    @Test("A clock that starts outside the years the store knows is refused", arguments: [-1, 253_402_300_800_000])
    func start(_ date: Int64) {
        #expect(throws: SessionError.refused(.dateOutOfRange(date))) { try session(startingAt: date) }
    }

    @Test("The first and the last moment can be lived in", arguments: [0, 253_402_300_799_999])
    func ends(_ date: Int64) throws {
        let session = try session(startingAt: date)
        #expect(session.now == date)
        #expect(try session.perform(.requestTestNotification).compactMap(\.notification).count == 1)
        let root = try #require(session.trustAnchors.first)
        #expect(root.notBefore <= date / 1000 && date / 1000 <= root.notAfter)
    }
}
