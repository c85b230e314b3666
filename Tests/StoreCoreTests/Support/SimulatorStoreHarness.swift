internal import AppStoreModels
internal import StoreCore
internal import StoreCoreSimulator
internal import StoreSimulator
internal import Synchronization

/// The simulator's backend, before a session in which a customer buys.
struct SimulatorStoreHarness: StoreHarness {
    static let customer = "customer"

    /// A backend that arms an error for one question; the session would keep it armed.
    private struct OnceFailing: StoreBackend {
        final class Switch: Sendable {
            let isOn = Mutex(false)
        }

        let inner: SimulatorStoreBackend
        let session: SimulatorSession
        let failsNext = Switch()

        func offers(for ids: [String]) async throws(StoreBackendError) -> [Offer] {
            let fails = failsNext.isOn.withLock { isOn in
                defer { isOn = false }
                return isOn
            }
            guard fails else { return try await inner.offers(for: ids) }
            try? await session.setSimulatedError(.generic(.networkError), forAPI: .loadProducts)
            let answer: Result<[Offer], StoreBackendError>
            do throws(StoreBackendError) {
                answer = .success(try await inner.offers(for: ids))
            } catch {
                answer = .failure(error)
            }
            try? await session.setSimulatedError(nil, forAPI: .loadProducts)
            return try answer.get()
        }

        func entitled() async throws(StoreBackendError) -> [Entitlement] { try await inner.entitled() }
    }

    let session: SimulatorSession
    let client: StoreClient
    private let failing: OnceFailing

    var backend: any StoreBackend { failing }

    init() throws {
        session = try SimulatorSession(
            catalog: Self.catalog, options: SessionOptions(app: SimulatedApp(bundleId: "com.example.app")))
        client = session.client(for: Self.customer)
        failing = OnceFailing(inner: SimulatorStoreBackend(client), session: session)
    }

    /// The products of ``StoreCatalogue``.
    private static var catalog: ProductCatalog {
        func product(_ offer: Offer, months: Int64) -> CatalogProduct {
            var product = CatalogProduct(
                id: offer.productId, groupID: "pro", period: CalendarDuration(months: months),
                price: offer.price.milliunits)
            product.displayName = offer.displayName
            return product
        }
        var monthly = product(StoreCatalogue.monthly, months: 1)
        monthly.introductoryOffer = CatalogOffer(paymentMode: .freeTrial, period: CalendarDuration(days: 7))
        var lifetime = CatalogProduct(
            id: StoreCatalogue.lifetime.productId, type: .nonConsumable, price: StoreCatalogue.lifetime.price.milliunits
        )
        lifetime.displayName = StoreCatalogue.lifetime.displayName
        return ProductCatalog([monthly, product(StoreCatalogue.yearly, months: 12), lifetime])
    }

    var now: Int64 { session.now }

    /// Buys without the free week: what is not paid for has no grace period everywhere.
    func buy(_ productId: String) async throws {
        _ = try await client.purchase(productId, options: [.introductoryOfferEligibility(false)])
    }

    func revoke(_ productId: String) throws {
        try session.perform(.refund(target(productId), reason: .other, percentage: nil))
    }

    func expire(_ productId: String) throws {
        try session.perform(.cancel(target(productId)))
        try endPeriod()
    }

    func enterGracePeriod(_ productId: String) throws {
        session.billingGracePeriodIsEnabled = true
        try enterRetry()
    }

    func enterBillingRetry(_ productId: String) throws {
        try enterGracePeriod(productId)
        try session.advance(to: session.now + StoreCatalogue.gracePeriod)
    }

    private func enterRetry() throws {
        session.shouldEnterBillingRetryOnRenewal = true
        try endPeriod()
    }

    private func endPeriod() throws {
        let line = session.subscriptions(customer: Self.customer).first
        try session.advance(to: line?.transaction.expiresDate ?? session.now)
    }

    func advance(by milliseconds: Int64) throws { try session.advance(to: session.now + milliseconds) }

    func failNextLoad() { failing.failsNext.isOn.withLock { $0 = true } }

    func stop() {}

    private func target(_ productId: String) -> StoreTarget {
        .purchase(customer: Self.customer, product: productId)
    }
}
