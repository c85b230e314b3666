import EntitlementStorage
import Entitlements
import PostgreSQLStorage
import TestSupport
import Testing

/// Months of the log as partitions.
@Suite("Partitions of the log", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
struct PartitionTests {
    /// 2026-11-30T12:00:00Z.
    private let now: Int64 = 1_796_040_000_000
    private let day: Int64 = 86_400_000

    private func rows(_ table: String, _ database: TestDatabase) async throws -> String? {
        try await database.console.run("SELECT count(*)::text FROM \(table)").first?.first ?? nil
    }

    @Test("Months to come are made once, and take the rows of their dates")
    func ahead() async throws {
        try await TestDatabase.run { database in
            let store = try await database.store()
            let months = ["2026-11", "2026-12", "2027-01"]
            #expect(
                try await store.makePartitions(ahead: 2, now: now)
                    == months.map { MonthPartition(month: $0, state: .made) })
            #expect(
                try await store.makePartitions(ahead: 3, now: now)
                    == months.map { MonthPartition(month: $0, state: .present) } + [
                        MonthPartition(month: "2027-02", state: .made)
                    ])
            for (number, date) in [now, now + day / 2 - 1, now + day / 2, now + 200 * day].enumerated() {
                _ = try await store.commit([.verified(Sample.notification("n\(number)", date: date))])
            }
            #expect(try await rows("notification_2026_11", database) == "2")
            #expect(try await rows("notification_2026_12", database) == "1")
            #expect(try await rows("notification_default", database) == "1")
            let log = try await store.notifications(NotificationQuery(limit: 10))
            #expect(log.map(\.header.uuid) == ["n0", "n1", "n2", "n3"])
            let again = try await store.commit([.verified(Sample.notification("n2", date: now + day / 2))])
            #expect(again.map(\.outcome) == [.duplicate])
            let step = try await store.prune(
                PruneRequest(.notifications, before: now + day), after: 0, limit: 10, isPlan: false)
            #expect(step.pruned == 3)
            #expect(try await rows("notification_2026_11", database) == "0")
            await store.close()
        }
    }

    @Test("A month of which there are rows already is left as it is")
    func occupied() async throws {
        try await TestDatabase.run { database in
            let (store, other) = (try await database.store(), try await database.store())
            _ = try await store.commit([.verified(Sample.notification("a", date: now))])
            async let one = store.makePartitions(ahead: 1, now: now)
            async let two = other.makePartitions(ahead: 1, now: now)
            let found = [try await one, try await two]
            #expect(found.map { $0.map(\.month) } == [["2026-11", "2026-12"], ["2026-11", "2026-12"]])
            #expect(found.map { $0[0].state } == [.occupied, .occupied])
            #expect(Set(found.map { $0[1].state }) == [.made, .present])
            #expect(try await rows("notification_default", database) == "1")
            for store in [store, other] { await store.close() }
        }
    }
}
