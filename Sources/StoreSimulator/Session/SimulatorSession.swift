internal import AppStoreModels
internal import JWS
internal import OpenSSLCrypto
internal import Synchronization

/// An App Store in a box: it sells, renews, refunds, signs and tells, as `SKTestSession` does in Xcode, for servers.
///
/// A session owns its state, its clock and its keys; several run side by side without knowing of each other. Nothing
/// sleeps: virtual time moves when it is told to, and each call returns what happened, in order.
///
/// ```swift
/// let session = try SimulatorSession(configurationFileNamed: "Store")
/// try await session.buyProduct(identifier: "pro.monthly")
/// let events = try session.advance(by: .seconds(31 * 86_400))
/// for notification in events.compactMap(\.notification) { post(notification.body) }
/// ```
public final class SimulatorSession: Sendable {
    /// The customer of calls that name none.
    public static let defaultCustomer = "customer"

    private let state: Mutex<SessionState>
    private let clock: SessionClock

    /// Starts a session with products built in code.
    ///
    /// - Parameters:
    ///   - catalog: The products.
    ///   - settings: What the tester decides; ``resetToDefaultState()`` returns to it.
    ///   - device: The settings that concern the app on a device.
    ///   - options: The app, the clock, the seed and the keys.
    /// - Throws: ``SessionError``: `refused` when the clock starts before 1970 or after the year 9999, `certificates` when
    ///   there is no randomness.
    public init(
        catalog: ProductCatalog, settings: WorldSettings = WorldSettings(), device: DeviceSettings = DeviceSettings(),
        options: SessionOptions
    ) throws(SessionError) {
        clock = options.clock
        let start = options.clock.start
        guard StoreWorld.dates.contains(start) else { throw .refused(.dateOutOfRange(start)) }
        let signer = PayloadSigner(
            PayloadWriter(app: options.app, settings: options.payloads),
            chain: try SimulatorSession.chain(options, start: start))
        let world = StoreWorld(
            catalog: catalog, app: options.app, settings: settings, start: start, seed: options.seed)
        state = Mutex(SessionState(world: world, device: device, signer: signer, historyLimit: options.historyLimit))
    }

    deinit { state.withLock { $0.listeners.streams.finish() } }

    /// How long before and after the start of a session its certificates are valid: 30 years.
    private static let certificateSpan: Int64 = 30 * 366 * 86_400_000

    private static func chain(_ options: SessionOptions, start: Int64) throws(SessionError) -> SigningChain {
        if let chain = options.chain { return chain }
        do throws(OpenSSLError) {
            // Purchases may be dated before the start.
            let first = max(start - certificateSpan, 0)
            // A certificate cannot be valid beyond the year 9999, and ends a second after the last.
            let last = min(start + certificateSpan, StoreWorld.lastDate - 1000)
            guard options.app.environment == .xcode else { return try .appStore(from: first, to: last) }
            return try .xcode(from: first, to: last)
        } catch {
            throw .certificates(error)
        }
    }

    /// Does something in the store, and returns what followed from it at once, in order.
    ///
    /// - Throws: ``SessionError``, `refused`, when it cannot be done; then nothing has changed.
    @discardableResult
    public func perform(_ action: StoreAction) throws(SessionError) -> [SessionEvent] {
        try change { state throws(SessionError) in
            let occurrences: [StoreOccurrence]
            do throws(SimulatorError) { occurrences = try state.world.perform(action) } catch { throw .refused(error) }
            return try state.publish(occurrences)
        }
    }

    /// Runs a change under the lock, after time that passes by itself has been caught up with.
    func change<Result>(
        _ body: (inout SessionState) throws(SessionError) -> sending Result
    ) throws(SessionError) -> sending Result {
        try state.withLock { state throws(SessionError) in
            if case .live(let now) = clock { try SimulatorSession.advance(&state, to: max(now(), state.world.now)) }
            return try body(&state)
        }
    }

    /// Looks at the store under the lock, after time that passes by itself has been caught up with.
    ///
    /// The closure must be quick and must not call the session.
    package func inspect<Result>(
        _ body: (borrowing StoreWorld) throws(SessionError) -> sending Result
    ) throws(SessionError) -> sending Result {
        try change { state throws(SessionError) in try body(state.world) }
    }

    /// The place of each transaction's last change in the order of all changes, which history is paged by.
    package func changeOrder(of ids: [Int]) -> [Int: Int] {
        read { state in
            var order: [Int: Int] = [:]
            for id in ids { order[id] = state.changes[id] }
            return order
        }
    }

    /// Changes something that no time passes for, under the lock.
    func lock<Result>(_ body: (inout SessionState) -> sending Result) -> sending Result {
        state.withLock { body(&$0) }
    }

    /// Reads under the lock, without moving time.
    func read<Result, Failure: Error>(
        _ body: (borrowing SessionState) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try state.withLock { state throws(Failure) in try body(state) }
    }

    /// Moves the clock and publishes what happens on the way.
    @discardableResult
    static func advance(_ state: inout SessionState, to date: Int64) throws(SessionError) -> [SessionEvent] {
        var occurrences: [StoreOccurrence] = []
        var refusal: SimulatorError?
        do throws(SimulatorError) {
            try state.world.advance(to: date, limit: eventLimit) { occurrences.append($0) }
        } catch {
            // What happened until then has happened.
            refusal = error
        }
        let events = try state.publish(occurrences)
        if let refusal { throw .refused(refusal) }
        return events
    }

    /// How many events may happen in one move of the clock.
    private static let eventLimit = 1_000_000
}
