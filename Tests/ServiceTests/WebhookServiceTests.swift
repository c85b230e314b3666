internal import EntitlementStorage
internal import HTTPServing
internal import Service
internal import StrictJSON
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite("Webhooks of a running service", .timeLimit(.minutes(30)))
struct WebhookServiceTests {
    private let signer: TestSigner
    private let folder: TemporaryFolder

    init() throws {
        signer = try TestSigner.shared()
        folder = try TemporaryFolder()
    }

    /// A receiver that answers with a status which can change.
    private final class Receiver: Sendable {
        private final class State: Sendable {
            let status: Mutex<Int>
            let bodies = Mutex<[[UInt8]]>([])
            init(status: Int) { self.status = Mutex(status) }
        }

        private let state: State
        private let server: HTTPServer

        init(status: Int) throws {
            let state = State(status: status)
            var configuration = HTTPServerConfiguration(address: try ListenAddress(parsing: "127.0.0.1:0"))
            configuration.idleTimeoutSeconds = 3600
            server = try HTTPServer(
                configuration: configuration, head: { _ in .accept(maximumBody: 1 << 20) },
                handler: { request in
                    state.bodies.withLock { $0.append(request.body) }
                    return .text("hello", status: state.status.withLock { $0 })
                })
            self.state = state
        }

        var address: String { "\(server.boundAddress)" }
        var bodies: [[UInt8]] { state.bodies.withLock { $0 } }
        func answer(_ status: Int) { state.status.withLock { $0 = status } }
        func stop() async { await server.stop(patience: 0) }
    }

