internal import StoreCore

/// A backend with a store behind it that tests bring into the states which purchases get into.
///
/// One conformance for each backend; the decision tests run against all of ``StoreKind``. Each harness has the products
/// of ``StoreCatalogue`` and one customer, who owns nothing at first.
protocol StoreHarness: Sendable {
    /// The backend, for that customer.
    var backend: any StoreBackend { get }
    /// The store's time, in milliseconds since 1970.
    var now: Int64 { get async throws }

    /// The customer buys a product, or the next period of it.
    func buy(_ productId: String) async throws
    /// The purchase is refunded.
    func revoke(_ productId: String) async throws
    /// The subscription ends, as far as the store knows: time passes, and it is told.
    func expire(_ productId: String) async throws
    /// The subscription's period ends unpaid, and access stays for ``StoreCatalogue/gracePeriod``.
    func enterGracePeriod(_ productId: String) async throws
    /// The subscription's period ends unpaid, and so does a grace period if there was one; the store still tries.
    func enterBillingRetry(_ productId: String) async throws
    /// Time passes, and the store is told nothing.
    func advance(by milliseconds: Int64) async throws
    /// The next load fails.
    func failNextLoad() async throws
    /// Ends what the harness started.
    func stop() async
}

/// The backends that the decision tests run against.
enum StoreKind: String, CaseIterable, Sendable {
    case fake
    case http
    case simulator

    /// Starts a store.
    func start() async throws -> any StoreHarness {
        switch self {
        case .fake: FakeStoreHarness()
        case .http: try await HTTPStoreHarness()
        case .simulator: try SimulatorStoreHarness()
        }
    }

    /// Starts a store, and ends it when the test is over, also where that throws.
    func run(_ test: (any StoreHarness) async throws -> Void) async throws {
        let harness = try await start()
        do {
            try await test(harness)
        } catch {
            await harness.stop()
            throw error
        }
        await harness.stop()
    }
}
