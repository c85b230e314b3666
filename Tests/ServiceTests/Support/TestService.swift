internal import EntitlementStorage
internal import Service
internal import StrictJSON
internal import Synchronization
internal import TestSupport

/// A service on ports that the system chose, which trusts the test run's authority; with its own clock and log.
final class TestService: Sendable {
    /// Where a service keeps what it is given.
    enum Store: CaseIterable, Sendable {
        case memory
        case sqlite
    }

    private struct State {
        var now: Int64
        var events: [ServiceEvent] = []
        var waiting: [(condition: @Sendable ([ServiceEvent]) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
            []

        mutating func note(_ event: ServiceEvent) {
            events.append(event)
            for wait in waiting where wait.condition(events) { wait.continuation.resume() }
            waiting.removeAll { $0.condition(events) }
        }
    }

    let service: RunningService
    private let state: Box
    private let folder: TemporaryFolder

    private final class Box: Sendable {
        let state: Mutex<State>
        init(now: Int64) { state = Mutex(State(now: now)) }
    }

    /// Starts a service; its clock stands at the moment when the samples were signed.
    static func start(
        _ store: Store = .memory, opening hooked: HookedStore? = nil,
        configure: (inout ServiceSettings) -> Void = { _ in }
    ) async throws -> TestService {
        let folder = try TemporaryFolder()
        var settings = try folder.settings()
        if store == .sqlite { settings.store = "sqlite:\(folder.path)/store.db" }
        configure(&settings)
        // A loaded machine is no reason for a test to fail.
        settings.limits.merge(
            [
                "idleTimeoutSeconds": 3600, "receiveTimeoutSeconds": 3600, "sendTimeoutSeconds": 3600,
                "stopSeconds": 3600, "responderSeconds": 3600,
            ]
        ) { own, _ in own }
        let box = Box(now: SamplePayload.signedDate)
        let configuration = try ServiceConfiguration(settings, now: SamplePayload.signedDate)
        let service = try await RunningService.start(
            configuration, version: "9.8.7", now: { box.state.withLock { $0.now } },
            openStore: { configuration throws(StoreError) in
                if let hooked { return hooked }
                return try await RunningService.openStore(configuration)
            }, log: { event in box.state.withLock { $0.note(event) } })
        return TestService(service: service, state: box, folder: folder)
    }

    private init(service: RunningService, state: Box, folder: TemporaryFolder) {
        self.service = service
        self.state = state
        self.folder = folder
    }

    /// What was logged so far.
    var events: [ServiceEvent] { state.state.withLock { $0.events } }

    /// Waits until the events fulfil a condition.
    func eventually(_ condition: @escaping @Sendable ([ServiceEvent]) -> Bool) async {
        await withCheckedContinuation { continuation in
            state.state.withLock { state in
                guard !condition(state.events) else { return continuation.resume() }
                state.waiting.append((condition, continuation))
            }
        }
    }

    /// Sets the clock so many milliseconds after the samples were signed.
    func setClock(_ milliseconds: Int64) {
        state.state.withLock { $0.now = SamplePayload.signedDate + milliseconds }
    }

    /// Ends the service.
    @discardableResult
    func stop() async -> ServiceSummary { await service.stop() }

    /// Posts to the public listener.
    func post(
        _ body: [UInt8], to target: String = "/v1/notifications", type: String? = "application/json"
    ) async throws -> LoopbackClient.Answer? {
        try await LoopbackClient.ask(
            service.addresses.publicAddress, "POST", target,
            headers: type.map { ["Content-Type": $0] } ?? [:], body: body)
    }

    /// Posts a notification as the App Store does.
    func post(jws: String) async throws -> LoopbackClient.Answer? { try await post(TestSigner.body(jws)) }

    /// Asks the private listener.
    func ask(
        _ method: String, _ target: String, token: String? = nil, body: [UInt8] = []
    ) async throws -> LoopbackClient.Answer? {
        try await LoopbackClient.ask(
            service.addresses.privateAddress, method, target,
            headers: token.map { ["Authorization": "Bearer \($0)"] } ?? [:], body: body)
    }

    /// Asks the private listener and returns the body.
    func json(_ target: String) async throws -> JSONNode? { try await ask("GET", target)?.json }
}
