internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import OpenSSLCrypto
internal import SQLiteStorage
internal import SimulatorHistories
internal import StoreSimulator
internal import TestSupport

/// Generated histories, delivered in many ways; each must end with the same facts and with the store's own answers.
struct SoakRun: Sendable {
    /// What came of some histories.
    struct Result: Sendable {
        var histories = 0
        var notifications = 0
        var orders = 0
        var deliveries = 0
        var processes = 0
        var checkpoints = 0
        /// One text for each divergence.
        var divergences: [String] = []

        static func += (sum: inout Result, part: Result) {
            sum.histories += part.histories
            sum.notifications += part.notifications
            sum.orders += part.orders
            sum.deliveries += part.deliveries
            sum.processes += part.processes
            sum.checkpoints += part.checkpoints
            sum.divergences += part.divergences
        }
    }

    /// Something that should never happen on the way.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let generator: HistoryGenerator
    private let signer: PayloadSigner
    private let processor: NotificationProcessor

    init(seed: UInt64) throws {
        generator = HistoryGenerator(app: SimulatedApp(bundleId: "com.example.app"), seed: seed)
        let chain = try SigningChain.appStore(from: HistoryGenerator.start - 1000, to: HistoryGenerator.end)
        signer = PayloadSigner(PayloadWriter(app: generator.app), chain: chain)
        let verifier = try SignedDataVerifier(
            VerifierConfiguration(trustsBuiltInRoots: false, addedRoots: chain.anchors))
        processor = NotificationProcessor(verifier: verifier, store: MemoryStore(), now: { HistoryGenerator.start })
    }

    /// The certificate to trust.
    var rootPEM: String { signer.chain.anchors.map(\.pem).joined() }

    /// Makes, signs and verifies some histories.
    func histories(_ numbers: Range<Int>) async throws -> [VerifiedHistory] {
        var made: [VerifiedHistory] = []
        for number in numbers {
            let history = generator.history(number)
            let bodies = try signer.sign(history.notifications).map { PayloadSigner.body(of: $0) }
            let deliveries = try await processor.prepare(batch: bodies, source: .appStore).submissions.map {
                guard case .verified(let delivery) = $0 else {
                    throw Failure(description: "history \(number): a notification was not verified")
                }
                return delivery
            }
            made.append(VerifiedHistory(history: history, bodies: bodies, deliveries: deliveries))
        }
        return made
    }

    /// Delivers some histories in all the ways, when asked to over processes of the program too.
    func run(_ numbers: Range<Int>, usesProcesses: Bool) async throws -> Result {
        let histories = try await histories(numbers)
        var random = SeededNumbers(seed: generator.seed ^ UInt64(numbers.lowerBound) &* 0x9E37_79B9_7F4A_7C15)
        var result = Result()
        for history in histories {
            result.histories += 1
            result.notifications += history.deliveries.count
            result.checkpoints += history.history.checkpoints.count
            try await permute(history, &random, &result)
        }
        let folder = try TemporaryFolder()
        let all = histories.flatMap(\.deliveries)
        let expected = StoreDigests(of: all)
        let file = try await deliver(all, to: folder.file("store.db"), &random, &result)
        try await compare(file, expected, histories, "two stores on one file", &result)
        guard usesProcesses else { return result }
        result.processes += 3
        let second = try await ingest(histories.flatMap(\.bodies), in: folder, &random)
        try await compare(second, expected, histories, "two processes on one file", &result)
        return result
    }

    /// Delivers a history in many orders, each to a store of its own.
    private func permute(
        _ history: VerifiedHistory, _ random: inout SeededNumbers, _ result: inout Result
    ) async throws {
        let expected = StoreDigests(of: history.deliveries)
        for order in DeliveryOrders.orders(of: history.deliveries.count, &random) {
            result.orders += 1
            result.deliveries += order.count
            let groups = DeliveryOrders.groups(order, &random)
            let found = try await Self.digests(groups.map { $0.map { history.deliveries[$0] } })
            guard found != expected else { continue }
            let deliveries = history.deliveries
            let smallest = try await Self.smallest(order, of: deliveries) { try await Self.digests([$0]) }
            result.divergences.append(
                "seed \(generator.seed), history \(history.history.number): \(found) where the set has \(expected); "
                    + "smallest failing order: \(smallest.map { "\($0) \(history.names[$0])" })")
        }
    }

