import EntitlementStorage
import Entitlements
import Testing

/// What stores forget when they are told to, and what they never forget.
@Suite("Forgetting of old rows")
struct PruningTests {
    private typealias Store = any EntitlementStore & DeliveryStore & PruningStore

    private static let stores: [StoreUnderTest] = [.sqliteInMemory, .sqliteFile, .postgresql]

    private func run(_ kind: StoreUnderTest, _ body: (Store) async throws -> Void) async throws {
        try await kind.run { store in try await body(try #require(store as? Store)) }
    }

    private func submission(_ number: Int) -> Submission {
        let date = Int64(number) * 10
        let fact = Sample.transaction("\(number)", line: "\(number % 3)", date: date)
        return .verified(Sample.notification("n\(number)", date: date, facts: [fact], receivedAt: date + 1))
    }

    private func fill(_ store: Store, _ numbers: ClosedRange<Int> = 1...10) async throws {
        for number in numbers { _ = try await store.commit([submission(number)]) }
    }

    private func prune(
        _ store: Store, _ kind: PruneRequest.Kind, before: Int64, isPlan: Bool = false, limit: Int = 3
    ) async throws -> PruneStep {
        var total = PruneStep()
        var place: Int64 = 0
        repeat {
            let step = try await store.prune(
                PruneRequest(kind, before: before), after: place, limit: limit, isPlan: isPlan)
            total.add(step)
            place = step.last ?? place
        } while total.last != nil
        return total
    }

    private func uuids(_ store: Store) async throws -> [String] {
        try await store.notifications(NotificationQuery(limit: 100)).map(\.header.uuid)
    }

    @Test("Old rows of the log go with their texts, a plan changes nothing, totals follow", arguments: stores)
    func log(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await fill(store)
            _ = try await store.commit([.quarantined(Sample.quarantined("q", date: 30))])
            let before = try await store.counts()
            let lines = try await store.allLines()
            let plan = try await prune(store, .notifications, before: 50, isPlan: true)
            #expect(plan.pruned == 5 && plan.kept == 0 && plan.bytes > 0)
            #expect(try await uuids(store).count == 11)
            #expect(try await prune(store, .notifications, before: 50) == plan)
            #expect(try await uuids(store) == (5...10).map { "n\($0)" })
            #expect(try await store.notification(uuid: "n1") == [])
            #expect(try await store.notification(uuid: "n5").count == 1)
            let after = try await store.counts()
            #expect(after.notifications[.quarantined] ?? 0 == 0)
            #expect((after.notifications[.applied] ?? 0) == (before.notifications[.applied] ?? 0) - 4)
            #expect(try await store.allLines() == lines)
            #expect(try await prune(store, .notifications, before: 50).pruned == 0)
        }
    }

    @Test("A forgotten notification that comes once more changes no answer", arguments: stores)
    func duplicate(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await fill(store)
            let lines = try await store.allLines()
            var projections: [LineProjection?] = []
            for id in ["0", "1", "2"] {
                let line = LineIdentity(scope: Sample.scope, originalTransactionId: id)
                projections.append(try await store.projection(of: line))
            }
            #expect(try await prune(store, .notifications, before: 1000).pruned == 10)
            #expect(try await prune(store, .events, before: 1000).kept == 0)
            let again = try await store.commit([submission(2), submission(9)])
            #expect(again.map(\.outcome) == [.superseded, .superseded])
            #expect(try await store.commit([submission(2)]).map(\.outcome) == [.duplicate])
            #expect(try await store.allLines() == lines)
            for (id, projection) in zip(["0", "1", "2"], projections) {
                let line = LineIdentity(scope: Sample.scope, originalTransactionId: id)
                #expect(try await store.projection(of: line)?.answers == projection?.answers)
            }
            #expect(try await uuids(store) == ["n2", "n9"])
        }
    }

