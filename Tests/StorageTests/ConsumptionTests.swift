import EntitlementStorage
import Entitlements
import Testing

/// Credits that are used up once, decided by a pure function and kept by every store alike.
@Suite("Consumptions of a store")
struct ConsumptionTests {
    private static let line = LineIdentity(scope: Sample.scope, originalTransactionId: "7")

    private func purchase(
        _ quantity: Int = 1, date: Int64 = 10, revoked: Int64? = nil, type: String = "Consumable"
    ) -> StoredVersion {
        let statement = TransactionStatement(
            transactionId: "7", type: type, productId: "coins", purchaseDate: 10, revocationDate: revoked,
            quantity: quantity)
        let payload = #"{"transactionId":"7","type":"\#(type)","quantity":\#(quantity),"date":\#(date)}"#
        return StoredVersion(
            version: FactVersion(
                identity: FactIdentity(scope: Sample.scope, kind: .transaction, id: "7"), date: date,
                digest: Sample.digest(Array(payload.utf8)), statement: .transaction(statement)),
            text: Sample.text(payload))
    }

    private func buy(_ version: StoredVersion, in store: any EntitlementStore) async throws {
        _ = try await store.commit([.verified(Sample.client(version))])
    }

    private func consume(
        _ quantity: Int64? = nil, key: String = "k", id: String = "7", now: Int64 = 100, in store: any EntitlementStore
    ) async throws -> ConsumptionResult {
        let line = LineIdentity(scope: Sample.scope, originalTransactionId: id)
        return try await store.consume(
            ConsumptionRequest(line: line, transactionId: id, quantity: quantity, key: key, now: now),
            configuration: EvaluationConfiguration())
    }

    private func entry(
        _ requested: Int64?, _ quantity: Int64, of bought: Int64, _ consumed: Int64, key: String = "k", at: Int64 = 100
    ) -> LedgerEntry {
        LedgerEntry(
            subject: LedgerSubject(scope: Sample.scope, kind: .purchase, id: "7"), at: at, key: key,
            content: .consumption(
                Consumption(requested: requested, quantity: quantity, bought: bought, consumed: consumed)))
    }

    private func taken(_ entry: LedgerEntry, isRepeated: Bool = false) -> ConsumptionResult {
        guard case .consumption(let consumption) = entry.content else { return .unknown }
        return .consumed(entry, consumption, isRepeated: isRepeated)
    }

