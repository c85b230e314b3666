import EntitlementStorage
import Entitlements
import Testing

/// What stores keep of deliveries to the targets of webhooks.
@Suite("Deliveries of a store")
struct DeliveryStoreTests {
    private typealias Store = any EntitlementStore & DeliveryStore

    /// Writes one event of each line, in order.
    private func write(_ store: Store, lines: String?..., from number: Int = 1) async throws {
        for (index, line) in lines.enumerated() {
            let number = number + index
            let facts = line.map { [Sample.transaction("\(number)", line: $0, date: Int64(number))] } ?? []
            _ = try await store.commit([
                .verified(
                    Sample.notification(
                        "n\(number)", date: Int64(number), type: "TEST", facts: facts, receivedAt: Int64(number)))
            ])
        }
    }

    private func run(_ kind: StoreUnderTest, _ body: (Store) async throws -> Void) async throws {
        try await kind.run { store in try await body(try #require(store as? Store)) }
    }

    private func recorded(_ store: Store) async throws -> [OutgoingEvent] {
        try await store.events(EventQuery(limit: 1000, types: [.notificationRecorded])).events
    }

    /// A target that is leased to "me", with a delivery for each event of the log.
    private func fill(_ store: Store, _ name: String = "a", at now: Int64 = 10) async throws {
        try await store.addTarget(name, from: .beginning)
        #expect(try await store.lease(name, holder: "me", now: 0, until: 1000))
        let events = try await recorded(store)
        let last = try #require(events.last).sequence
        #expect(
            try await store.enqueue(
                events.map(\.sequence), for: name, holder: "me", from: 0, to: last, at: now))
    }

    private func report(
        _ id: Int64, _ state: DeliveryState, next: Int64? = nil, status: Int = 200
    ) -> TargetReport {
        TargetReport(
            results: [
                TargetReport.Result(
                    delivery: id,
                    attempt: DeliveryAttempt(startedAt: 20, duration: 5, status: status, error: nil, answer: [1, 2]),
                    progress: DeliveryProgress(state: state, tries: 1, since: 20, nextAttempt: next))
            ], health: TargetHealth(failures: status == 200 ? 0 : 1))
    }

    private func due(_ store: Store, _ name: String = "a") async throws -> [Int64] {
        try await store.pendingDeliveries(for: name, limit: 100).map(\.record.id)
    }

    @Test(
        "A new target begins at the end or at the beginning, a known one where it was",
        arguments: StoreUnderTest.allCases)
    func start(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await store.addTarget("early", from: .end)
            try await write(store, lines: nil, nil)
            let last = try #require(try await recorded(store).last).sequence
            try await store.addTarget("end", from: .end)
            try await store.addTarget("beginning", from: .beginning)
            try await store.addTarget("early", from: .end)
            #expect(try await store.target("early") == TargetRecord(name: "early", cursor: 0))
            #expect(try await store.target("end")?.cursor == last)
            #expect(try await store.target("beginning")?.cursor == 0)
            #expect(try await store.target("none") == nil)
            #expect(try await store.targetCounts().map(\.target.name) == ["beginning", "early", "end"])
        }
    }

