import AppStoreModels
import AppStoreServerAPI
import AppStoreVerification
import OpenSSLCrypto
import SimulatorService
import StoreSimulator
import Testing

/// A simulated App Store on a port, and a client that asks it.
struct SimulatedStore {
    /// 2026-01-31T10:00:00Z, where the store's clock begins.
    static let start: Int64 = 1_769_853_600_000
    static let day: Int64 = 86_400_000

    let session: SimulatorSession
    let store: ServedStore
    let simulator: RunningSimulator
    let clock: ManualClock
    let client: AppStoreServerAPIClient
    private let transport: HTTPTransport
    private let configuration: ServerAPIConfiguration
    private let verifier: SignedDataVerifier

    static let catalog: ProductCatalog = {
        let monthly = CatalogProduct(
            id: "pro.monthly", groupID: "G1", level: 2, period: CalendarDuration(months: 1), price: 9_990)
        let news = CatalogProduct(id: "news", groupID: "G2", period: CalendarDuration(months: 1), price: 1_990)
        return ProductCatalog([monthly, news, CatalogProduct(id: "coins", type: .consumable, price: 990)])
    }()

    /// Starts one; `body` uses it, then it is stopped.
    static func with(
        environment: AppStoreModels.Environment = .sandbox,
        _ change: (inout ServerAPIConfiguration) -> Void = { _ in },
        _ body: (SimulatedStore) async throws -> Void
    ) async throws {
        let store = try await SimulatedStore(environment: environment, change)
        do { try await body(store) } catch {
            await store.stop()
            throw error
        }
        await store.stop()
    }

    private init(
        environment: AppStoreModels.Environment, _ change: (inout ServerAPIConfiguration) -> Void
    ) async throws {
        let clock = ManualClock()
        var options = SessionOptions(app: SimulatedApp(bundleId: SampleClient.bundleId, environment: environment))
        options.clock = .virtual(start: Self.start)
        session = try SimulatorSession(catalog: Self.catalog, options: options)
        store = ServedStore(
            session: session,
            credentials: ServerAPICredentials(key: try P256PrivateKey(), bundleID: SampleClient.bundleId),
            delivery: DeliveryDesk(
                session: session,
                connect: { _ throws(SessionError) in DeliveryDesk.Line(send: { _, _ in .success }) }),
            realTime: { clock.now })
        simulator = try await RunningSimulator.start(store, listen: "127.0.0.1:0")
        self.clock = clock
        let credentials = try SigningCredentials(
            p8: Array(try store.credentials.key.pem().utf8), keyId: store.credentials.keyID,
            issuerId: store.credentials.issuerID, bundleId: store.credentials.bundleID)
        var configuration = ServerAPIConfiguration(credentials: credentials, environment: environment)
        configuration.baseURLs = [environment: "http://\(simulator.address)"]
        // A busy machine may let an answer wait; only hangs shall fail.
        transport = try HTTPTransport(timeout: 600_000)
        change(&configuration)
        self.configuration = configuration
        verifier = try SignedDataVerifier(
            VerifierConfiguration(
                trustsBuiltInRoots: false, addedRoots: session.trustAnchors,
                apps: [AppIdentity(bundleId: SampleClient.bundleId, appAppleId: session.app.appAppleId)]))
        client = try AppStoreServerAPIClient(
            configuration, verifier: verifier, transport: transport, surroundings: clock.surroundings)
    }

    /// Another client that knows nothing of what the first has met with.
    func anotherClient() throws -> AppStoreServerAPIClient {
        try AppStoreServerAPIClient(
            configuration, verifier: verifier, transport: transport, surroundings: clock.surroundings)
    }

    private func stop() async {
        await transport.close()
        await simulator.stop()
    }

    /// Buys, and returns the number of the transaction.
    @discardableResult
    func buy(_ product: String, by customer: String = "ann") throws -> String {
        let events = try session.perform(.buy(PurchaseRequest(customer: customer, product: product)))
        return String(try #require(events.compactMap(\.transaction).last { $0.customerID == customer }).id)
    }
}
