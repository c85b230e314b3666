import EntitlementStorage
import PostgreSQLStorage
import TestSupport
import Testing

/// What several processes do at once with the deliveries of one database.
@Suite("Deliveries in PostgreSQL", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
struct PostgreSQLDeliveryTests {
    /// Runs `body` with two stores on a database with some events of line 7, and a target leased to "me".
    private func run(
        _ body: (TestDatabase, _ one: PostgreSQLStore, _ other: PostgreSQLStore) async throws -> Void
    ) async throws {
        try await TestDatabase.run { database in
            let (one, other) = (try await database.store(), try await database.store())
            for number in 1...3 {
                let fact = Sample.transaction("\(number)", line: "7", date: Int64(number))
                let notification = Sample.notification(
                    "n\(number)", date: Int64(number), type: "TEST", facts: [fact], receivedAt: Int64(number))
                _ = try await one.commit([.verified(notification)])
            }
            try await one.addTarget("a", from: .beginning)
            #expect(try await one.lease("a", holder: "me", now: 0, until: 1000))
            try await body(database, one, other)
            for store in [one, other] { await store.close() }
        }
    }

    private func lock(_ database: TestDatabase) async throws {
        try await database.console.run("BEGIN")
        try await database.console.run("SELECT id::text FROM webhook_target FOR UPDATE")
    }

    @Test("Who looks for work passes by a target that another process is at; its holder waits")
    func passingBy() async throws {
        try await run { database, one, other in
            try await lock(database)
            #expect(try await other.lease("a", holder: "you", now: 2000, until: 3000) == false)
            let renewal = Task { try await one.lease("a", holder: "me", now: 500, until: 1500) }
            try await database.waitUntilBlocked()
            try await database.console.run("COMMIT")
            #expect(try await renewal.value)
            #expect(try await other.lease("a", holder: "you", now: 2000, until: 3000))
            #expect(try await one.enqueue([1], for: "a", holder: "me", from: 0, to: 1, at: 1) == false)
        }
    }

    @Test("Of two processes that look at one page of events one makes the deliveries")
    func samePage() async throws {
        try await run { database, one, other in
            try await lock(database)
            // The lease of a process that stood still went to another one under the same name.
            let tries = [one, other].map { store in
                Task { try await store.enqueue([1, 2, 3], for: "a", holder: "me", from: 0, to: 3, at: 1) }
            }
            try await database.waitUntilBlocked(2)
            try await database.console.run("COMMIT")
            var made = 0
            for attempt in tries where try await attempt.value { made += 1 }
            #expect(made == 1)
            #expect(try await one.deliveries(DeliveryQuery(limit: 9)).map(\.sequence) == [3, 2, 1])
        }
    }

    @Test("A delivery that is put in the queue again while new ones are made leaves one of its line to be sent")
    func lineOrder() async throws {
        try await run { database, one, other in
            #expect(try await one.enqueue([1], for: "a", holder: "me", from: 0, to: 1, at: 1))
            let report = TargetReport(
                results: [
                    TargetReport.Result(
                        delivery: 1, attempt: DeliveryAttempt(startedAt: 1, duration: 1, status: 200, error: nil),
                        progress: DeliveryProgress(state: .delivered, tries: 1, since: 1))
                ], health: TargetHealth())
            #expect(try await one.settle(report, for: "a", holder: "me", at: 2))
            try await lock(database)
            let made = Task { try await one.enqueue([2, 3], for: "a", holder: "me", from: 1, to: 3, at: 5) }
            let again = Task { try await other.requeue(.one(1), at: 6) }
            try await database.waitUntilBlocked(2)
            try await database.console.run("COMMIT")
            #expect(try await made.value)
            #expect(try await again.value == 1)
            #expect(try await one.pendingDeliveries(for: "a", limit: 9).map(\.record.id) == [1])
            #expect(try await one.targetCounts().map(\.waiting) == [3])
        }
    }
}
