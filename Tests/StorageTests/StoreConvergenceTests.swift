import EntitlementStorage
import Entitlements
import PostgreSQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// What is held depends on what came, and on nothing else.
@Suite("Convergence of stores")
struct StoreConvergenceTests {
    /// Everything a store holds that must not depend on order, repetition, splitting or the number of processes.
    private struct Holdings: Equatable {
        var versions: [VersionEntry] = []
        var lines: [LineRecord] = []
        var texts: [VersionKey: SignedText] = [:]
        var greatestDate: Int64?
    }

    private func holdings(of store: any EntitlementStore) async throws -> Holdings {
        var holdings = Holdings()
        holdings.versions = try await store.allVersions()
        holdings.lines = try await store.allLines()
        holdings.greatestDate = try await store.greatestDate()
        for identity in Set(holdings.versions.map(\.key.identity)) {
            if identity.kind == .notification {
                for row in try await store.notification(uuid: identity.id) where row.record.outcome != .quarantined {
                    let stamp = FactStamp(date: row.record.header.signedDate, digest: row.record.header.digest)
                    let identity = FactIdentity(scope: row.record.scope, kind: .notification, id: identity.id)
                    holdings.texts[VersionKey(identity: identity, stamp: stamp)] = row.text
                }
            } else {
                for version in try await store.texts(of: identity) {
                    holdings.texts[VersionKey(identity: identity, stamp: version.stamp)] = version.text
                }
            }
        }
        return holdings
    }

    /// A history with many collisions: few ids, few dates, re-signed objects, one UUID on several payloads.
    private func history(_ generator: inout SeededGenerator) -> [Submission] {
        let scopes = [
            Sample.scope, Sample.sandbox, AppScope(environment: "Xcode", bundleId: "com.example.app", realm: "c0"),
        ]
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        func fact(_ scope: AppScope) -> StoredVersion {
            let (line, date, signature) = ("\(number(8...11))", Int64(number(1...6)), UInt8(number(1...3)))
            switch number(0...9) {
            case 0...5:
                return Sample.transaction(
                    "\(number(8...13))", line: number(0...4) == 0 ? nil : line, date: date, scope: scope,
                    token: number(0...2) == 0 ? "T\(number(1...3))" : nil, note: "\(number(0...2))",
                    signature: signature)
            case 6...8:
                return Sample.renewal(
                    line: line, date: date, scope: scope, note: "\(number(0...2))", signature: signature)
            default: return Sample.appTransaction("\(number(700...702))", date: date, scope: scope)
            }
        }
        return (0..<number(20...60)).map { _ in
            let scope = scopes[number(0...2)]
            let facts = (0..<number(0...3)).map { _ in fact(scope) }
            let (uuid, date) = ("\(number(0...1) == 0 ? "u" : "")\(number(1...12))", Int64(number(1...6)))
            switch number(0...19) {
            case 0: return .rejected(Sample.rejected(number(0...300)))
            case 1: return .quarantined(Sample.quarantined(uuid, date: date, scope: scope, facts: facts))
            case 2...4: return .verified(Sample.client(fact(scope)))
            default:
                return .verified(
                    Sample.notification(
                        uuid, date: date, scope: scope, facts: facts,
                        status: number(0...2) == 0 ? ("\(number(8...11))", number(1...5)) : nil,
                        signature: UInt8(number(1...3))))
            }
        }
    }

