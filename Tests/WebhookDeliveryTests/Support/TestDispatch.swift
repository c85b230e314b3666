internal import EntitlementStorage
internal import FoundationEssentials
internal import HTTPClient
internal import JWS
internal import OpenSSLCrypto
internal import SQLiteStorage
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import WebhookDelivery

/// Keys that targets of the tests sign with.
enum TestKeys {
    static let one = [UInt8](repeating: 1, count: 32)
    static let two = [UInt8](repeating: 2, count: 24)

    static func secrets(_ keys: [UInt8]...) throws -> WebhookSecrets {
        try WebhookSecrets(
            lines: Array(keys.map { "whsec_" + Base64.encode($0) }.joined(separator: "\n").utf8))
    }
}

/// The stores that a dispatcher must work on alike.
enum DispatchStore: CaseIterable {
    case memory, sqlite, postgresql

    /// Runs `body` with a new store, which it closes.
    func run(_ body: (any EntitlementStore & DeliveryStore) async throws -> Void) async throws {
        switch self {
        case .memory: try await body(MemoryStore())
        case .sqlite:
            let folder = try TemporaryFolder()
            try await body(SQLiteStore(path: folder.file("store.db")))
            withExtendedLifetime(folder) {}
        case .postgresql:
            guard TestDatabase.isAvailable else { try Test.cancel("\(TestDatabase.absence)") }
            try await TestDatabase.run { database in try await body(try await database.store()) }
        }
    }
}

/// Dispatchers that share a store and a clock, and are made to step by the test.
final class TestDispatch: Sendable {
    let clock: TestClock
    let store: any EntitlementStore & DeliveryStore
    let client: WebhookClient
    private let noted = Mutex<[DeliveryNotice]>([])

    init(_ store: any EntitlementStore & DeliveryStore, clock: TestClock) throws {
        self.store = store
        self.clock = clock
        client = try WebhookClient(userAgent: "test/1")
    }

    /// What the dispatchers told.
    var notices: [DeliveryNotice] { noted.withLock { $0 } }

    /// A target that posts to a receiver on this host.
    func target(
        _ receiver: TestReceiver, name: String = "app", _ change: (inout WebhookTarget) throws -> Void = { _ in }
    ) throws -> WebhookTarget {
        var target = WebhookTarget(
            name: name, url: try WebhookURL(receiver.url), secrets: try TestKeys.secrets(TestKeys.one))
        target.allowsPrivateAddresses = true
        target.start = .beginning
        try change(&target)
        return target
    }

    /// Makes a dispatcher, and its targets known to the store.
    func dispatcher(
        _ targets: [WebhookTarget], holder: String = "one", timeout: Int = 600_000,
        _ change: (inout DispatchSettings) -> Void = { _ in },
        didNote: @escaping @Sendable (DeliveryNotice) -> Void = { _ in }
    ) async throws -> OutboxDispatcher {
        try await OutboxDispatcher.register(targets, in: store)
        var settings = DispatchSettings()
        settings.poll = 600_000
        settings.connectTimeout = 600_000
        settings.totalTimeout = timeout
        change(&settings)
        return OutboxDispatcher(
            targets: targets, store: store, holder: holder, settings: settings, time: clock.time,
            post: { [client] target, request async throws(HTTPClientError) in
                try await client.post(target, request)
            },
            observe: { notice in
                self.noted.withLock { $0.append(notice) }
                didNote(notice)
            })
    }

    /// Lets dispatchers step until nothing is left to do at this instant; when there may be more to do.
    @discardableResult
    func settle(_ dispatchers: OutboxDispatcher...) async throws -> Int64 {
        var next = Int64.max
        for lane in dispatchers.flatMap(\.lanes) {
            var time = try await lane.step()
            while await lane.waitForAttempts() || time <= clock.now { time = try await lane.step() }
            next = min(next, time)
        }
        return next
    }

    /// Lets a dispatcher step, the clock going on to whatever comes next, until nothing waits or an instant has come.
    func run(_ dispatcher: OutboxDispatcher, until end: Int64 = .max) async throws {
        while clock.now < end {
            let next = try await settle(dispatcher)
            guard try await store.targetCounts().contains(where: { $0.waiting > 0 }) else { return }
            clock.advance(to: min(next, end))
        }
    }

    /// Writes the events of some periods of some lines, turn by turn.
    func write(lines: Int, periods: Range<Int>, after milliseconds: Int64 = 1000) async throws {
        for period in periods {
            for line in 1...lines {
                clock.advance(by: milliseconds)
                _ = try await store.commit([
                    TestEvents.notification(line: "\(line)", period: period, at: clock.now)
                ])
            }
        }
    }

    /// Every event that the store has.
    func events() async throws -> [OutgoingEvent] { try await store.events(EventQuery(limit: 100_000)).events }

    func close() async {
        await client.close()
        await store.close()
    }
}

extension TestReceiver.Message {
    /// Whether one of the signatures is that of a key, worked out here anew.
    func isSigned(by key: [UInt8]) throws -> Bool {
        let code = try HMACSHA256.code(for: Array("\(id).\(seconds).".utf8) + body, key: key)
        return signatures.contains("v1,\(Base64.encode(code))")
    }
}
