internal import StoreCore
internal import StoreCoreHTTP

/// The HTTP backend, before a service that is told of each state by signed notifications.
struct HTTPStoreHarness: StoreHarness {
    let backend: any StoreBackend
    private let life: ServiceLife

    init() async throws {
        life = try await ServiceLife.start()
        backend = try HTTPStoreBackend(
            try ServiceConnection(url: life.url, timeout: 600_000), customer: ServiceLife.customer,
            offers: StoreCatalogue.offers)
    }

    var now: Int64 { life.now }

    func buy(_ productId: String) async throws { try await life.buy(productId) }
    func revoke(_ productId: String) async throws { try await life.refund(productId) }
    func expire(_ productId: String) async throws { try await life.expire(productId) }
    func enterGracePeriod(_ productId: String) async throws { try await life.enterGracePeriod(productId) }
    func enterBillingRetry(_ productId: String) async throws { try await life.enterBillingRetry(productId) }
    func advance(by milliseconds: Int64) { life.advance(by: milliseconds) }
    func failNextLoad() { life.failNextQuestion() }
    func stop() async { await life.stop() }
}
