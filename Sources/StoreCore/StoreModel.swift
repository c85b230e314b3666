/// Decides what to offer and what is unlocked, from what a backend tells.
///
/// Offers and entitlements are replaced together by a load that succeeds, or not at all: a load that fails is visible in
/// ``state`` and leaves what was known before, whose entitlements still end by the clock. Loads may overlap: the one begun
/// last wins, and no earlier one ever replaces what it found or hides that it failed.
///
/// ```swift
/// let year = Offer(
///     productId: "pro.yearly", displayName: "Pro", price: Price(milliunits: 39_990, currency: "USD"), period: "P1Y")
/// let store = FakeStoreBackend(offers: [year])
/// let model = StoreModel(backend: store)
///
/// await model.load(["pro.yearly", "pro.weekly"])
/// await model.contents.offers                          // [year]
/// await model.contents.missing                         // ["pro.weekly"]
/// await model.isUnlocked("pro.yearly", at: now)        // false
///
/// store.entitlements = [Entitlement(name: "pro.yearly", until: now + 1000)]
/// await model.load(["pro.yearly"])
/// await model.isUnlocked("pro.yearly", at: now)        // true
/// await model.isUnlocked("pro.yearly", at: now + 1000) // false: it has ended
/// ```
public actor StoreModel {
    /// How the newest load stands.
    public enum State: Hashable, Sendable {
        /// Nothing was loaded yet.
        case idle
        /// A load is under way, and none that began later has ended.
        case loading
        /// The newest load succeeded.
        case loaded
        /// The newest load failed; what is held is older.
        case failed(StoreBackendError)
    }

    /// What the last load that succeeded brought; empty before.
    public private(set) var contents = StoreContents()

    private let backend: any StoreBackend
    /// Loads are numbered from 1 as they begin.
    private var lastBegun: UInt64 = 0
    /// The newest load that succeeded or failed, and which of both.
    private var lastSettled: UInt64 = 0
    private var settledState = State.idle
    private var underWay: Set<UInt64> = []

    /// Makes a model that has nothing loaded.
    public init(backend: any StoreBackend) {
        self.backend = backend
    }

    /// How the newest load stands.
    public var state: State { underWay.contains { $0 > lastSettled } ? .loading : settledState }

    /// Asks the backend for offers and entitlements, and returns when the answers are in force or do not count.
    ///
    /// A load whose task is cancelled leaves no trace, if the backend heeds that.
    ///
    /// - Parameter ids: The products to offer. Repetitions are harmless; with none, entitlements alone are asked for.
    public func load(_ ids: [String]) async {
        lastBegun += 1
        let load = lastBegun
        underWay.insert(load)
        defer { underWay.remove(load) }
        let asked = StoreContents.distinct(ids)
        do throws(StoreBackendError) {
            let offers = asked.isEmpty ? [] : try await backend.offers(for: asked)
            // Spares the second question where the answer could not count any more.
            guard load > lastSettled else { return }
            let entitlements = try await backend.entitled()
            guard load > lastSettled else { return }
            contents = StoreContents(asked: asked, offers: offers, entitlements: entitlements)
            settle(load, .loaded)
        } catch {
            guard load > lastSettled, error != .cancelled else { return }
            settle(load, .failed(error))
        }
    }

    /// Whether the customer may use something, as far as is known; see ``StoreContents/isUnlocked(_:at:)``.
    ///
    /// - Parameters:
    ///   - name: A product identifier, or a name that the backend gives to what products unlock.
    ///   - now: The instant asked about, in milliseconds since 1970.
    /// - Returns: Whether an entitlement of that name holds.
    public func isUnlocked(_ name: String, at now: Int64) -> Bool { contents.isUnlocked(name, at: now) }

    private func settle(_ load: UInt64, _ state: State) {
        lastSettled = load
        settledState = state
    }
}