    @Test("A row that was in quarantine before goes with the one that resolved it", arguments: stores)
    func resolved(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            _ = try await store.commit([.quarantined(Sample.quarantined("a", date: 10))])
            _ = try await store.commit([.verified(Sample.notification("a", date: 10))])
            #expect(try await prune(store, .notifications, before: 11, limit: 1).pruned == 2)
            #expect(try await uuids(store) == [])
            #expect(try await store.counts().notifications == [:])
        }
    }

    @Test("Old events go, and a page says up to where", arguments: stores)
    func events(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await fill(store)
            let all = try await store.events(EventQuery(limit: 100))
            #expect(all.horizon == 0)
            let old = all.events.filter { $0.createdAt < 60 }
            #expect(try await prune(store, .events, before: 60, isPlan: true).pruned == Int64(old.count))
            #expect(try await store.events(EventQuery(limit: 100)) == all)
            #expect(try await prune(store, .events, before: 60).pruned == Int64(old.count))
            let rest = try await store.events(EventQuery(limit: 100))
            #expect(rest.events == Array(all.events.dropFirst(old.count)))
            #expect(rest.horizon == old.last?.sequence)
            #expect(try await store.event(id: old[0].id) == nil)
            // When all are gone, readers still get to know where the end is, and numbers go on.
            _ = try await prune(store, .events, before: 1000)
            #expect(
                try await store.events(EventQuery(limit: 9))
                    == EventPage(events: [], last: all.last, horizon: all.last))
            try await fill(store, 11...11)
            let next = try await store.events(EventQuery(after: all.last, limit: 9)).events.first
            #expect(next?.sequence == all.last + 1)
        }
    }

    @Test("What a target still has to get is kept and counted", arguments: stores)
    func needed(_ kind: StoreUnderTest) async throws {
        try await run(kind) { store in
            try await fill(store, 1...6)
            let events = try await store.events(EventQuery(limit: 100, types: [.notificationRecorded])).events
            let last = try await store.events(EventQuery(limit: 100)).last
            try await store.addTarget("a", from: .beginning)
            #expect(try await prune(store, .events, before: 1000).pruned == 0)
            #expect(try await prune(store, .notifications, before: 1000).kept == 6)
            #expect(try await store.lease("a", holder: "me", now: 0, until: 1000))
            // All but the last two were looked at; of these one waits and one was given up.
            #expect(
                try await store.enqueue(
                    events.prefix(4).map(\.sequence), for: "a", holder: "me", from: 0, to: events[3].sequence, at: 70))
            let pending = try await store.pendingDeliveries(for: "a", limit: 9).map(\.record)
            func settle(_ id: Int64, _ state: DeliveryState) async throws {
                let result = TargetReport.Result(
                    delivery: id, attempt: DeliveryAttempt(startedAt: 1, duration: 1, status: 200, error: nil),
                    progress: DeliveryProgress(state: state, tries: 1, since: 1))
                #expect(
                    try await store.settle(
                        TargetReport(results: [result], health: TargetHealth()), for: "a", holder: "me", at: 80))
            }
            try await settle(1, .delivered)
            try await settle(2, .failed)
            try await settle(3, .delivered)
            #expect(pending.map(\.id) == [1, 2, 3])
            let step = try await prune(store, .events, before: 1000)
            #expect(step.kept == 2 + last - events[3].sequence)
            let kept = try await store.events(EventQuery(limit: 100)).events.map(\.sequence)
            #expect(kept == [events[1].sequence, events[3].sequence] + Array((events[3].sequence + 1)...last))
            #expect(try await store.deliveries(DeliveryQuery(limit: 9)).map(\.id) == [4, 2])
            #expect(try await store.attempts(ofDelivery: 1) == [])
            #expect(try await store.requeue(.one(2), at: 90) == 1)
            #expect(try await store.delivery(2)?.event == events[1])
            // The first event that is needed was written at 21.
            #expect(try await prune(store, .notifications, before: 1000).pruned == 1)
            #expect(try await uuids(store) == (2...6).map { "n\($0)" })
        }
    }
}