    /// The shortest order, of some deliveries, that does not end as their set does.
    static func smallest(
        _ order: [Int], of deliveries: [VerifiedDelivery],
        digests: ([VerifiedDelivery]) async throws -> StoreDigests
    ) async throws -> [Int] {
        try await DeliveryOrders.smallest(order) { order in
            let delivered = order.map { deliveries[$0] }
            return try await digests(delivered) != StoreDigests(of: delivered)
        }
    }

    private static func digests(_ groups: [[VerifiedDelivery]]) async throws -> StoreDigests {
        let store = MemoryStore()
        for group in groups { _ = try await store.commit(group.map { .verified($0) }) }
        return try await StoreDigests(of: store)
    }

    /// Delivers everything, in a random order with repetitions, through two stores on one file that are opened twice.
    private func deliver(
        _ deliveries: [VerifiedDelivery], to file: String, _ random: inout SeededNumbers, _ result: inout Result
    ) async throws -> String {
        let again = deliveries.shuffled(using: &random).prefix(deliveries.count / 3)
        let order = (deliveries + again).shuffled(using: &random)
        result.deliveries += order.count
        let middle = order.count / 2
        for part in [order[..<middle], order[middle...]] {
            let stores = [try await SQLiteStore(path: file), try await SQLiteStore(path: file)]
            let groups = stride(from: part.startIndex, to: part.endIndex, by: 64).map {
                Array(part[$0..<min($0 + 64, part.endIndex)])
            }
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for (place, store) in stores.enumerated() {
                    tasks.addTask {
                        for group in stride(from: place, to: groups.count, by: 2) {
                            _ = try await store.commit(groups[group].map { .verified($0) })
                        }
                    }
                }
                try await tasks.waitForAll()
            }
            for store in stores { await store.close() }
        }
        return file
    }

    /// Lets two processes take overlapping halves at one time, and a third some of it again.
    private func ingest(
        _ bodies: [[UInt8]], in folder: TemporaryFolder, _ random: inout SeededNumbers
    ) async throws -> String {
        let order = bodies.shuffled(using: &random)
        let third = order.count / 3
        let parts = [Array(order[...(2 * third)]), Array(order[third...]).shuffled(using: &random)]
        let root = try folder.write("root.pem", rootPEM)
        let store = folder.file("processes.db")
        func ingest(_ bodies: [[UInt8]], _ name: String) async throws {
            let file = try folder.write(name, Array(bodies.joined(separator: [UInt8(ascii: "\n")])))
            let outcome = try await Storekeeper.run(
                "ingest", file, "--store", "sqlite:\(store)", "--root", root, "--json")
            guard outcome.status == 0 else { throw Failure(description: "ingest: \(outcome.error)") }
        }
        async let first: Void = ingest(parts[0], "first.ndjson")
        async let second: Void = ingest(parts[1], "second.ndjson")
        _ = try await (first, second)
        try await ingest(Array(order.shuffled(using: &random).prefix(third)), "third.ndjson")
        return store
    }

    /// Opens a file once more, and compares digests and answers.
    private func compare(
        _ file: String, _ expected: StoreDigests, _ histories: [VerifiedHistory], _ what: String,
        _ result: inout Result
    ) async throws {
        let store = try await SQLiteStore(path: file)
        let found = try await StoreDigests(of: store)
        if found != expected {
            let numbers = histories.map(\.history.number)
            result.divergences.append(
                "seed \(generator.seed), histories from \(numbers.first ?? 0): \(what) have \(found), the set \(expected)"
            )
        }
        var records: [String: LineRecord] = [:]
        for record in try await Self.lines(of: store) { records[record.originalTransactionId] = record }
        await store.close()
        let lines = histories.reduce(into: Set<String>()) { $0.formUnion($1.lines) }
        if lines != Set(records.keys) {
            result.divergences.append(
                "seed \(generator.seed): lines held alone \(Set(records.keys).subtracting(lines).sorted().prefix(3)), "
                    + "lines expected alone \(lines.subtracting(records.keys).sorted().prefix(3)) by \(what)")
        }
        for history in histories {
            guard let difference = history.differences(records).first else { continue }
            result.divergences.append(
                "seed \(generator.seed), history \(history.history.number), \(what): \(difference)")
        }
    }

    private static func lines(of store: SQLiteStore) async throws -> [LineRecord] {
        var lines: [LineRecord] = []
        var last: LineIdentity?
        while true {
            let page = try await store.lines(after: last, environment: nil, limit: 512)
            lines += page
            guard let end = page.last else { return lines }
            last = LineIdentity(scope: end.scope, originalTransactionId: end.originalTransactionId)
        }
    }
}
