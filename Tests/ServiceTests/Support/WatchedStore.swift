internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import OpenSSLCrypto
internal import SimulatorService
internal import StoreSimulator
internal import Synchronization
internal import TestSupport
internal import Testing

@testable import Service

/// A simulated App Store on a port, a store that does not get all of its notifications, and what compares the two.
struct WatchedStore {
    static let day: Int64 = 86_400_000
    private static let bundleId = "com.example.app"
    /// 2026-01-31T10:00:00Z.
    private static let start: Int64 = 1_769_853_600_000

    let session: SimulatorSession
    let store = MemoryStore()
    let parts: ServiceParts
    private let desk: DeliveryDesk
    private let mail: Mail
    private let served: ServedStore
    private let address: String
    private let log: Log

    /// What the App Store has sent and nobody took yet.
    final class Mail: Sendable {
        private let bodies = Mutex<[[UInt8]]>([])
        func put(_ body: [UInt8]) { bodies.withLock { $0.append(body) } }
        func take() -> [[UInt8]] {
            bodies.withLock { bodies in
                defer { bodies = [] }; return bodies
            }
        }
    }

    /// What the service logged.
    final class Log: Sendable {
        private let events = Mutex<[ServiceEvent]>([])
        func note(_ event: ServiceEvent) { events.withLock { $0.append(event) } }
        var all: [ServiceEvent] { events.withLock(\.self) }
    }

    /// Starts one; `body` uses it, then it is stopped.
    static func with(_ body: (WatchedStore) async throws -> Void) async throws {
        let mail = Mail()
        var options = SessionOptions(app: SimulatedApp(bundleId: bundleId, environment: .production))
        options.clock = .virtual(start: start)
        let catalog = ProductCatalog([
            CatalogProduct(id: "pro", groupID: "G1", level: 1, period: CalendarDuration(months: 1), price: 9_990)
        ])
        let session = try SimulatorSession(catalog: catalog, options: options)
        let desk = DeliveryDesk(
            session: session,
            connect: { _ throws(SessionError) in
                DeliveryDesk.Line(send: { body, _ in
                    mail.put(body)
                    return .success
                })
            })
        try await desk.setServer("http://receiver.invalid/", chaos: nil)
        let served = ServedStore(
            session: session, credentials: ServerAPICredentials(key: try P256PrivateKey(), bundleID: bundleId),
            delivery: desk, realTime: { session.now })
        let simulator = try await RunningSimulator.start(served, listen: "127.0.0.1:0")
        do {
            try await body(try WatchedStore(session, desk, mail, served, simulator.address))
        } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }

    private init(
        _ session: SimulatorSession, _ desk: DeliveryDesk, _ mail: Mail, _ served: ServedStore, _ address: String
    ) throws {
        self.session = session
        self.desk = desk
        self.mail = mail
        self.served = served
        self.address = address
        let log = Log()
        self.log = log
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(
                addedRoots: session.trustAnchors,
                apps: [AppIdentity(bundleId: Self.bundleId, appAppleId: session.app.appAppleId)],
                environments: [.production]))
        parts = ServiceParts(
            processor: NotificationProcessor(verifier: verifier, store: store, now: { session.now }),
            evaluation: EvaluationConfiguration(), linkPolicy: .keep, warnings: [], metrics: ServiceMetrics(),
            log: log.note, now: { session.now }, version: "9.8.7", startedAt: session.now)
    }

    /// What compares, by a key that the App Store knows or by another one.
    func watch(
        requestsPerHour: Int = 6000, samples: Int = 0, withOtherKey: Bool = false
    ) throws -> LineWatch {
        var limits = ReconcileLimits()
        limits.requestsPerHour = requestsPerHour
        limits.sampleLinesPerHour = samples
        limits.settleSeconds = 0
        let key = withOtherKey ? try P256PrivateKey() : served.credentials.key
        var configuration = ServerAPIConfiguration(
            credentials: try SigningCredentials(
                signingKey: key, keyId: served.credentials.keyID, issuerId: served.credentials.issuerID,
                bundleId: Self.bundleId), environment: .production)
        configuration.baseURLs[.production] = "http://\(address)"
        let session = session
        let client = try AppStoreServerAPIClient(
            configuration, verifier: parts.verifier, transport: try HTTPTransport(timeout: 600_000),
            surroundings: .system(now: { session.now }))
        return LineWatch(parts: parts, clients: [client], limits: limits)
    }

    /// Does something in the App Store; what it sends waits.
    func perform(_ action: StoreAction) async throws {
        try session.perform(action)
        await desk.deliver()
    }

    /// Lets time pass.
    func wait(days: Int64) async throws {
        let end = session.now + days * Self.day
        _ = try await desk.advance { _ in end }
    }

    /// What was sent and nobody took yet.
    func sent() -> [[UInt8]] { mail.take() }

    /// Takes notifications into the store.
    func take(_ bodies: [[UInt8]]) async {
        for body in bodies { _ = await parts.processor.process(body, source: .appStore) }
    }

    /// The states of all answers, at the present.
    func states() async throws -> [EntitlementState] {
        try await store.lines(after: nil, environment: nil, limit: 100).flatMap {
            Evaluator.evaluate($0, configuration: parts.evaluation, now: session.now).map(\.state)
        }
    }

    /// What was compared so far.
    var counts: ReconcileCounts { parts.metrics.current.reconcile }

    /// The failures that were logged.
    var failures: [FailureEvent] {
        log.all.compactMap { event in if case .failed(let failure) = event { failure } else { nil } }
    }
}
