internal import AppStoreModels
internal import CommandLineTool
internal import OpenSSLCrypto
internal import SimulatorService
internal import StoreSimulator
internal import StrictJSON
internal import Synchronization
internal import TestSupport
internal import Testing

/// A simulated App Store on a port whose notifications get lost, and command lines that ask it.
///
/// The clock of the command lines is that of the store, a moment further at each look, so that limits are waited out
/// without anybody waiting for long.
struct LossyAppStore {
    static let bundleId = "com.example.app"
    static let day: Int64 = 86_400_000
    /// 2026-01-31T10:00:00Z, where the store's clock begins.
    static let start: Int64 = 1_769_853_600_000

    let session: SimulatorSession
    let store: ServedStore
    let mail: Mail
    private let folder: TemporaryFolder
    private let ticks: Ticks
    private var harness: CommandHarness

    /// What the App Store sent, and what of it arrived.
    final class Mail: Sendable {
        private struct State {
            var generator: SeededGenerator
            var fates: [[UInt8]: SendAttemptResult] = [:]
            var sent: [[UInt8]] = []
        }

        private let state: Mutex<State>
        /// How many of three get lost.
        private let losses: UInt64
        private static let excuses: [SendAttemptResult] = [.timedOut, .tlsIssue, .unsuccessfulHTTPResponseCode]

        init(seed: UInt64, losses: UInt64) {
            state = Mutex(State(generator: SeededGenerator(seed: seed)))
            self.losses = losses
        }

        func take(_ body: [UInt8]) -> SendAttemptResult {
            state.withLock { state in
                if let fate = state.fates[body] { return fate }
                let draw = state.generator.next()
                let fate: SendAttemptResult = draw % 3 < losses ? Mail.excuses[Int(draw / 3 % 3)] : .success
                state.fates[body] = fate
                state.sent.append(body)
                return fate
            }
        }

        /// The bodies in the order of sending: all, or those that arrived.
        func bodies(arrived: Bool = false) -> [[UInt8]] {
            state.withLock { state in state.sent.filter { !arrived || state.fates[$0] == .success } }
        }

        /// How often each excuse was given.
        var excuses: [String: Int] {
            state.withLock { state in
                Dictionary(grouping: state.fates.values.filter { $0 != .success }, by: \.rawValue).mapValues(\.count)
            }
        }
    }

    /// The clock of the command lines.
    private final class Ticks: Sendable {
        private let session: SimulatorSession
        private let extra = Mutex<Int64>(0)

        init(session: SimulatorSession) { self.session = session }

        func next() -> Int64 {
            let more = extra.withLock { extra in
                extra += 20
                return extra
            }
            return session.now + more
        }
    }

