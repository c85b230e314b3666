import AppStoreModels
import StoreSimulator
import Testing

@Suite("Random histories of the simulated store")
struct RandomHistoryTests {
    @Test("A server that receives everything answers what the store says", arguments: 0..<10)
    func agreement(_ part: Int) throws {
        for seed in UInt64(part * 50)..<UInt64(part * 50 + 50) {
            var history = RandomHistory(seed: seed)
            var book = StatementBook()
            var done: [String] = []
            for _ in 0..<30 {
                let before = history.store.happened.count
                if let action = history.act() { done.append("\(action)") }
                try history.pause()
                book.insert(Array(history.store.happened[before...]))
                // Now and then: an answer needs all that was said so far.
                guard history.numbers.next() % 6 == 0 else { continue }
                let differences = book.differences(from: history.store.world)
                #expect(differences.isEmpty, "seed \(seed), \(done.joined(separator: "\n"))")
                #expect(book.conflicts.isEmpty, "seed \(seed), after \(done.last ?? "")")
                guard differences.isEmpty, book.conflicts.isEmpty else { return }
            }
        }
    }

    @Test("Ids are unique, dates ordered, and one period of a line runs at a time", arguments: 0..<10)
    func invariants(_ part: Int) throws {
        for seed in UInt64(part * 50)..<UInt64(part * 50 + 50) {
            var history = RandomHistory(seed: seed, isForgetful: true)
            for _ in 0..<30 {
                _ = history.act()
                try history.pause()
            }
            try check(history.store, seed)
        }
    }

    private func check(_ store: TestStore, _ seed: UInt64) throws {
        let happened = store.happened
        #expect(zip(happened, happened.dropFirst()).allSatisfy { $0.date <= $1.date }, "seed \(seed)")
        let notifications = happened.notifications
        #expect(Set(notifications.map(\.id)).count == notifications.count, "seed \(seed)")
        #expect(happened.allSatisfy { $0.date <= store.world.now }, "seed \(seed)")
        let transactions = store.world.allTransactions
        #expect(Set(transactions.map(\.id)).count == transactions.count, "seed \(seed)")
        for line in store.world.allSubscriptions {
            let periods = transactions.filter { $0.originalID == line.originalID }
            for period in periods {
                let end = try #require(period.expiresDate)
                #expect(period.purchaseDate <= end, "seed \(seed)")
                #expect(period.originalPurchaseDate <= period.purchaseDate, "seed \(seed)")
            }
            let running = periods.filter {
                !$0.isUpgraded && $0.revocation == nil && $0.purchaseDate <= store.world.now
                    && store.world.now < $0.expiresDate ?? .min
            }
            #expect(Set(running.map(\.webOrderLineItemID)).count <= 1, "seed \(seed), line \(line.originalID)")
            #expect(
                (line.status == .billingGracePeriod || line.status == .billingRetry)
                    == line.renewalInfo.isInBillingRetryPeriod, "seed \(seed)")
            if line.status == .active { #expect(line.renewalInfo.expirationIntent == nil, "seed \(seed)") }
        }
    }

    @Test("What is refused changes nothing", arguments: UInt64(0)..<40)
    func refusals(_ seed: UInt64) throws {
        var history = RandomHistory(seed: seed, isForgetful: true)
        for _ in 0..<60 {
            let before = history.store.world
            if (try? history.store.perform(history.action())) == nil {
                let after = history.store.world
                #expect(after.now == before.now && after.nextEventDate == before.nextEventDate)
                #expect(after.settings == before.settings && after.customerIDs == before.customerIDs)
                #expect(after.allTransactions == before.allTransactions)
                #expect(after.allSubscriptions == before.allSubscriptions)
                #expect(after.allPendingPurchases == before.allPendingPurchases)
                // Ids and what waits are the same too: both go on alike.
                var one = before
                var two = after
                let purchase = StoreAction.buy(PurchaseRequest(customer: "new", product: "coins"))
                for action in [.offerProduct("coins"), purchase] {
                    #expect(try one.perform(action) == two.perform(action))
                }
                #expect(one.advanceToNextEvent() == two.advanceToNextEvent())
            }
            try history.pause()
        }
    }

    @Test("The same seed and actions give the same history, another seed other ids")
    func determinism() throws {
        func history(_ seed: UInt64) throws -> [StoreOccurrence] {
            var history = RandomHistory(seed: seed)
            for _ in 0..<60 {
                _ = try? history.store.perform(history.action())
                try history.pause()
            }
            return history.store.happened
        }
        for seed in UInt64(1000)..<1020 {
            let first = try history(seed)
            #expect(try history(seed) == first)
        }
        var one = TestStore(seed: 1)
        var two = TestStore(seed: 2)
        let ids = try (one.buy("coins").notifications.map(\.id), two.buy("coins").notifications.map(\.id))
        #expect(ids.0 != ids.1)
    }
}
