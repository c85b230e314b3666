import AppStoreModels
import SimulatorHistories
import StoreSimulator
import Testing

@Suite("Random histories from a seed")
struct HistoryGeneratorTests {
    private static func generator(_ seed: UInt64 = 7) -> HistoryGenerator {
        HistoryGenerator(app: SimulatedApp(bundleId: "com.example.app"), seed: seed)
    }

    @Test("A history depends on the seed and its number alone")
    func determinism() {
        let generator = Self.generator()
        for number in [0, 1, 999, 123_456_789] {
            let history = generator.history(number)
            #expect(generator.history(number) == history)
            #expect(history.number == number)
            #expect(Self.generator(8).history(number).notifications != history.notifications)
        }
        #expect(generator.history(3).actions != generator.history(4).actions)
    }

    @Test("No two histories share an id, and every pair of the table occurs")
    func variety() {
        let generator = Self.generator()
        var notifications: Set<String> = []
        var lines: Set<String> = []
        var orders: Set<String> = []
        var names: Set<String> = []
        for number in 0..<1200 {
            let history = generator.history(number)
            for notification in history.notifications {
                #expect(notifications.insert(notification.id).inserted)
                names.insert(notification.name)
            }
            let found = Set(history.checkpoints.last?.purchases.map(\.originalTransactionId) ?? [])
            #expect(lines.isDisjoint(with: found))
            lines.formUnion(found)
            let sold = Set(history.notifications.compactMap { $0.data?.transaction?.orderID })
            #expect(orders.isDisjoint(with: sold))
            orders.formUnion(sold)
        }
        #expect(Set(NotificationPair.all.map(\.name)).subtracting(names) == [])
    }

    @Test("Moments at which the books are noted lie between signatures, and lines never vanish")
    func checkpoints() {
        for number in 0..<300 {
            let history = Self.generator().history(number)
            let dates = history.checkpoints.map(\.date)
            #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 }, "history \(number)")
            var known: Set<String> = []
            for checkpoint in history.checkpoints {
                let lines = checkpoint.purchases.map(\.originalTransactionId)
                #expect(Set(lines).count == lines.count && known.isSubset(of: lines), "history \(number)")
                known.formUnion(lines)
                // Whoever has bought by then was told of by then.
                let told = history.notifications.filter { $0.signedDate <= checkpoint.date }
                    .compactMap { $0.data?.transaction?.originalID }
                #expect(Set(lines).isSubset(of: told.map(String.init)), "history \(number)")
            }
            #expect(history.notifications.allSatisfy { $0.signedDate <= dates.last ?? 0 }, "history \(number)")
        }
    }

    @Test("Histories are short or long, with all kinds of states at their ends")
    func shapes() {
        let histories = (0..<500).map { Self.generator().history($0) }
        let lengths = histories.map(\.notifications.count)
        #expect(lengths.count { (1...5).contains($0) } > 200)
        #expect(lengths.count { $0 > 5 } > 100)
        #expect(lengths.max() ?? 0 < 100)
        let states = histories.flatMap { $0.checkpoints.last?.purchases.map(\.state) ?? [] }
        #expect(Set(states) == [.active, .gracePeriod, .billingRetry, .expired, .revoked, .credited])
    }
}
