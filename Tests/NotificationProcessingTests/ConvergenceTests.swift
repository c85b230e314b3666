import Entitlements
import EntitlementStorage
import NotificationProcessing
import OpenSSLCrypto
import PostgreSQLStorage
import SQLiteStorage
import StrictJSON
import Testing
import TestSupport

/// Any order, any repetition, any number of tasks: the same answers and the same facts, byte for byte.
@Suite("Convergence of deliveries")
struct ConvergenceTests {
    static let histories = 2_000
    static let tasks = 4

    @Test("2,000 generated histories in 5 random orders with duplicates, from 1 and from 4 tasks, end alike")
    func histories() async throws {
        let deliveries = (0..<Self.histories).flatMap { GeneratedHistory.deliveries(number: $0) }
        let expected = StoreDigests(of: deliveries)
        #expect(deliveries.count > 2 * Self.histories)
        for order in 0..<5 as Range<UInt64> {
            var generator = SeededGenerator(seed: order)
            let batches = Self.batches(deliveries, &generator)
            // In every order each store is filled once, by one task or by four in turn.
            async let memory = Self.digests(of: batches, in: MemoryStore(), tasks: order % 2 == 0 ? 1 : Self.tasks)
            async let sqlite = Self.digests(
                of: batches, in: try await SQLiteStore.inMemory(), tasks: order % 2 == 0 ? Self.tasks : 1)
            #expect(try await memory == expected, "order \(order)")
            #expect(try await sqlite == expected, "order \(order)")
        }
    }

    @Test(
        "The same histories on PostgreSQL, from 4 tasks, end alike",
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.absence)"))
    func historiesOnServer() async throws {
        let deliveries = (0..<Self.histories).flatMap { GeneratedHistory.deliveries(number: $0) }
        let expected = StoreDigests(of: deliveries)
        for order in 0..<2 as Range<UInt64> {
            var generator = SeededGenerator(seed: order)
            let batches = Self.batches(deliveries, &generator)
            try await TestDatabase.run { database in
                let found = try await Self.digests(of: batches, in: try await database.store(), tasks: Self.tasks)
                #expect(found == expected, "order \(order)")
            }
        }
    }

    /// The deliveries in a random order, a third of them twice, in batches of random lengths.
    private static func batches(
        _ deliveries: [VerifiedDelivery], _ generator: inout SeededGenerator
    ) -> [[Submission]] {
        var rest = (deliveries + deliveries.shuffled(using: &generator).prefix(deliveries.count / 3))
            .shuffled(using: &generator)[...]
        var batches: [[Submission]] = []
        while !rest.isEmpty {
            let count = Int.random(in: 1...200, using: &generator)
            batches.append(rest.prefix(count).map { .verified($0) })
            rest = rest.dropFirst(count)
        }
        return batches
    }

    private static func digests(
        of batches: [[Submission]], in store: any EntitlementStore, tasks: Int
    ) async throws -> StoreDigests {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for at in stride(from: task, to: batches.count, by: tasks) {
                        _ = try await store.commit(batches[at])
                    }
                }
            }
            try await group.waitForAll()
        }
        let digests = try await store.digests()
        await store.close()
        return digests
    }

    @Test("Signed histories through verification, from 1 and from 4 tasks, end alike", arguments: StoreKind.allCases)
    func signed(kind: StoreKind) async throws {
        let bodies = try (0..<12).flatMap { try Self.signedHistory(number: $0) }
        let reference = MemoryStore()
        let processor = try NotificationProcessor.trusting(reference)
        for body in bodies { #expect(await processor.process(body, source: .appStore).outcome != .rejected) }
        let expected = try await reference.digests()
        for order in 0..<5 as Range<UInt64> {
            var generator = SeededGenerator(seed: order)
            let delivered = (bodies + bodies.prefix(bodies.count / 2)).shuffled(using: &generator)
            let found = try await kind.run { store in
                let processor = try NotificationProcessor.trusting(store, groupSize: 8)
                let tasks = order % 2 == 0 ? 1 : Self.tasks
                await withTaskGroup(of: Void.self) { group in
                    for task in 0..<tasks {
                        group.addTask {
                            for at in stride(from: task, to: delivered.count, by: tasks) {
                                _ = await processor.process(delivered[at], source: .appStore)
                            }
                        }
                    }
                }
                return try await store.digests()
            }
            #expect(found == expected, "order \(order)")
        }
    }

    /// The bodies of some months of one subscription: renewals, billing trouble, a refund and its reversal.
    private static func signedHistory(number: Int) throws -> [[UInt8]] {
        var generator = SeededGenerator(seed: UInt64(number) + 77)
        let line = "20000009\(number)"
        let month = SamplePayload.period
        return try (0..<Int.random(in: 4...7, using: &generator)).map { step in
            let start = SamplePayload.signedDate + Int64(step) * month
            let isLate = Int.random(in: 0..<4, using: &generator) == 0
            let date = isLate ? start - month + 1 : start
            var transaction: JSONValue = [
                "originalTransactionId": .string(line), "transactionId": .string("\(line)\(step)"),
                "webOrderLineItemId": .string("\(step)"), "purchaseDate": .integer(start),
                "expiresDate": .integer(start + month), "transactionReason": step == 0 ? "PURCHASE" : "RENEWAL",
                "appAccountToken": .string("7e3f1c2a-0000-4000-8000-00000000000\(step % 2)"),
            ]
            if Int.random(in: 0..<4, using: &generator) == 0 { transaction["revocationDate"] = .integer(date) }
            let isRetrying = Int.random(in: 0..<3, using: &generator) == 0
            let renewal: JSONValue = [
                "originalTransactionId": .string(line), "isInBillingRetryPeriod": .boolean(isRetrying),
                "autoRenewStatus": .integer(Int.random(in: 0...1, using: &generator)),
            ]
            return TestSigner.body(
                try SampleNotification.signed(
                    step == 0 ? "SUBSCRIBED" : "DID_RENEW", uuid: number * 100 + step, at: date,
                    transaction: transaction, renewalInfo: renewal, data: ["status": isRetrying ? 3 : 1]))
        }
    }
}
