internal import EntitlementStorage
internal import FoundationEssentials
internal import StoreSimulator
internal import TestSupport
internal import Testing

/// Random histories of the simulated store, in all orders, against its own books.
///
/// `STOREKEEPER_SOAK` is for how many minutes; unless given a few hundred histories must do. `STOREKEEPER_SEED` chooses
/// other histories.
@Suite("Soak", .timeLimit(.minutes(300)))
struct SoakTests {
    private static let minutes = number("STOREKEEPER_SOAK")
    private static let seed = number("STOREKEEPER_SEED") ?? 20_261_130
    private static let batch = 200

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    @Test("However histories are delivered, facts and answers end as the store's own books have them")
    func histories() async throws {
        let run = try SoakRun(seed: UInt64(Self.seed))
        guard let minutes = Self.minutes else {
            let result = try await run.run(0..<Self.batch, usesProcesses: true)
            #expect(result.divergences.isEmpty, "\(result.divergences.prefix(3).joined(separator: "\n"))")
            #expect(result.histories == Self.batch && result.orders > 5 * Self.batch && result.processes == 3)
            return
        }
        let end = ContinuousClock.now.advanced(by: .seconds(60 * minutes))
        let lanes = max(ProcessInfo.processInfo.activeProcessorCount, 1)
        let result = try await withThrowingTaskGroup(of: SoakRun.Result.self) { tasks in
            for lane in 0..<lanes {
                tasks.addTask {
                    var part = SoakRun.Result()
                    var number = lane
                    while ContinuousClock.now < end {
                        let first = number * Self.batch
                        // Starting processes takes long beside the rest.
                        part += try await run.run(first..<(first + Self.batch), usesProcesses: number % 20 == 0)
                        number += lanes
                    }
                    return part
                }
            }
            return try await tasks.reduce(into: SoakRun.Result()) { $0 += $1 }
        }
        report(result, minutes)
        #expect(result.divergences.isEmpty)
        #expect(result.histories > 0)
    }

    private func report(_ result: SoakRun.Result, _ minutes: Int) {
        for divergence in result.divergences.prefix(20) { print(divergence) }
        print(
            """
            seed \(Self.seed), \(minutes) minutes: \(result.histories) histories, \(result.divergences.count) divergences
            \(result.notifications) notifications, delivered \(result.deliveries) times in \(result.orders) orders of a \
            history and over files that two stores share, \(result.processes) processes
            \(result.checkpoints) moments at which every answer was compared with the store's books
            """)
    }

    @Test("Orders are all there are, or with repetitions, and lose nothing")
    func orders() {
        #expect(Set(DeliveryOrders.permutations(of: [0, 1, 2, 3, 4])).count == 120)
        var numbers = SeededNumbers(seed: 3)
        for count in 0..<9 {
            let orders = DeliveryOrders.orders(of: count, &numbers)
            #expect(orders.allSatisfy { Set($0) == Set(0..<count) })
            #expect(count == 0 || orders.contains { $0.count > count })
            if let order = orders.first {
                #expect(DeliveryOrders.groups(order, &numbers).flatMap { $0 } == order)
            }
        }
    }

    @Test("A store that ignores late notifications is found out, by an order of two")
    func faultyStore() async throws {
        let run = try SoakRun(seed: 5)
        let histories = try await run.histories(0..<60)
        let history = try #require(histories.first { $0.deliveries.count == 4 })
        /// Takes only what is newer than everything before.
        func digests(_ deliveries: [VerifiedDelivery]) -> StoreDigests {
            var newest: Int64 = 0
            return StoreDigests(
                of: deliveries.filter { delivery in
                    let date = delivery.notification?.signedDate ?? 0
                    defer { newest = max(newest, date) }
                    return date >= newest
                })
        }
        let smallest = try await SoakRun.smallest([0, 2, 1, 3, 1], of: history.deliveries) { digests($0) }
        #expect(smallest.count == 2)
        #expect(smallest.first ?? 0 > smallest.last ?? 0)
    }
}
