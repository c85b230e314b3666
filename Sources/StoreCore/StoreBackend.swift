/// Where offers and entitlements come from: a store, a stand-in for one, or a server that knows what was bought.
///
/// ``StoreModel`` asks and decides; a backend only reports. ``FakeStoreBackend`` is one for tests.
public protocol StoreBackend: Sendable {
    /// Tells what is on offer among some products.
    ///
    /// - Parameter ids: Product identifiers, each once.
    /// - Returns: The products that there are, in any order; those that are not found are left out.
    /// - Throws: ``StoreBackendError`` when that cannot be told. A product that is not found is no error.
    func offers(for ids: [String]) async throws(StoreBackendError) -> [Offer]

    /// Tells all that the customer is entitled to now.
    ///
    /// What was revoked, has expired or waits in billing retry is not among it; what is in its grace period is.
    ///
    /// - Returns: The entitlements in any order; empty for a customer who owns nothing, or whom nobody knows.
    /// - Throws: ``StoreBackendError`` when that cannot be told.
    func entitled() async throws(StoreBackendError) -> [Entitlement]
}