    @Test(
        "All that is left is used up, and the same request again is answered alike", arguments: StoreUnderTest.allCases)
    func once(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            try await buy(purchase(3), in: store)
            let entry = entry(nil, 3, of: 3, 3)
            #expect(try await consume(in: store) == taken(entry))
            // Later, even after a refund: the first answer stands.
            try await buy(purchase(3, date: 20, revoked: 20), in: store)
            #expect(try await consume(now: 900, in: store) == taken(entry, isRepeated: true))
            #expect(try await consume(key: "k2", in: store) == .revoked(at: 20, consumed: 3))
            #expect(try await store.ledger(of: [entry.subject]) == [entry])
        }
    }

    @Test("Parts are used up until nothing is left, and never more", arguments: StoreUnderTest.allCases)
    func parts(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            try await buy(purchase(5), in: store)
            #expect(try await consume(2, key: "a", in: store) == taken(entry(2, 2, of: 5, 2, key: "a")))
            #expect(try await consume(4, key: "b", in: store) == .tooFew(bought: 5, consumed: 2))
            #expect(try await consume(0, key: "b", in: store) == .tooFew(bought: 5, consumed: 2))
            #expect(try await consume(2, key: "b", in: store) == taken(entry(2, 2, of: 5, 4, key: "b")))
            #expect(try await consume(key: "c", in: store) == taken(entry(nil, 1, of: 5, 5, key: "c")))
            #expect(try await consume(key: "d", in: store) == .tooFew(bought: 5, consumed: 5))
            let pages = [
                try await store.ledger(after: nil, limit: 2), try await store.ledger(after: 2, limit: 2),
                try await store.ledger(after: 3, limit: 2),
            ]
            #expect(pages.map { $0.map(\.entry.key) } == [["a", "b"], ["c"], []])
        }
    }

    @Test("A key belongs to one request", arguments: StoreUnderTest.allCases)
    func keys(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            try await buy(purchase(5), in: store)
            try await buy(Sample.transaction("8", date: 10), in: store)
            let first = entry(2, 2, of: 5, 2)
            #expect(try await consume(2, in: store) == taken(first))
            #expect(try await consume(3, in: store) == .keyTaken(first))
            #expect(try await consume(in: store) == .keyTaken(first))
            #expect(try await consume(2, id: "8", in: store) == .keyTaken(first))
            #expect(try await consume(2, in: store) == taken(first, isRepeated: true))
        }
    }

    @Test("Only a consumable that is held can be used up", arguments: StoreUnderTest.allCases)
    func refused(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            #expect(try await consume(in: store) == .unknown)
            try await buy(purchase(type: "Non-Consumable"), in: store)
            #expect(try await consume(in: store) == .otherType("Non-Consumable"))
            try await buy(purchase(date: 11), in: store)
            #expect(try await consume(in: store) == taken(entry(nil, 1, of: 1, 1)))
            #expect(try await store.ledger(after: nil, limit: 9).count == 1)
        }
    }

    @Test("Of many requests at once one gets the credit", arguments: StoreUnderTest.allCases)
    func race(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            try await buy(purchase(), in: store)
            let results = try await withThrowingTaskGroup(of: ConsumptionResult.self) { group in
                for number in 0..<24 {
                    group.addTask { try await consume(key: "k\(number % 12)", in: store) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let entries = try await store.ledger(after: nil, limit: 99).map(\.entry)
            #expect(entries.count == 1)
            let first = try #require(entries.first)
            #expect(results.count { $0 == taken(first) } == 1)
            #expect(results.count { $0 == taken(first, isRepeated: true) } == 1)
            #expect(results.count { $0 == .tooFew(bought: 1, consumed: 1) } == 22)
        }
    }

    @Test("An entry of another store is taken once, and its key stays its own", arguments: StoreUnderTest.allCases)
    func taking(_ kind: StoreUnderTest) async throws {
        try await kind.run { store in
            let first = entry(2, 2, of: 5, 2)
            #expect(try await store.take(first) == .added)
            #expect(try await store.take(first) == .known)
            #expect(try await store.take(entry(2, 2, of: 5, 4)) == .keyTaken)
            #expect(try await store.take(entry(nil, 5, of: 5, 5, key: "other")) == .added)
            try await buy(purchase(5), in: store)
            // Both stores gave credits away: both are remembered, and nothing is left.
            #expect(try await consume(key: "new", in: store) == .tooFew(bought: 5, consumed: 7))
        }
    }

    @Test("Entries after an instant do not count for it, and sums do not overflow")
    func sums() {
        let entries = [
            entry(1, 1, of: 5, 1, at: 10), entry(2, 2, of: 5, 3, at: 20), entry(nil, .max, of: 5, 5, at: 30),
            entry(nil, -4, of: 5, 5, at: 40),
        ]
        #expect(ConsumptionSum(entries, asOf: 9).consumed == 0)
        #expect(ConsumptionSum(entries, asOf: 20).consumed == 3)
        #expect(ConsumptionSum(entries, asOf: 20).remaining(of: 5) == 2)
        #expect(ConsumptionSum(entries).consumed == .max)
        #expect(ConsumptionSum(entries).remaining(of: 5) == 0)
        #expect(ConsumptionSum(entries).remaining(of: .min) == 0)
    }
}

/// Several stores of one database that give away one credit.
enum ConsumptionRace {
    static func run(_ stores: [any EntitlementStore]) async throws {
        let statement = TransactionStatement(transactionId: "7", type: "Consumable", purchaseDate: 10)
        let version = StoredVersion(
            version: FactVersion(
                identity: FactIdentity(scope: Sample.scope, kind: .transaction, id: "7"), date: 10,
                digest: Sample.digest([7]), statement: .transaction(statement)),
            text: Sample.text("7"))
        _ = try await stores[0].commit([.verified(Sample.client(version))])
        let line = LineIdentity(scope: Sample.scope, originalTransactionId: "7")
        let credited = try await withThrowingTaskGroup(of: Bool.self) { group in
            for (number, store) in stores.enumerated() {
                for _ in 0..<8 {
                    group.addTask {
                        let request = ConsumptionRequest(
                            line: line, transactionId: "7", quantity: nil, key: "k\(number)", now: 100)
                        let result = try await store.consume(request, configuration: EvaluationConfiguration())
                        guard case .consumed(_, _, let isRepeated) = result else { return false }
                        return !isRepeated
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(credited == 1)
        for store in stores { #expect(try await store.ledger(after: nil, limit: 9).count == 1) }
    }
}
