internal import AppStoreModels
internal import StoreCore
internal import StoreCoreSimulator
internal import StoreSimulator
internal import Testing

@Suite("Ownership in the simulator")
struct SimulatorStoreBackendTests {
    private static let day: Int64 = 86_400_000

    private static func session() throws -> SimulatorSession {
        let month = CalendarDuration(months: 1)
        let week = CalendarDuration(days: 7)
        var products: [CatalogProduct] = []
        for (id, offer) in [
            ("free", CatalogOffer(paymentMode: .freeTrial, period: week, periodCount: 2)),
            ("paced", CatalogOffer(paymentMode: .payAsYouGo, period: month, periodCount: 3, price: 990)),
            ("upfront", CatalogOffer(paymentMode: .payUpFront, period: month, periodCount: 6, price: 9_995)),
        ] {
            var product = CatalogProduct(id: id, groupID: id, period: month, price: 4_990)
            product.introductoryOffer = offer
            product.isFamilyShareable = true
            products.append(product)
        }
        products += [
            CatalogProduct(id: "pass", type: .nonRenewingSubscription, price: 990),
            CatalogProduct(id: "coins", type: .consumable, price: 990),
        ]
        return try SimulatorSession(
            catalog: ProductCatalog(products), options: SessionOptions(app: SimulatedApp(bundleId: "com.example.app")))
    }

    private func owned(_ backend: SimulatorStoreBackend) async -> Result<[Entitlement], StoreBackendError> {
        do throws(StoreBackendError) {
            return .success(try await backend.entitled())
        } catch {
            return .failure(error)
        }
    }

    @Test("Introductory offers are in words, as long as the customer may use them")
    func introductory() async throws {
        let session = try Self.session()
        let backend = SimulatorStoreBackend(session.client())
        let ids = ["free", "paced", "upfront", "pass"]
        let words = ["2 weeks free", "3 x 1 month at 0.99 USD", "6 months for 9.995 USD", nil]
        #expect(try await backend.offers(for: ids).map(\.introductory) == words)
        #expect(try await backend.offers(for: ids).map(\.period) == ["P1M", "P1M", "P1M", nil])
        try await session.buyProduct(identifier: "paced")
        #expect(try await backend.offers(for: ids).map(\.introductory) == [words[0], nil, words[2], nil])
        try session.perform(.setStorefront(customer: SimulatorSession.defaultCustomer, storefront: "JPN"))
        let japanese = try await backend.offers(for: ["free"]).first
        #expect(japanese?.price == Price(milliunits: 4_990, currency: "JPY"))
    }

    @Test("Consumables are owned by nobody, and passes have no end that the store knows")
    func once() async throws {
        let session = try Self.session()
        try await session.buyProduct(identifier: "coins")
        try await session.buyProduct(identifier: "pass")
        let backend = SimulatorStoreBackend(session.client())
        #expect(await owned(backend) == .success([Entitlement(name: "pass", productId: "pass")]))
        #expect(await owned(SimulatorStoreBackend(session.client(for: "nobody"))) == .success([]))
    }

    @Test("A family member uses what is shared, until it is shared no more")
    func family() async throws {
        let session = try Self.session()
        let backend = SimulatorStoreBackend(session.client(for: "bob"))
        let bought = try await session.buyProduct(identifier: "paced", options: [.customer("ann")])
        try session.perform(.joinFamily(customer: "bob", of: "ann"))
        let shared = Entitlement(name: "paced", productId: "paced", until: bought.expiresDate)
        #expect(await owned(backend) == .success([shared]))
        try session.perform(.stopSharing(customer: "ann"))
        #expect(await owned(backend) == .success([]))
    }

    @Test("The end of a grace period is told where the store tells it")
    func grace() async throws {
        let session = try Self.session()
        session.billingGracePeriodIsEnabled = true
        session.shouldEnterBillingRetryOnRenewal = true
        let end = try #require(try await session.buyProduct(identifier: "paced").expiresDate)
        try session.advance(to: end)
        let backend = SimulatorStoreBackend(session.client())
        let expected = Entitlement(
            name: "paced", productId: "paced", state: .gracePeriod, until: end + 16 * Self.day)
        #expect(await owned(backend) == .success([expected]))
    }

    @Test("Errors that a test arms are told apart by whether asking again helps")
    func failures() async throws {
        let session = try Self.session()
        let backend = SimulatorStoreBackend(session.client())
        try await session.setSimulatedError(.generic(.networkError), forAPI: .loadProducts)
        await #expect(throws: StoreBackendError.unavailable(reason: "networkError")) {
            try await backend.offers(for: ["free"])
        }
        try await session.setSimulatedError(.generic(.notEntitled), forAPI: .loadProducts)
        await #expect(throws: StoreBackendError.refused(reason: "notEntitled")) {
            try await backend.offers(for: ["free"])
        }
        try await session.buyProduct(identifier: "free")
        try await session.setSimulatedError(.generic(.systemError), forAPI: .subscriptionStatus)
        #expect(await owned(backend) == .failure(.unavailable(reason: "systemError")))
        session.resetToDefaultState()
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        let reason = "a transaction is not verified: invalidSignature"
        #expect(await owned(backend) == .failure(.unreadable(reason: reason)))
        session.resetToDefaultState()
        #expect(try await owned(backend).get().map(\.name) == ["free"])
    }
}
