internal import AppStoreVerification
package import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import NotificationProcessing
internal import StoreSelection
internal import Synchronization

/// A service that takes requests, from its start until it is stopped.
package final class RunningService: Sendable {
    /// Opens the store that an address names.
    package typealias StoreOpener =
        @Sendable (_ configuration: ServiceConfiguration) async throws(StoreError)
        -> any EntitlementStore

    /// Where the listeners are bound, with the ports that the system chose where 0 was asked for.
    package let addresses: ServiceAddresses
    /// Where each listener finds its router.
    let routers: (open: RouterPlace, closed: RouterPlace)
    /// What may be exchanged while the service runs.
    let live: Mutex<LiveService>
    private let servers: [HTTPServer]
    private let work: WorkInProgress
    private let hearing = Mutex<Task<Void, Never>?>(nil)
    private let partitioning = Mutex<Task<Void, Never>?>(nil)
    private let ending = Mutex<Task<ServiceSummary, Never>?>(nil)

    private init(
        _ live: LiveService, open: HTTPServer, closed: HTTPServer, routers: (open: RouterPlace, closed: RouterPlace),
        work: WorkInProgress
    ) {
        self.live = Mutex(live)
        self.routers = routers
        self.work = work
        servers = [open, closed]
        addresses = ServiceAddresses(
            publicAddress: open.boundAddress.description, privateAddress: closed.boundAddress.description)
    }

    /// Opens the store, binds both listeners, and says so by the events `warning` and `listening`.
    ///
    /// - Parameters:
    ///   - configuration: What the service is told.
    ///   - version: The program's version, for metrics.
    ///   - now: The present, in milliseconds since 1970.
    ///   - openStore: Opens the store.
    ///   - log: Takes events; called from any thread, and must not wait.
    /// - Returns: The service, which runs until `stop` is called.
    /// - Throws: What cannot be used; nothing is left open then.
    package static func start(
        _ configuration: ServiceConfiguration, version: String, now: @escaping @Sendable () -> Int64,
        openStore: StoreOpener = RunningService.openStore, log: @escaping @Sendable (ServiceEvent) -> Void
    ) async throws(ServiceError) -> RunningService {
        // Before anything is opened.
        _ = try verifier(configuration)
        let revocation = try OnlineRevocation.make(
            configuration.revocation, seconds: configuration.limits.responderSeconds, version: version, now: now,
            log: log)
        let store: any EntitlementStore
        do throws(StoreError) { store = try await openStore(configuration) } catch { throw .store(error) }
        let processor = try processor(configuration, store: store, revocation: revocation, now: now)
        let parts = ServiceParts(
            processor: processor, evaluation: configuration.evaluation, linkPolicy: configuration.linkPolicy,
            warnings: configuration.warnings, metrics: ServiceMetrics(), log: log, now: now, version: version,
            handedLines: configuration.reconcile.map { _ in HandedLines() }, startedAt: now())
        do throws(ServiceError) {
            // Before the first notification is taken, so that a new target misses none of its events.
            let outbox = try await Outbox.make(configuration, parts)
            let watch = try LineWatch.make(configuration, parts)
            let service = try await bind(
                LiveService(configuration: configuration, parts: parts, outbox: outbox, revocation: revocation))
            for warning in configuration.warnings { log(.warning(warning)) }
            service.live.withLock {
                $0.sweeping = sweepingTask(parts, every: configuration.limits.sweepSeconds)
                $0.watching = watchingTask(watch)
            }
            service.startHearing()
            service.startPartitioning()
            await outbox?.start()
            log(.listening(service.addresses))
            return service
        } catch {
            await store.close()
            throw error
        }
    }

    private static func verifier(_ configuration: ServiceConfiguration) throws(ServiceError) -> SignedDataVerifier {
        do throws(VerifierConfigurationError) {
            return try SignedDataVerifier(configuration.verifier)
        } catch {
            throw .verifier(error)
        }
    }

    /// What verifies and commits under a configuration.
    static func processor(
        _ configuration: ServiceConfiguration, store: any EntitlementStore, revocation: OnlineRevocation?,
        now: @escaping @Sendable () -> Int64
    ) throws(ServiceError) -> NotificationProcessor {
        NotificationProcessor(
            verifier: try verifier(configuration), store: store, revocation: revocation?.checker,
            capacity: configuration.limits.queueCapacity, groupSize: configuration.limits.commitGroupSize, now: now)
    }

    /// What answers the requests to a listener under a configuration.
    static func router(
        _ listener: Listener, _ parts: ServiceParts, _ configuration: ServiceConfiguration
    ) -> Router {
        switch listener {
        case .open: Router(endpoints: Endpoints.open(parts), tokens: nil)
        case .closed: Router(endpoints: Endpoints.closed(parts), tokens: configuration.tokens)
        }
    }

    /// Begins to look for what ends by the clock.
    static func sweepingTask(_ parts: ServiceParts, every seconds: Int) -> Task<Void, Never>? {
        guard seconds > 0 else { return nil }
        let sweep = ClockSweep(store: parts.store, now: parts.now, log: parts.log, hasSwept: parts.bell.ring)
        return Task { await sweep.run(every: seconds) }
    }

    /// Lets what other processes write wake those who wait here.
    private func startHearing() {
        let parts = live.withLock(\.parts)
        guard let store = parts.store as? any EventHearing else { return }
        hearing.withLock { $0 = Task { [bell = parts.bell] in await store.hearEvents(bell.ring) } }
    }

    private func startPartitioning() {
        let parts = live.withLock(\.parts)
        guard let store = parts.store as? any PartitioningStore else { return }
        let sweep = PartitionSweep(store: store, now: parts.now, log: parts.log)
        partitioning.withLock { $0 = Task { await sweep.run() } }
    }

    /// Opens the store of a configuration as the program does.
    @Sendable package static func openStore(
        _ configuration: ServiceConfiguration
    ) async throws(StoreError) -> any EntitlementStore {
        let limits = RejectionLimits(rows: configuration.limits.rejectedRows, bytes: configuration.limits.rejectedBytes)
        return try await StoreOpening.open(
            url: configuration.store, rejectionLimits: limits, eventRules: configuration.eventRules)
    }

    private static func bind(_ live: LiveService) async throws(ServiceError) -> RunningService {
        let (configuration, parts) = (live.configuration, live.parts)
        let work = WorkInProgress()
        let routers = (
            open: RouterPlace(router(.open, parts, configuration)),
            closed: RouterPlace(router(.closed, parts, configuration))
        )
        func face(_ listener: Listener, _ place: RouterPlace) -> ListenerFace {
            ListenerFace(
                listener: listener, place: place, maximumBody: configuration.maximumBody, metrics: parts.metrics,
                work: work, log: parts.log, now: parts.now)
        }
        let closed: HTTPServer
        do throws(HTTPServingError) {
            // Tokens must not travel in clear text; on loopback nobody listens in.
            let tls = configuration.privateListen.isLoopback ? nil : configuration.tls
            closed = try face(.closed, routers.closed)
                .serve(configuration.privateListen, configuration.limits, tls: tls)
        } catch {
            throw .listener(setting: "privateListen", error)
        }
        do throws(HTTPServingError) {
            let open = try face(.open, routers.open)
                .serve(configuration.listen, configuration.limits, tls: configuration.tls)
            return RunningService(live, open: open, closed: closed, routers: routers, work: work)
        } catch {
            await closed.stop(patience: 0)
            throw .listener(setting: "listen", error)
        }
    }

    /// Stops listening, lets the requests in flight end, commits what waits, and closes the store.
    ///
    /// Requests that take longer than the configured time are answered 503. A second call waits for the first.
    ///
    /// - Returns: What the service did.
    package func stop() async -> ServiceSummary {
        let task = ending.withLock { ending in
            let task = ending ?? Task { await self.end() }
            ending = task
            return task
        }
        return await task.value
    }

    private func end() async -> ServiceSummary {
        let live = live.withLock(\.self)
        let (parts, sweeping, watching) = (live.parts, live.sweeping, live.watching)
        let hearing = hearing.withLock(\.self)
        let patience = live.configuration.limits.stopSeconds * 1000
        parts.log(.stopping)
        let partitioning = partitioning.withLock(\.self)
        for task in [sweeping, watching, hearing, partitioning] { task?.cancel() }
        await sweeping?.value
        await watching?.value
        await partitioning?.value
        await withTaskGroup(of: Void.self) { group in
            for server in servers {
                group.addTask { await server.stop(patience: patience) }
            }
        }
        // Clients that were sent away do not end the work on their requests.
        await work.wait()
        await parts.processor.flush()
        await live.revocation?.close()
        await live.outbox?.stop()
        await hearing?.value
        await parts.store.close()
        let counts = parts.metrics.current
        let now = parts.now()
        let summary = ServiceSummary(
            at: now, uptime: now - parts.startedAt, notifications: counts.notifications,
            transactions: counts.transactions, unavailable: counts.unavailable, refused: counts.refused)
        parts.log(.stopped(summary))
        return summary
    }
}
