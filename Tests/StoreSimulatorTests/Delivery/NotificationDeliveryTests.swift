import AppStoreModels
import StoreSimulator
import Synchronization
import Testing

@Suite("Deliveries in a session's time")
struct NotificationDeliveryTests {
    private static let hour: Int64 = 3_600_000

    /// A server that fails so many times and keeps what it was sent.
    private final class Server: Sendable {
        private struct State {
            var failures: Int
            var bodies: [[UInt8]] = []
        }

        private let state: Mutex<State>

        init(failures: Int) { state = Mutex(State(failures: failures)) }

        var bodies: [[UInt8]] { state.withLock { $0.bodies } }

        func take(_ body: [UInt8]) -> SendAttemptResult {
            state.withLock { state in
                state.bodies.append(body)
                guard state.failures > 0 else { return .success }
                state.failures -= 1
                return .unsuccessfulHTTPResponseCode
            }
        }
    }

    private static func session(_ environment: AppStoreModels.Environment) throws -> SimulatorSession {
        let products = [
            CatalogProduct(id: "pro", groupID: "group", period: CalendarDuration(days: 7), price: 990),
            CatalogProduct(id: "coins", type: .consumable, price: 990),
        ]
        return try SimulatorSession(
            catalog: ProductCatalog(products),
            options: SessionOptions(app: SimulatedApp(bundleId: "com.example", environment: environment)))
    }

    @Test("Retries fall where they belong among the store's own events, with the same bytes")
    func retries() async throws {
        let session = try Self.session(.production)
        let start = session.now
        let server = Server(failures: 5)
        let delivery = NotificationDelivery(session: session) { body, _ in server.take(body) }
        try await session.buyProduct(identifier: "pro")
        var made = await delivery.deliver()
        // The fifth retry comes at 157 hours, the renewal at 168.
        made += try await delivery.advance(to: start + 170 * Self.hour)
        #expect(made.map { ($0.date - start) / Self.hour } == [0, 1, 13, 37, 85, 157, 168])
        #expect(made.map(\.attempt.number) == [1, 2, 3, 4, 5, 6, 1])
        #expect(Set(server.bodies.prefix(6)).count == 1)
        #expect(made.last?.notification.notification.type == .didRenew)
        let first = try #require(session.notifications.first)
        #expect(await delivery.attempts(of: first.id).map(\.result).last == .success)
        #expect(await delivery.attempts(of: first.id).count == 6)
        #expect(session.now == start + 170 * Self.hour)
    }

    @Test("What is made while others are sent is sent too")
    func concurrent() async throws {
        let session = try Self.session(.sandbox)
        let server = Server(failures: 0)
        let delivery = NotificationDelivery(session: session) { body, _ in server.take(body) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for customer in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        try await session.buyProduct(identifier: "coins", options: [.customer("\(customer)")])
                        await delivery.deliver()
                    }
                }
            }
            try await group.waitForAll()
        }
        await delivery.deliver()
        #expect(Set(server.bodies).count == 400)
    }

    @Test("In the sandbox a failure is not retried")
    func sandbox() async throws {
        let session = try Self.session(.sandbox)
        let server = Server(failures: 1)
        let delivery = NotificationDelivery(session: session) { body, _ in server.take(body) }
        try await session.buyProduct(identifier: "coins")
        #expect(await delivery.deliver().map(\.result) == [.unsuccessfulHTTPResponseCode])
        #expect(try await delivery.finish().isEmpty)
    }

    @Test("Finishing sends all that chaos held back, and duplicates")
    func chaos() async throws {
        let session = try Self.session(.production)
        var chaos = DeliveryChaos(seed: 5)
        chaos.reorder = 0.3
        chaos.burst = 0.3
        chaos.duplicate = 0.3
        chaos.drop = 0.2
        let server = Server(failures: 0)
        let delivery = NotificationDelivery(session: session, chaos: chaos) { body, manner in
            manner == .lost ? .timedOut : server.take(body)
        }
        for _ in 0..<50 { try await session.buyProduct(identifier: "coins") }
        var made = await delivery.deliver()
        made += try await delivery.finish()
        #expect(await delivery.waiting == 0)
        #expect(Set(server.bodies).count == 50)
        #expect(server.bodies.count > 50)
        #expect(made.filter { $0.attempt.isDuplicate }.count == server.bodies.count - 50)
    }
}