    /// Starts one; `body` uses it, then it is stopped.
    static func with(
        _ environment: AppStoreModels.Environment = .production, seed: UInt64 = 1, losses: UInt64 = 1,
        catalog: ProductCatalog = LossyAppStore.catalog, _ body: (LossyAppStore) async throws -> Void
    ) async throws {
        let mail = Mail(seed: seed, losses: losses)
        var options = SessionOptions(app: SimulatedApp(bundleId: bundleId, environment: environment))
        options.clock = .virtual(start: start)
        options.seed = seed
        let session = try SimulatorSession(catalog: catalog, options: options)
        let desk = DeliveryDesk(
            session: session,
            connect: { _ throws(SessionError) in DeliveryDesk.Line(send: { body, _ in mail.take(body) }) })
        try await desk.setServer("http://receiver.invalid/", chaos: nil)
        let ticks = Ticks(session: session)
        let store = ServedStore(
            session: session, credentials: ServerAPICredentials(key: try P256PrivateKey(), bundleID: bundleId),
            delivery: desk, realTime: { ticks.next() })
        let simulator = try await RunningSimulator.start(store, listen: "127.0.0.1:0")
        var harness = CommandHarness()
        harness.files.add("key.p8", .init(bytes: Array(try store.credentials.key.pem().utf8), isPrivate: true))
        harness.files.add("root.pem", .init(bytes: Array(try #require(session.trustAnchors.first).pem.utf8)))
        harness.environment = [
            "STOREKEEPER_API_KEY_FILE": "key.p8", "STOREKEEPER_API_KEY_ID": store.credentials.keyID,
            "STOREKEEPER_API_ISSUER_ID": store.credentials.issuerID, "STOREKEEPER_API_BUNDLE_ID": bundleId,
            "STOREKEEPER_API_BASE_URL": "http://\(simulator.address)",
        ]
        do {
            try await body(
                LossyAppStore(
                    session: session, store: store, mail: mail, folder: try TemporaryFolder(), ticks: ticks,
                    harness: harness))
        } catch {
            await simulator.stop()
            throw error
        }
        await simulator.stop()
    }

    /// Does something in the store, and sends what comes of it.
    @discardableResult
    func perform(_ action: StoreAction) async throws -> [SessionEvent] {
        let events = try session.perform(action)
        await store.delivery.deliver()
        return events
    }

    /// Buys, and returns the number of the transaction.
    @discardableResult
    func buy(_ product: String, by customer: String) async throws -> Int {
        let events = try await perform(.buy(PurchaseRequest(customer: customer, product: product)))
        guard let transaction = events.compactMap(\.transaction).last(where: { $0.customerID == customer }) else {
            throw NothingBought()
        }
        return transaction.id
    }

    /// The purchase came to nothing, such as one that waits for the end of a running period.
    struct NothingBought: Error {}

    /// Lets time pass, with what happens in it.
    func wait(days: Int64) async throws {
        let end = session.now + days * Self.day
        _ = try await store.delivery.advance { _ in end }
    }

    /// A new store that some notifications were taken into, as the address of its file.
    func keep(_ bodies: [[UInt8]], as name: String) async throws -> String {
        let url = "sqlite:\(folder.file(name))"
        try await keep(bodies, at: url)
        return url
    }

    /// Takes notifications into a store.
    func keep(_ bodies: [[UInt8]], at url: String) async throws {
        var harness = harness
        harness.input = Array(bodies.joined(separator: [UInt8(ascii: "\n")]))
        let taken = await run(harness, ["ingest", "--store", url, "--root", "root.pem"])
        #expect(taken.status == .fine, "\(taken.error)")
        // The files of the command lines are made up, but for the stores.
        harness.files.add(String(url.dropFirst("sqlite:".count)), .init())
    }

    /// The digest of all answers in a store at one instant.
    func digest(_ url: String, at date: Int64) async -> String {
        await run("entitlements", "--all", "--digest", "--at", String(date), "--store", url).output
    }

    /// Every answer in a store at one instant, by its line.
    func answers(_ url: String, at date: Int64) async throws -> [String: [String]] {
        let output = await run("entitlements", "--all", "--json", "--at", String(date), "--store", url).output
        var answers: [String: [String]] = [:]
        for line in output.split(separator: "\n") {
            let root = try JSONDocument(parsing: Array(line.utf8)).root
            var object: JSONValue = [:]
            for member in root.members where member.name != "because" { object[member.name] = .node(member.value) }
            let id = try #require(root["originalTransactionId"]?.string)
            answers[id, default: []].append(JSONWriter().text(object))
        }
        return answers
    }

    /// The same with a store that an environment variable names, since its address may hold a password.
    func with(store address: String) -> LossyAppStore {
        var copy = self
        copy.harness.environment["STOREKEEPER_STORE"] = address
        return copy
    }

    /// What files of command lines hold.
    var files: MemoryFileSystem { harness.files }

    func run(_ arguments: String...) async -> CommandHarness.Outcome { await run(harness, arguments) }

    func run(_ arguments: [String], input: String = "") async -> CommandHarness.Outcome {
        var harness = harness
        harness.input = Array(input.utf8)
        return await run(harness, arguments)
    }

    /// Asks the store with its key and root.
    func ask(_ arguments: String...) async -> CommandHarness.Outcome {
        let environment = session.app.environment.rawValue
        return await run(harness, arguments + ["--environment", environment, "--root", "root.pem"])
    }

    private func run(_ harness: CommandHarness, _ arguments: [String]) async -> CommandHarness.Outcome {
        var (io, output, error) = harness.makeIO()
        io.now = { [ticks] in ticks.next() }
        let status = await CommandLineTool.run(arguments: arguments, io: io)
        return CommandHarness.Outcome(status: status, output: output.text, error: error.text)
    }
}

extension LossyAppStore {
    /// Every kind of product; the subscriptions have levels, families and two groups.
    static let catalog: ProductCatalog = {
        let month = CalendarDuration(months: 1)
        var monthly = CatalogProduct(id: "pro.monthly", groupID: "G1", level: 2, period: month, price: 9_990)
        monthly.isFamilyShareable = true
        let top = CatalogProduct(id: "pro.top", groupID: "G1", level: 1, period: month, price: 19_990)
        let basic = CatalogProduct(id: "pro.basic", groupID: "G1", level: 3, period: month, price: 4_990)
        let weekly = CatalogProduct(id: "news", groupID: "G2", period: CalendarDuration(days: 7), price: 990)
        var lamp = CatalogProduct(id: "lamp", type: .nonConsumable, price: 4_990)
        lamp.isFamilyShareable = true
        return ProductCatalog([
            monthly, top, basic, weekly, lamp, CatalogProduct(id: "coins", type: .consumable, price: 990),
            CatalogProduct(id: "season", type: .nonRenewingSubscription, price: 19_990),
        ])
    }()
}
