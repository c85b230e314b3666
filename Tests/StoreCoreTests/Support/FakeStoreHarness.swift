internal import StoreCore
internal import Synchronization

/// The fake backend, which is told what a store would say in each state.
final class FakeStoreHarness: StoreHarness {
    private static let period = 30 * StoreCatalogue.day

    private let fake = FakeStoreBackend(offers: StoreCatalogue.offers)
    private let clock = Mutex<Int64>(1_780_272_000_000)

    var backend: any StoreBackend { fake }
    var now: Int64 { clock.withLock(\.self) }

    func buy(_ productId: String) {
        let isSubscription = productId != StoreCatalogue.lifetime.productId
        set(productId, .active, until: isSubscription ? now + Self.period : nil)
    }

    func revoke(_ productId: String) { remove(productId) }

    func expire(_ productId: String) {
        advance(by: Self.period)
        remove(productId)
    }

    func enterGracePeriod(_ productId: String) {
        advance(by: Self.period)
        set(productId, .gracePeriod, until: now + StoreCatalogue.gracePeriod)
    }

    func enterBillingRetry(_ productId: String) {
        advance(by: Self.period + StoreCatalogue.gracePeriod)
        remove(productId)
    }

    func advance(by milliseconds: Int64) { clock.withLock { $0 += milliseconds } }

    func failNextLoad() { fake.failNext(.entitled) }

    func stop() {}

    private func set(_ productId: String, _ state: Entitlement.State, until: Int64?) {
        remove(productId)
        fake.entitlements.append(Entitlement(name: productId, productId: productId, state: state, until: until))
    }

    private func remove(_ productId: String) { fake.entitlements.removeAll { $0.name == productId } }
}
