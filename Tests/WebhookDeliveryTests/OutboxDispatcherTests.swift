internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import StrictJSON
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import WebhookDelivery

@Suite("The sending of events", .timeLimit(.minutes(30)))
struct OutboxDispatcherTests {
    private static let hour: Int64 = 3_600_000

    private func run(
        _ kind: DispatchStore = .memory, seed: UInt64 = 1, _ body: (TestDispatch) async throws -> Void
    ) async throws {
        try await kind.run { store in
            let dispatch = try TestDispatch(store, clock: TestClock(seed: seed))
            try await body(dispatch)
            await dispatch.close()
        }
    }

    /// Checks that every event came at least once, signed, and each line's in order: the next one only when the one
    /// before had been taken.
    private func checkOrder(_ messages: [TestReceiver.Message], _ events: [OutgoingEvent]) throws {
        #expect(Set(messages.filter(\.isTaken).map(\.id)) == Set(events.map(\.id)))
        for message in messages { #expect(try message.isSigned(by: TestKeys.one)) }
        for (line, own) in Dictionary(grouping: events, by: \.originalTransactionId) {
            var taken = 0
            for message in messages where message.line == line {
                let place = try #require(own.firstIndex { $0.id == message.id })
                #expect(place <= taken)
                if message.isTaken, place == taken { taken += 1 }
            }
            #expect(taken == own.count)
        }
    }

    @Test(
        "Every event comes once, in order per line, signed, with the body that readers get",
        arguments: DispatchStore.allCases)
    func everything(_ kind: DispatchStore) async throws {
        try await run(kind) { dispatch in
            let receiver = try TestReceiver { _ in .answer(204) }
            let dispatcher = try await dispatch.dispatcher([dispatch.target(receiver)])
            try await dispatch.write(lines: 5, periods: 0..<4)
            try await dispatch.settle(dispatcher)
            let events = try await dispatch.events()
            #expect(events.count == 40)
            #expect(receiver.messages.count == 40)
            try checkOrder(receiver.messages, events)
            let first = try #require(receiver.messages.first { $0.id == events[0].id })
            #expect(first.body == JSONWriter().bytes(events[0].json))
            #expect(first.seconds == dispatch.clock.now / 1000)
            #expect(first.json?["type"]?.string == "entitlement.granted")
            #expect(first.json?["data"]?["answer"]?["state"]?.string == "active")
            let deliveries = try await dispatch.store.deliveries(DeliveryQuery(limit: 100))
            #expect(deliveries.allSatisfy { $0.progress.state == .delivered && $0.attempts == 1 })
            // Nothing comes again, and what is new comes.
            try await dispatch.write(lines: 1, periods: 4..<5)
            try await dispatch.settle(dispatcher)
            #expect(receiver.messages.count == 42)
            await receiver.stop()
        }
    }

    @Test(
        "A receiver that fails in every way gets every event at least once, in order per line",
        arguments: DispatchStore.allCases, [1, 2] as [UInt64])
    func chaos(_ kind: DispatchStore, _ seed: UInt64) async throws {
        try await run(kind, seed: seed) { dispatch in
            // Everything once, and then by chance.
            let draws = Mutex((count: UInt64(0), generator: SeededGenerator(seed: seed)))
            let receiver = try TestReceiver { request in
                if request.path != "/hook" { return .answer(200) }
                let draw = draws.withLock { draws in
                    draws.count += 1
                    return draws.count < 16 ? draws.count : draws.generator.next() % 16
                }
                return switch draw {
                case 0...6: .answer(200)
                case 7: .answer(200, body: 300_000)
                case 8, 9: .answer(500, body: 300_000)
                case 10: .answer(503, fields: [("Retry-After", "120")])
                case 11: .answer(302, fields: [("Location", "/elsewhere")])
                case 12: .answer(404)
                case 13: .answer(429, fields: [("Retry-After", "never")])
                case 14: .hang
                default: .takeAndHang
                }
            }
            let dispatcher = try await dispatch.dispatcher([dispatch.target(receiver)], timeout: 400)
            try await dispatch.write(lines: 6, periods: 0..<3)
            try await dispatch.run(dispatcher)
            try checkOrder(receiver.messages, try await dispatch.events())
            #expect(receiver.messages.allSatisfy { $0.path == "/hook" })
            let deliveries = try await dispatch.store.deliveries(DeliveryQuery(limit: 1000))
            #expect(deliveries.allSatisfy { $0.progress.state == .delivered })
            var attempts: [DeliveryAttempt] = []
            for delivery in deliveries {
                let own = try await dispatch.store.attempts(ofDelivery: delivery.id)
                #expect(own.count == delivery.attempts)
                attempts += own
            }
            #expect(attempts.count == receiver.messages.count)
            #expect(attempts.allSatisfy { $0.answer.count <= DeliveryAttempt.answerLimit })
            #expect(attempts.contains { $0.error == "timed out waiting for the response" })
            #expect(attempts.contains { $0.status == 302 })
            await receiver.stop()
        }
    }

    @Test(
        "After a day without an answer nothing is lost, and it was not asked all the time",
        arguments: DispatchStore.allCases)
    func outage(_ kind: DispatchStore) async throws {
        try await run(kind) { dispatch in
            let end = dispatch.clock.now + 24 * Self.hour
            let clock = dispatch.clock
            let receiver = try TestReceiver { _ in clock.now < end ? .answer(503) : .answer(200) }
            let dispatcher = try await dispatch.dispatcher([dispatch.target(receiver)])
            for period in 0..<4 {
                try await dispatch.write(lines: 10, periods: period..<(period + 1))
                try await dispatch.run(dispatcher, until: dispatch.clock.now + 6 * Self.hour)
            }
            #expect(receiver.messages.allSatisfy { !$0.isTaken })
            #expect((20...400).contains(receiver.messages.count))
            let before = receiver.messages.count
            try await dispatch.run(dispatcher)
            try checkOrder(receiver.messages, try await dispatch.events())
            // All that had waited came as soon as one message was taken.
            #expect(receiver.messages.count - before <= 80 + 10)
            #expect(dispatch.clock.now < end + Self.hour)
            await receiver.stop()
        }
    }

    @Test(
        "One event that is never taken holds up its own line only, is given up after three days, and can be recovered")
    func poison() async throws {
        try await run { dispatch in
            let refuses = Mutex(true)
            let receiver = try TestReceiver { request in
                let isPoison =
                    (try? JSONDocument(parsing: request.body).root["data"]?["originalTransactionId"]?.string) == "1"
                return isPoison && refuses.withLock({ $0 }) ? .answer(422) : .answer(200)
            }
            let dispatcher = try await dispatch.dispatcher([dispatch.target(receiver)])
            let start = dispatch.clock.now
            try await dispatch.write(lines: 3, periods: 0..<2)
            try await dispatch.settle(dispatcher)
            #expect(Set(receiver.messages.filter(\.isTaken).map(\.line)) == ["2", "3"])
            #expect(Set(receiver.messages.filter { !$0.isTaken }.map(\.id)).count == 1)
            try await dispatch.run(dispatcher, until: start + 73 * Self.hour)
            let failed = try await dispatch.store.deliveries(DeliveryQuery(state: .failed, limit: 10))
            #expect(failed.map(\.originalTransactionId) == ["1"])
            #expect((failed.first?.attempts ?? 0) > 15)
            refuses.withLock { $0 = false }
            try await dispatch.run(dispatcher)
            #expect(receiver.messages.filter { $0.isTaken && $0.line == "1" }.count == 3)
            #expect(try await dispatch.store.requeue(.failed(target: "app", since: start), at: dispatch.clock.now) == 1)
            try await dispatch.run(dispatcher)
            let taken = receiver.messages.filter(\.isTaken).map(\.id)
            #expect(Set(taken) == Set(try await dispatch.events().map(\.id)))
            await receiver.stop()
        }
    }

    @Test("Targets get what they want and no more, and do not wait for each other")
    func filters() async throws {
        try await run { dispatch in
            let receiver = try TestReceiver { _ in .answer(200) }
            let down = try TestReceiver { _ in .answer(500) }
            let granted = try dispatch.target(receiver, name: "granted") { $0.types = [.granted] }
            let sandbox = try dispatch.target(receiver, name: "sandbox") { $0.environments = ["Sandbox"] }
            let other = try dispatch.target(receiver, name: "other") { $0.bundleIds = ["com.example.other"] }
            let broken = try dispatch.target(down, name: "broken")
            let dispatcher = try await dispatch.dispatcher([broken, granted, sandbox, other])
            try await dispatch.write(lines: 2, periods: 0..<2)
            let scope = AppScope(environment: "Sandbox", bundleId: "com.example.app")
            _ = try await dispatch.store.commit([
                TestEvents.notification(line: "9", period: 0, at: dispatch.clock.now, scope: scope)
            ])
            try await dispatch.settle(dispatcher)
            func sent(_ name: String) -> [EntitlementEventType] {
                dispatch.notices.compactMap { notice in
                    guard case .attempted(let attempt) = notice, attempt.record.target == name else { return nil }
                    return attempt.record.type
                }
            }
            #expect(sent("granted") == [.granted, .granted, .granted])
            #expect(sent("sandbox") == [.granted, .notificationRecorded])
            #expect(sent("other") == [])
            #expect(sent("broken").count == 3)
            await receiver.stop()
            await down.stop()
        }
    }

    @Test("A target that is new begins at the end unless told otherwise")
    func start() async throws {
        try await run { dispatch in
            let receiver = try TestReceiver { _ in .answer(200) }
            try await dispatch.write(lines: 2, periods: 0..<1)
            let dispatcher = try await dispatch.dispatcher([dispatch.target(receiver) { $0.start = .end }])
            try await dispatch.settle(dispatcher)
            #expect(receiver.messages.isEmpty)
            try await dispatch.write(lines: 1, periods: 1..<2)
            try await dispatch.settle(dispatcher)
            #expect(receiver.messages.map(\.line) == ["1", "1"])
            await receiver.stop()
        }
    }

    @Test("A raw target gets notifications as the App Store sent them, signed like everything else")
    func raw() async throws {
        try await run { dispatch in
            let receiver = try TestReceiver { _ in .answer(200) }
            let target = try dispatch.target(receiver) {
                $0.isRaw = true
                $0.types = [.notificationRecorded]
            }
            let dispatcher = try await dispatch.dispatcher([target])
            try await dispatch.write(lines: 1, periods: 0..<1)
            try await dispatch.settle(dispatcher)
            let jws = String(decoding: TestEvents.text("Production-1-0").compact, as: UTF8.self)
            #expect(receiver.messages.map(\.body) == [Array(#"{"signedPayload":"\#(jws)"}"#.utf8)])
            #expect(try receiver.messages.first?.isSigned(by: TestKeys.one) == true)
            await receiver.stop()
        }
    }

    @Test("While secrets change each message has a signature by both")
    func rotation() async throws {
        try await run { dispatch in
            let receiver = try TestReceiver { _ in .answer(200) }
            let target = try dispatch.target(receiver) {
                $0.secrets = try TestKeys.secrets(TestKeys.two, TestKeys.one)
            }
            let dispatcher = try await dispatch.dispatcher([target])
            try await dispatch.write(lines: 1, periods: 0..<1)
            try await dispatch.settle(dispatcher)
            for message in receiver.messages {
                #expect(message.signatures.count == 2)
                #expect(try message.isSigned(by: TestKeys.one) && message.isSigned(by: TestKeys.two))
                #expect(try !message.isSigned(by: [UInt8](repeating: 3, count: 32)))
            }
            #expect(receiver.messages.count == 2)
            await receiver.stop()
        }
    }

    @Test("Without leave no private address is connected to, whatever the URL says")
    func privateAddress() async throws {
        try await run { dispatch in
            let receiver = try TestReceiver { _ in .answer(200) }
            let target = try dispatch.target(receiver) { $0.allowsPrivateAddresses = false }
            let dispatcher = try await dispatch.dispatcher([target])
            try await dispatch.write(lines: 1, periods: 0..<1)
            try await dispatch.settle(dispatcher)
            #expect(receiver.messages.isEmpty)
            let address = receiver.url.dropFirst("http://".count).dropLast("/hook".count)
            let attempts = try await dispatch.store.attempts(ofDelivery: 1)
            #expect(attempts.map(\.error) == ["connections to \(address) are not allowed"])
            await receiver.stop()
        }
    }

    @Test("410 pauses the target with a notice; resumed, it goes on with what it refused")
    func gone() async throws {
        try await run { dispatch in
            let status = Mutex(410)
            let receiver = try TestReceiver { _ in .answer(status.withLock { $0 }) }
            let dispatcher = try await dispatch.dispatcher([dispatch.target(receiver)]) { $0.parallelism = 1 }
            try await dispatch.write(lines: 2, periods: 0..<1)
            try await dispatch.settle(dispatcher)
            #expect(receiver.messages.count == 1)
            let reason = "the receiver answered 410 Gone"
            #expect(dispatch.notices.contains(.paused(target: "app", reason: reason)))
            #expect(try await dispatch.store.target("app")?.pause?.reason == reason)
            // It stays so, while deliveries go on to gather.
            status.withLock { $0 = 200 }
            dispatch.clock.advance(by: 100 * Self.hour)
            try await dispatch.write(lines: 1, periods: 1..<2)
            try await dispatch.settle(dispatcher)
            #expect(receiver.messages.count == 1)
            #expect(try await dispatch.store.targetCounts().map(\.waiting) == [6])
            #expect(try await dispatch.store.resume("app", at: dispatch.clock.now))
            try await dispatch.settle(dispatcher)
            try checkOrder(receiver.messages, try await dispatch.events())
            await receiver.stop()
        }
    }

    @Test("No more messages begin in a second than the target allows")
    func rate() async throws {
        try await run { dispatch in
            let clock = dispatch.clock
            let times = Mutex<[Int64]>([])
            let receiver = try TestReceiver { _ in
                times.withLock { $0.append(clock.now) }
                return .answer(200)
            }
            let dispatcher = try await dispatch.dispatcher([dispatch.target(receiver) { $0.maximumPerSecond = 3 }])
            try await dispatch.write(lines: 10, periods: 0..<1)
            let start = clock.now
            try await dispatch.run(dispatcher)
            let sent = times.withLock { $0 }
            #expect(sent.count == 20)
            for time in sent { #expect(sent.count { (time..<time + 1000).contains($0) } <= 3) }
            #expect(clock.now - start == 6000)
            await receiver.stop()
        }
    }

    @Test(
        "Of two processes one serves a target; the other takes over when it is gone", arguments: DispatchStore.allCases)
    func sharing(_ kind: DispatchStore) async throws {
        try await run(kind) { dispatch in
            let receiver = try TestReceiver { _ in .answer(200) }
            let target = try dispatch.target(receiver)
            let one = try await dispatch.dispatcher([target], holder: "one")
            let two = try await dispatch.dispatcher([target], holder: "two")
            for period in 0..<5 {
                try await dispatch.write(lines: 3, periods: period..<(period + 1))
                try await dispatch.settle(one, two)
            }
            #expect(receiver.messages.count == 30)
            // The first one says nothing any more, and its lease ends.
            try await dispatch.write(lines: 3, periods: 5..<6)
            try await dispatch.settle(two)
            #expect(receiver.messages.count == 30)
            dispatch.clock.advance(by: DispatchSettings().lease)
            try await dispatch.settle(two)
            #expect(receiver.messages.count == 36)
            try await dispatch.settle(one)
            // A lease that is given back is free at once.
            await two.stop()
            try await dispatch.write(lines: 3, periods: 6..<7)
            dispatch.clock.advance(by: 1)
            try await dispatch.settle(one)
            #expect(receiver.messages.count == 42)
            try checkOrder(receiver.messages, try await dispatch.events())
            await receiver.stop()
        }
    }

    @Test(
        "Two processes that race for the targets of one database send each event once, in order per line",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
    func racing() async throws {
        try await TestDatabase.run { database in
            let clock = TestClock()
            let one = try TestDispatch(try await database.store(), clock: clock)
            let two = try TestDispatch(try await database.store(), clock: clock)
            let receivers = try (0..<4).map { _ in try TestReceiver { _ in .answer(200) } }
            let targets = try receivers.enumerated().map { try one.target($0.element, name: "t\($0.offset)") }
            let dispatchers = [
                try await one.dispatcher(targets, holder: "one"), try await two.dispatcher(targets, holder: "two"),
            ]
            for period in 0..<8 {
                try await one.write(lines: 3, periods: period..<(period + 1))
                // Every lease has ended: each target is whose dispatcher comes first.
                clock.advance(by: DispatchSettings().lease)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (dispatch, dispatcher) in zip([one, two], dispatchers) {
                        group.addTask { try await dispatch.settle(dispatcher) }
                    }
                    try await group.waitForAll()
                }
            }
            let events = try await one.events()
            #expect(events.count == 48)
            for receiver in receivers {
                #expect(receiver.messages.count == events.count)
                try checkOrder(receiver.messages, events)
                await receiver.stop()
            }
            let attempts = (one.notices + two.notices).count
            #expect(attempts == events.count * receivers.count)
            for dispatch in [one, two] { await dispatch.close() }
        }
    }

    @Test("It sends when it is woken, and stops when what is on its way has ended")
    func life() async throws {
        try await run(.sqlite) { dispatch in
            let gate = Gate()
            let receiver = try TestReceiver { _ in .answer(200) }
            let dispatcher = try await dispatch.dispatcher(
                [dispatch.target(receiver)], didNote: { _ in Task { await gate.pass() } })
            await dispatcher.start()
            try await dispatch.write(lines: 2, periods: 0..<1)
            dispatcher.wake()
            await gate.arrivals(4)
            await dispatcher.stop()
            #expect(receiver.messages.count == 4)
            #expect(try await dispatch.store.deliveries(DeliveryQuery(state: .delivered, limit: 9)).count == 4)
            #expect(try await dispatch.store.lease("app", holder: "other", now: dispatch.clock.now, until: .max))
            await gate.open()
            await receiver.stop()
        }
    }
}