    private func target(_ receiver: Receiver, _ name: String = "app") throws -> WebhookSettings {
        var target = WebhookSettings()
        target.name = name
        target.url = "http://\(receiver.address)/hidden"
        target.secretFile = try folder.write("secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        target.allowsPrivateAddresses = true
        return target
    }

    @Test(
        "What is committed is forwarded at once, logged without identifiers, and counted",
        arguments: TestService.Store.allCases)
    func forwarded(_ store: TestService.Store) async throws {
        try await forwarded { change in try await TestService.start(store, configure: change) }
    }

    @Test("The same from a database", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
    func forwardedFromServer() async throws {
        try await TestDatabase.run { database in
            try await forwarded { change in
                try await TestService.start { settings in
                    settings.store = database.address.connectionString
                    change(&settings)
                }
            }
        }
    }

    @Test(
        "A service sends what another process has written to the database",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
    func forwardedForAnother() async throws {
        try await TestDatabase.run { database in
            let receiver = try Receiver(status: 200)
            let target = try target(receiver)
            let sender = try await TestService.start { settings in
                settings.store = database.address.connectionString
                settings.webhooks = [target]
            }
            let taker = try await TestService.start { $0.store = database.address.connectionString }
            #expect(try await taker.post(jws: TestLife(signer: signer).bought())?.status == 200)
            await sender.eventually { $0.filter { $0.name == "forwarded" }.count == 2 }
            for service in [taker, sender] { await service.stop() }
            #expect(receiver.bodies.count == 2)
            await receiver.stop()
        }
    }

    private func forwarded(
        _ start: ((inout ServiceSettings) -> Void) async throws -> TestService
    ) async throws {
        let receiver = try Receiver(status: 200)
        let target = try target(receiver)
        let service = try await start { $0.webhooks = [target] }
        #expect(try await service.post(jws: TestLife(signer: signer).bought())?.status == 200)
        await service.eventually { $0.filter { $0.name == "forwarded" }.count == 2 }
        let events = try await service.json("/v1/events")?["events"]?.elements.map(\.self) ?? []
        let bodies = try receiver.bodies.map { try JSONDocument(parsing: $0).root["id"]?.string }
        #expect(bodies == events.map { $0["id"]?.string })
        let metrics = try await service.ask("GET", "/metrics")?.text ?? ""
        #expect(metrics.contains("storekeeper_webhook_waiting{target=\"app\"} 0\n"))
        #expect(metrics.contains("storekeeper_webhook_failed{target=\"app\"} 0\n"))
        #expect(metrics.contains("storekeeper_webhook_attempts_total{target=\"app\",result=\"delivered\"} 2\n"))
        await service.stop()
        let lines = service.events.filter { $0.name == "forwarded" }
        let json = try JSONDocument(parsing: Array(try #require(lines.first).jsonLine.utf8)).root
        #expect(json["target"]?.string == "app")
        #expect(json["status"]?.number?.integer == 200)
        #expect(json["attempt"]?.number?.integer == 1)
        #expect(json["type"]?.string == "entitlement.granted")
        #expect(lines.first?.textLine == "00:00:00  ← \("app".padding(34)) 200  0 ms   entitlement.granted")
        for line in service.events.flatMap({ [$0.jsonLine, $0.textLine] }) {
            #expect(!line.contains("2000000900000001") && !line.contains("hidden") && !line.contains("MfKQ9r8"))
        }
        await receiver.stop()
    }

    @Test("Targets are exchanged while the service runs")
    func exchanged() async throws {
        let (first, second) = (try Receiver(status: 200), try Receiver(status: 200))
        let target = try target(first)
        let service = try await TestService.start { $0.webhooks = [target] }
        let life = TestLife(signer: signer)
        #expect(try await service.post(jws: life.bought())?.status == 200)
        await service.eventually { $0.filter { $0.name == "forwarded" }.count == 2 }
        var settings = try folder.settings()
        settings.webhooks = [try self.target(second, "other")]
        let configuration = try ServiceConfiguration(settings, now: SamplePayload.signedDate)
        try await service.service.reload(configuration)
        #expect(try await service.post(jws: life.renewed())?.status == 200)
        let count = try await service.json("/v1/events")?["events"]?.elements.map(\.self).count ?? 0
        await service.eventually { $0.filter { $0.name == "forwarded" }.count == count }
        #expect(first.bodies.count == 2 && second.bodies.count == count - 2 && count > 2)
        await service.stop()
        for receiver in [first, second] { await receiver.stop() }
    }

    @Test("What is not taken is told, and comes again when its time has come")
    func failed() async throws {
        let receiver = try Receiver(status: 500)
        let target = try target(receiver)
        let service = try await TestService.start { $0.webhooks = [target] }
        #expect(try await service.post(jws: TestLife(signer: signer).bought())?.status == 200)
        await service.eventually { $0.contains { $0.name == "forward_failed" } }
        let event = try #require(service.events.first { $0.name == "forward_failed" })
        let json = try JSONDocument(parsing: Array(event.jsonLine.utf8)).root
        #expect(json["status"]?.number?.integer == 500)
        #expect((json["nextAttempt"]?.number?.integer ?? 0) > SamplePayload.signedDate)
        #expect(
            event.textLine.contains(
                "! forward_failed   app  status 500  0 ms   entitlement.granted   attempt 1, again at 00:00:0"))
        receiver.answer(204)
        service.setClock(3_600_000)
        await service.eventually { $0.filter { $0.name == "forwarded" }.count == 2 }
        await service.stop()
        await receiver.stop()
    }

    @Test("410 is told, and nothing more is sent")
    func gone() async throws {
        let receiver = try Receiver(status: 410)
        let target = try target(receiver)
        let service = try await TestService.start { $0.webhooks = [target] }
        #expect(try await service.post(jws: TestLife(signer: signer).bought())?.status == 200)
        await service.eventually { $0.contains { $0.name == "target_paused" } }
        let metrics = try await service.ask("GET", "/metrics")?.text ?? ""
        #expect(metrics.contains("storekeeper_webhook_paused{target=\"app\"} 1\n"))
        await service.stop()
        let event = service.events.first { $0.name == "target_paused" }
        #expect(event?.textLine == "00:00:00  ! paused    app  the receiver answered 410 Gone")
        #expect(receiver.bodies.count == 1)
        await receiver.stop()
    }

    @Test("A store that keeps no deliveries is refused at the start")
    func otherStore() async throws {
        let receiver = try Receiver(status: 200)
        let target = try target(receiver)
        await #expect(
            throws: ServiceError.webhooks("this store keeps no deliveries; use one that does, or leave webhooks out")
        ) {
            _ = try await TestService.start(opening: HookedStore { () throws(StoreError) in }) {
                $0.webhooks = [target]
            }
        }
        await receiver.stop()
    }
}

extension String {
    /// The text with spaces behind it.
    fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
}
