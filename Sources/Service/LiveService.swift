internal import AppStoreVerification
internal import EntitlementStorage
internal import HTTPServing
internal import NotificationProcessing
internal import Synchronization

/// What a running service works with and can exchange while it runs, all of it at once.
struct LiveService: Sendable {
    var configuration: ServiceConfiguration
    var parts: ServiceParts
    var outbox: Outbox?
    var revocation: OnlineRevocation?
    var sweeping: Task<Void, Never>?
    var watching: Task<Void, Never>?
}

/// The router of a listener: requests that come after an exchange meet the new one.
final class RouterPlace: Sendable {
    private let place: Mutex<Router>

    init(_ router: Router) { place = Mutex(router) }

    /// The router for the next request.
    var router: Router { place.withLock(\.self) }

    /// Lets another router answer from now on.
    func exchange(for router: Router) { place.withLock { $0 = router } }
}
