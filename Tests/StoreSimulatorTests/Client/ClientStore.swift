import AppStoreModels
import AppStoreVerification
import StoreSimulator

/// A session with the products of the small store, and a device of one of its customers.
struct ClientStore {
    let session: SimulatorSession
    let ann: StoreClient

    init(settings: WorldSettings = WorldSettings()) throws {
        session = try SimulatorSession(
            catalog: TestStore.catalog, settings: settings,
            options: SessionOptions(app: SimulatedApp(bundleId: "com.example.app")))
        ann = session.client(for: "ann")
    }

    /// Moves the clock.
    func advance(days: Int64) throws { try session.advance(to: session.now + days * TestStore.day) }

    /// A transaction's payload, after verification with the session's root.
    func payload(_ jws: String) throws -> JWSTransactionDecodedPayload? {
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(
                trustsBuiltInRoots: false, addedRoots: session.trustAnchors,
                apps: [AppIdentity(bundleId: session.app.bundleId, appAppleId: session.app.appAppleId)],
                environments: [session.app.environment]))
        let verified = try verifier.verify(Array(jws.utf8), as: .transaction, now: session.now)
        guard case .transaction(let transaction) = verified else { return nil }
        return transaction.payload
    }

    /// Something that another customer does, which concerns no device of the first.
    func disturb() async throws {
        try await session.buyProduct(identifier: "pro.top", options: [.customer("bob")])
        try session.perform(.cancel(.purchase(customer: "bob")))
        try session.perform(.purchaseIntent(customer: "bob", product: "coins", offer: nil))
        try session.sendMessage(.generic, to: "bob")
    }
}

extension AsyncSequence where Failure == Never {
    /// The first elements; what was to come is there already, so this waits only where it is not.
    func first(_ count: Int) async -> [Element] {
        var elements: [Element] = []
        guard count > 0 else { return [] }
        for await element in self {
            elements.append(element)
            if elements.count == count { break }
        }
        return elements
    }
}
