import EntitlementStorage
import Entitlements
import PostgreSQLStorage
import Synchronization
import TestSupport
import Testing

/// Whether processes that share a database hear of each other's events.
@Suite(
    "Hearing of events", .timeLimit(.minutes(30)), .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
struct EventHearingTests {
    /// The words that came and were not waited for yet.
    private final class Words: Sendable {
        private let state = Mutex<(count: Int, waiting: CheckedContinuation<Void, Never>?)>((0, nil))

        var count: Int { state.withLock { $0.count } }

        func add() {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                if state.waiting == nil { state.count += 1 }
                return state.waiting
            }
            waiting?.resume()
        }

        /// Waits for a word.
        func next() async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    guard state.count == 0 else {
                        state.count -= 1
                        return true
                    }
                    state.waiting = continuation
                    return false
                }
                if isThere { continuation.resume() }
            }
        }
    }

    /// Runs `body` with a store that listens and another one; gives the number of words that nobody waited for.
    private func run(
        _ body: (TestDatabase, _ one: PostgreSQLStore, _ other: PostgreSQLStore, _ heard: Words) async throws -> Void
    ) async throws -> Int {
        try await TestDatabase.run { database in
            let (one, other) = (try await database.store(), try await database.store())
            let heard = Words()
            let hearing = Task { await one.hearEvents { heard.add() } }
            // That it listens.
            await heard.next()
            try await body(database, one, other, heard)
            hearing.cancel()
            await hearing.value
            for store in [one, other] { await store.close() }
            return heard.count
        }
    }

    private func notification(_ number: Int) -> [Submission] {
        [.verified(Sample.notification("n\(number)", date: Int64(number)))]
    }

    @Test("What another process commits is heard of, when it can be read")
    func others() async throws {
        let left = try await run { _, one, other, heard in
            for number in 1...3 {
                _ = try await other.commit(notification(number))
                await heard.next()
                #expect(try await one.events(EventQuery(limit: 10)).last == Int64(number))
            }
        }
        #expect(left == 0)
    }

    @Test("So is what time alone has changed, and what a process wrote that ends right after")
    func sweepAndEnd() async throws {
        _ = try await run { database, one, other, heard in
            let day: Int64 = 86_400_000
            var fact = Sample.transaction("1", line: "1", date: 0)
            fact.version.statement = .transaction(
                TransactionStatement(
                    transactionId: "1", originalTransactionId: "1", type: "Auto-Renewable Subscription",
                    productId: "pro", subscriptionGroupIdentifier: "g", purchaseDate: 0, expiresDate: 30 * day))
            _ = try await other.commit([.verified(Sample.notification("a", date: 0, facts: [fact], receivedAt: 0))])
            await heard.next()
            #expect(try await other.sweep(at: 30 * day, limit: 10) == 1)
            await heard.next()
            let brief = try await database.store()
            _ = try await brief.commit(notification(9))
            await brief.close()
            await heard.next()
            #expect(try await one.events(EventQuery(limit: 10)).events.count == 4)
        }
    }

    @Test("A process need not be told what it wrote itself")
    func own() async throws {
        let left = try await run { _, one, other, heard in
            for number in 1...9 { _ = try await one.commit(notification(number)) }
            _ = try await other.commit(notification(10))
            await heard.next()
        }
        #expect(left == 0)
    }

    @Test("A lost connection is opened again, and what was said meanwhile is looked for")
    func lost() async throws {
        _ = try await run { database, one, other, heard in
            for number in 1...3 {
                try await database.endOtherConnections()
                await heard.next()
                _ = try await other.commit(notification(number))
                await heard.next()
                #expect(try await one.events(EventQuery(limit: 10)).last == Int64(number))
            }
        }
    }
}