    /// The history in another order, with repetitions, cut into batches.
    private func delivery(of history: [Submission], _ generator: inout SeededGenerator) -> [[Submission]] {
        var rest = (history + history.shuffled(using: &generator).prefix(history.count / 2)).shuffled(using: &generator)
        var batches: [[Submission]] = []
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(rest.count, 17), using: &generator)
            batches.append(Array(rest.prefix(count)))
            rest.removeFirst(count)
        }
        return batches
    }

    @Test("Random orders, repetitions and batches end in the same holdings", arguments: 1...40 as ClosedRange<UInt64>)
    func orders(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let history = history(&generator)
        let reference = MemoryStore()
        for submission in history { _ = try await reference.commit([submission]) }
        let expected = try await holdings(of: reference)
        #expect(!expected.versions.isEmpty)
        for _ in 0..<3 {
            let batches = delivery(of: history, &generator)
            let stores: [any EntitlementStore] = [MemoryStore(), try await SQLiteStore.inMemory()]
            try await fill(stores, with: batches, expecting: expected)
        }
    }

    @Test(
        "The same on PostgreSQL", .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"),
        arguments: 1...20 as ClosedRange<UInt64>)
    func ordersOnServer(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let history = history(&generator)
        let reference = MemoryStore()
        for submission in history { _ = try await reference.commit([submission]) }
        let expected = try await holdings(of: reference)
        let batches = delivery(of: history, &generator)
        try await TestDatabase.run { database in
            let store = try await database.store()
            try await fill([MemoryStore(), store], with: batches, expecting: expected)
            await store.close()
        }
    }

    /// Two stores take the same batches, and differ in nothing.
    private func fill(
        _ stores: [any EntitlementStore], with batches: [[Submission]], expecting expected: Holdings
    ) async throws {
        var words: [[CommitResult]] = [[], []]
        for (number, store) in stores.enumerated() {
            for batch in batches { words[number] += try await store.commit(batch) }
            #expect(try await holdings(of: store) == expected)
        }
        // For one order, everything else is equal as well.
        #expect(words[0] == words[1])
        #expect(try await stores[0].counts() == stores[1].counts())
        let events = try await stores[0].events(EventQuery(limit: 10_000))
        #expect(!events.events.isEmpty)
        #expect(try await stores[1].events(EventQuery(limit: 10_000)) == events)
        #expect(try await stores[0].sweep(at: 10, limit: 100) == stores[1].sweep(at: 10, limit: 100))
        for record in expected.lines {
            let line = LineIdentity(scope: record.scope, originalTransactionId: record.originalTransactionId)
            let projection = try #require(try await stores[1].projection(of: line))
            #expect(try await stores[0].projection(of: line) == projection)
            #expect(
                projection.answers
                    == Evaluator.evaluate(
                        record, configuration: EvaluationConfiguration(), now: projection.evaluatedAt))
        }
        let query = NotificationQuery(limit: 1_000)
        #expect(try await stores[0].notifications(query) == stores[1].notifications(query))
        for id in ["8", "10", "13", "700", "t2", "T3"] {
            #expect(
                try await stores[0].lines(ofCustomer: id, environment: "Sandbox")
                    == stores[1].lines(ofCustomer: id, environment: "Sandbox"))
        }
    }

    @Test("Several stores on one file at once end in the same holdings", arguments: 101...106 as ClosedRange<UInt64>)
    func concurrently(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let history = history(&generator)
        let reference = MemoryStore()
        _ = try await reference.commit(history)
        let expected = try await holdings(of: reference)
        let deliveries = (0..<4).map { _ in delivery(of: history, &generator) }
        try await TemporaryFolder.run { folder in
            let path = folder.path(of: "store.db")
            try await fillAtOnce(deliveries) { () throws(StoreError) in
                try await SQLiteStore(path: path, options: SQLiteOptions(busyTimeout: 60_000))
            }
            let store = try await SQLiteStore(path: path)
            #expect(try await holdings(of: store) == expected)
            await store.close()
        }
    }

    @Test(
        "Several stores on one database at once end in the same holdings",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"),
        arguments: 101...112 as ClosedRange<UInt64>)
    func concurrentlyOnServer(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let history = history(&generator)
        let reference = MemoryStore()
        _ = try await reference.commit(history)
        let expected = try await holdings(of: reference)
        let deliveries = (0..<6).map { _ in delivery(of: history, &generator) }
        try await TestDatabase.run { database in
            try await fillAtOnce(deliveries) { () throws(StoreError) in try await database.store() }
            let store = try await database.store()
            #expect(try await holdings(of: store) == expected)
            let log = try await store.notifications(NotificationQuery(limit: 1_000))
            #expect(Set(log.map(\.sequence)).count == log.count)
            let counts = try await store.counts().notifications
            for outcome in ProcessingOutcome.allCases where outcome != .rejected {
                let rows = log.filter { $0.outcome == outcome && $0.resolvedBy == nil }
                #expect(counts[outcome] ?? 0 == Int64(rows.count), "\(outcome)")
            }
            await store.close()
        }
    }

    /// Fills several stores of one place, two tasks each: the tasks share a store's writers, the stores meet at locks.
    private func fillAtOnce(
        _ deliveries: [[[Submission]]], _ open: @escaping @Sendable () async throws(StoreError) -> any EntitlementStore
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for pair in 0..<deliveries.count / 2 {
                let own = Array(deliveries[2 * pair..<2 * pair + 2])
                group.addTask {
                    let store = try await open()
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for batches in own {
                            group.addTask { for batch in batches { _ = try await store.commit(batch) } }
                        }
                        try await group.waitForAll()
                    }
                    await store.close()
                }
            }
            try await group.waitForAll()
        }
    }
}