    @Test("A lease is one holder's until it ends or is given back", arguments: StoreUnderTest.allCases)
    func lease(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            #expect(try await store.lease("a", holder: "me", now: 0, until: 10) == false)
            try await store.addTarget("a", from: .end)
            #expect(try await store.lease("a", holder: "me", now: 0, until: 10))
            #expect(try await store.lease("a", holder: "you", now: 9, until: 20) == false)
            #expect(try await store.lease("a", holder: "me", now: 9, until: 30))
            #expect(try await store.lease("a", holder: "you", now: 29, until: 40) == false)
            #expect(try await store.lease("a", holder: "you", now: 30, until: 40))
            try await store.release("a", holder: "me")
            #expect(try await store.lease("a", holder: "me", now: 31, until: 50) == false)
            try await store.release("a", holder: "you")
            #expect(try await store.lease("a", holder: "me", now: 31, until: 50))
        }
    }

    @Test("Without the lease, or from another cursor, nothing is written", arguments: StoreUnderTest.allCases)
    func fencing(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await write(store, lines: nil)
            try await fill(store)
            let cursor = try #require(try await store.target("a")).cursor
            #expect(try await !store.enqueue([1], for: "a", holder: "you", from: cursor, to: 9, at: 1))
            #expect(try await !store.enqueue([1], for: "a", holder: "me", from: cursor - 1, to: 9, at: 1))
            #expect(try await !store.settle(report(1, .delivered), for: "a", holder: "you", at: 1))
            #expect(try await store.target("a")?.cursor == cursor)
            #expect(try await store.deliveries(DeliveryQuery(limit: 9)).map(\.progress.state) == [.waiting])
            #expect(try await store.attempts(ofDelivery: 1) == [])
        }
    }

    @Test(
        "Of a line only the earliest that waits has a time; its end gives the next one a time",
        arguments: StoreUnderTest.allCases)
    func order(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await write(store, lines: "7", "7", "8", nil, "7")
            try await fill(store)
            #expect(try await due(store) == [1, 3, 4])
            #expect(try await store.settle(report(1, .waiting, next: 50, status: 500), for: "a", holder: "me", at: 30))
            #expect(try await due(store) == [3, 4, 1])
            #expect(try await store.settle(report(1, .failed, status: 500), for: "a", holder: "me", at: 60))
            #expect(try await due(store) == [3, 4, 2])
            #expect(try await store.settle(report(2, .delivered), for: "a", holder: "me", at: 61))
            #expect(
                try await store.pendingDeliveries(for: "a", limit: 9).map(\.record.progress.nextAttempt) == [
                    10, 10, 61,
                ])
            #expect(try await due(store) == [3, 4, 5])
            #expect(try await store.pendingDeliveries(for: "a", limit: 1).map(\.record.id) == [3])
            #expect(try await store.pendingDeliveries(for: "b", limit: 1) == [])
        }
    }

    @Test(
        "The same line of two environments is two lines, and two targets do not wait for each other",
        arguments: StoreUnderTest.allCases)
    func scopes(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            for (number, scope) in [Sample.scope, Sample.sandbox].enumerated() {
                let fact = Sample.transaction("1", line: "7", date: 1, scope: scope)
                _ = try await store.commit([
                    .verified(Sample.notification("n\(number)", date: 1, scope: scope, facts: [fact]))
                ])
            }
            try await fill(store, "a")
            try await fill(store, "b")
            #expect(try await due(store, "a") == [1, 2])
            #expect(try await due(store, "b") == [3, 4])
        }
    }

    @Test("Attempts are kept in order, with what was answered", arguments: StoreUnderTest.allCases)
    func attempts(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await write(store, lines: "7")
            try await fill(store)
            #expect(try await store.settle(report(1, .waiting, next: 40, status: 503), for: "a", holder: "me", at: 30))
            var last = report(1, .delivered)
            last.results[0].attempt = DeliveryAttempt(startedAt: 40, duration: 1, status: nil, error: "timed out")
            #expect(try await store.settle(last, for: "a", holder: "me", at: 41))
            let expected = [
                DeliveryAttempt(startedAt: 20, duration: 5, status: 503, error: nil, answer: [1, 2]),
                DeliveryAttempt(startedAt: 40, duration: 1, status: nil, error: "timed out"),
            ]
            #expect(try await store.attempts(ofDelivery: 1) == expected)
            let delivery = try #require(try await store.delivery(1))
            let event = try #require(try await recorded(store).first)
            #expect(delivery.event == event)
            let record = DeliveryRecord(
                id: 1, target: "a", sequence: event.sequence, eventId: event.id, type: .notificationRecorded,
                scope: Sample.scope, originalTransactionId: "7", createdAt: 10, changedAt: 41, attempts: 2,
                progress: DeliveryProgress(state: .delivered, tries: 1, since: 20))
            #expect(delivery.record == record)
            // What has ended is not changed by a word that comes late.
            #expect(try await store.settle(report(1, .failed), for: "a", holder: "me", at: 50))
            #expect(try await store.attempts(ofDelivery: 1) == expected)
            #expect(try await store.delivery(2) == nil)
        }
    }

    @Test(
        "Health and pause are kept; resuming forgets both and makes all that waits due",
        arguments: StoreUnderTest.allCases)
    func pause(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await write(store, lines: "7", "8")
            try await fill(store)
            var failing = report(1, .waiting, next: 900, status: 410)
            failing.health = TargetHealth(failures: 12, closedUntil: 800)
            failing.pause = TargetPause(at: 30, reason: "gone")
            #expect(try await store.settle(failing, for: "a", holder: "me", at: 30))
            let target = try #require(try await store.target("a"))
            #expect(target.health == failing.health)
            #expect(target.pause == failing.pause)
            #expect(try await store.resume("a", at: 100))
            #expect(try await store.target("a")?.pause == nil)
            #expect(try await store.target("a")?.health == TargetHealth())
            #expect(
                try await store.pendingDeliveries(for: "a", limit: 9).map(\.record.progress.nextAttempt) == [10, 100])
            #expect(try await store.pause("a", TargetPause(at: 5, reason: "by hand")))
            #expect(try await store.target("a")?.pause == TargetPause(at: 5, reason: "by hand"))
            #expect(try await !store.pause("b", TargetPause(at: 5, reason: "")))
            #expect(try await !store.resume("b", at: 5))
        }
    }

    @Test("A target that answers again may be sent everything at once", arguments: StoreUnderTest.allCases)
    func recovery(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await write(store, lines: "7", "8", "9")
            try await fill(store)
            for id in [1, 2] as [Int64] {
                #expect(
                    try await store.settle(report(id, .waiting, next: 900, status: 500), for: "a", holder: "me", at: 30)
                )
            }
            var good = report(3, .delivered)
            good.isRecovered = true
            #expect(try await store.settle(good, for: "a", holder: "me", at: 50))
            #expect(
                try await store.pendingDeliveries(for: "a", limit: 9).map(\.record.progress.nextAttempt) == [50, 50])
        }
    }

    @Test("Counts tell what waits and what was given up", arguments: StoreUnderTest.allCases)
    func counts(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await write(store, lines: "7", "8", "9")
            try await fill(store, at: 10)
            try await store.addTarget("b", from: .end)
            #expect(try await store.settle(report(1, .failed, status: 500), for: "a", holder: "me", at: 30))
            #expect(try await store.settle(report(2, .delivered), for: "a", holder: "me", at: 30))
            let counts = try await store.targetCounts()
            #expect(counts.map(\.waiting) == [1, 0])
            #expect(counts.map(\.failed) == [1, 0])
            #expect(counts.map(\.oldest) == [10, nil])
        }
    }

    @Test(
        "What failed, or was delivered, can be put in the queue once more, before later events of its line",
        arguments: StoreUnderTest.allCases)
    func requeue(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await write(store, lines: "7", "7", "8", "7")
            try await fill(store)
            for (id, state) in [(1, .failed), (3, .delivered)] as [(Int64, DeliveryState)] {
                #expect(try await store.settle(report(id, state), for: "a", holder: "me", at: 30))
            }
            #expect(try await due(store) == [2])
            // The event's own time counts, not when it was given up.
            #expect(try await store.count(.failed(target: "a", since: 2)) == 0)
            #expect(try await store.count(.failed(target: "b", since: 0)) == 0)
            #expect(try await store.count(.failed(target: "a", since: 1)) == 1)
            #expect(try await store.requeue(.failed(target: "a", since: 1), at: 40) == 1)
            #expect(try await due(store) == [1])
            let again = try #require(try await store.delivery(1)).record
            #expect(again.progress == DeliveryProgress(nextAttempt: 40))
            #expect(again.attempts == 1)
            #expect(try await store.requeue(.one(3), at: 41) == 1)
            #expect(try await store.requeue(.one(99), at: 41) == 0)
            #expect(try await due(store) == [1, 3])
            #expect(try await store.settle(report(1, .delivered), for: "a", holder: "me", at: 50))
            #expect(try await due(store) == [3, 2])
            #expect(try await store.attempts(ofDelivery: 1).count == 2)
        }
    }

    @Test("Pages come newest first, by target, state and event", arguments: StoreUnderTest.allCases)
    func pages(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await write(store, lines: "7", "8")
            try await fill(store, "a")
            try await fill(store, "b")
            #expect(try await store.settle(report(1, .failed), for: "a", holder: "me", at: 30))
            func ids(_ query: DeliveryQuery) async throws -> [Int64] { try await store.deliveries(query).map(\.id) }
            #expect(try await ids(DeliveryQuery(limit: 9)) == [4, 3, 2, 1])
            #expect(try await ids(DeliveryQuery(limit: 1)) == [4])
            #expect(try await ids(DeliveryQuery(before: 3, limit: 9)) == [2, 1])
            #expect(try await ids(DeliveryQuery(target: "a", limit: 9)) == [2, 1])
            #expect(try await ids(DeliveryQuery(state: .failed, limit: 9)) == [1])
            let event = try #require(try await recorded(store).first).id
            #expect(try await ids(DeliveryQuery(eventId: event, limit: 9)) == [3, 1])
        }
    }

    @Test("Old deliveries are forgotten with their attempts, others never", arguments: StoreUnderTest.allCases)
    func forgetting(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await write(store, lines: "7", "8", "9", "10")
            try await fill(store)
            for (id, state, time) in [(1, .delivered, 30), (2, .delivered, 40), (3, .failed, 30)]
                as [(Int64, DeliveryState, Int64)]
            {
                #expect(try await store.settle(report(id, state), for: "a", holder: "me", at: time))
            }
            #expect(try await store.forgetDeliveries(deliveredBefore: 30, limit: 9) == 0)
            #expect(try await store.forgetDeliveries(deliveredBefore: 100, limit: 1) == 1)
            #expect(try await store.delivery(1) == nil)
            #expect(try await store.attempts(ofDelivery: 1) == [])
            #expect(try await store.forgetDeliveries(deliveredBefore: 100, limit: 9) == 1)
            #expect(try await store.deliveries(DeliveryQuery(limit: 9)).map(\.id) == [4, 3])
        }
    }
}
