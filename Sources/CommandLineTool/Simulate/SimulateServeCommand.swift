internal import AppStoreModels
internal import OpenSSLCrypto
internal import SimulatorService
internal import StoreSimulator
internal import StrictJSON

/// Runs a simulated App Store until it is told to stop.
struct SimulateServeCommand: Command {
    static let config = FlagDefinition.value(
        "config", "FILE", isRequired: true, "the products: a .storekit file of Xcode, or the short form in JSON")
    static let listen = FlagDefinition.value(
        "listen", "ADDRESS:PORT",
        "where it listens, on this machine only; 127.0.0.1:8090 unless given, port 0 picks one")
    static let notify = FlagDefinition.value("notify", "URL", "posts the notifications there")
    static let authority = FlagDefinition.value(
        "authority", "DIR", "signs as this test authority, made with authority create; else as a new one")
    static let bundleID = FlagDefinition.value("bundle-id", "ID", "the app's bundle id; the file's unless given")
    static let appleID = FlagDefinition.value("apple-id", "N", "the app's Apple id; the file's unless given")
    static let environment = FlagDefinition.value(
        "environment", "NAME", choices: TrustOptions.knownEnvironments, "what payloads claim; Sandbox unless given")
    static let start = FlagDefinition.value(
        "start", "TIME", "where the store's clock begins; it stands still until it is moved")
    static let live = FlagDefinition.toggle("live", "the store's time is the real one, and passes by itself")
    static let seed = FlagDefinition.value(
        "seed", "N", "where ids come from: the same seed, the same history; 1 unless given")

    static let definition = CommandDefinition(
        "simulate serve", "runs a simulated App Store with its Server API",
        discussion: [
            "It answers the App Store Server API from its own state, signs as the App Store does under a root of its own, "
                + "and is driven through /control/v1, described by /openapi.json. GET /control/v1/credentials hands out "
                + "the key that tokens are signed with, GET /control/v1/root.pem the root to trust.",
            "Standard output gets one line when it listens. SIGTERM or SIGINT ends it.",
        ],
        flags: [config, listen, notify, authority, bundleID, appleID, environment, start, live, seed],
        examples: [
            .init("simulate serve --config Store.storekit", "a store to ask"),
            .init(
                "simulate serve --config Store.storekit --notify http://127.0.0.1:8080/v1/notifications",
                "a store that tells your server what happens"),
        ])

    private let config: String
    private let listen: String
    private let notify: String?
    private let authority: String?
    private let bundleID: String?
    private let appleID: Int?
    private let environment: AppStoreModels.Environment
    private let start: TimeArgument?
    private let isLive: Bool
    private let seed: Int

    init(reading arguments: inout ArgumentReader) {
        config = arguments.text(Self.config) ?? ""
        listen = arguments.text(Self.listen) ?? "127.0.0.1:8090"
        notify = arguments.text(Self.notify)
        authority = arguments.text(Self.authority)
        bundleID = arguments.text(Self.bundleID)
        appleID = arguments.integer(Self.appleID, in: 1...Int.max)
        environment = arguments.text(Self.environment).map { AppStoreModels.Environment(rawValue: $0) } ?? .sandbox
        start = arguments.time(Self.start)
        isLive = arguments.isSet(Self.live)
        seed = arguments.integer(Self.seed, in: 0...Int.max) ?? 1
        if isLive, start != nil {
            arguments.note(Problem("\(Self.live.dashed) and \(Self.start.dashed) exclude each other"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let store = try makeStore(io: io)
        // Whoever reads that it listens may tell it to stop the next moment.
        let untilToldToStop = io.watchForStop()
        let simulator: RunningSimulator
        do throws(RunningSimulator.Failure) {
            simulator = try await RunningSimulator.start(store, listen: listen, notify: notify)
        } catch {
            throw .misconfigured([Problem("cannot serve: \(error.description)")])
        }
        io.output.writeLine(
            JSONWriter().text(["event": "listening", "address": .string(simulator.address)]))
        io.output.flush()
        introduce(simulator, io: io)
        await untilToldToStop()
        await simulator.stop()
        io.error.writeLine("storekeeper: stopped")
        return .fine
    }

    private func makeStore(io: CommandIO) throws(CommandError) -> ServedStore {
        let configuration = try ConfigurationFile(config, io: io).configuration
        var app = SimulatedApp(configuration)
        if let bundleID { app.bundleId = bundleID }
        if let appleID { app.appAppleId = Int64(appleID) }
        app.environment = environment
        var options = SessionOptions(app: app)
        options.seed = UInt64(seed)
        let now = io.now
        var beginning = start?.milliseconds(now: now()) ?? SessionOptions.defaultStart
        if let authority {
            let authority = try AuthorityFolder(authority, io: io).read()
            options.chain = SigningChain(.authority(authority))
            let first = authority.leaf.notBefore * 1000
            if start == nil { beginning = max(beginning, first) }
            if !isLive, beginning < first || beginning >= authority.leaf.notAfter * 1000 {
                io.warn("the authority's certificate is not valid when the store's clock begins")
            }
        }
        options.clock = isLive ? .live(now: now) : .virtual(start: beginning)
        do throws(SessionError) {
            let session = try SimulatorSession(configuration: configuration, options: options)
            do throws(OpenSSLError) {
                return ServedStore(
                    session: session,
                    credentials: ServerAPICredentials(key: try P256PrivateKey(), bundleID: app.bundleId),
                    isLive: isLive, realTime: now)
            } catch {
                throw SessionError.certificates(error)
            }
        } catch {
            throw .misconfigured([Problem("cannot make a store: \(error.description)")])
        }
    }

    private func introduce(_ simulator: RunningSimulator, io: CommandIO) {
        let app = simulator.store.session.app
        let lines = [
            "Server API  http://\(simulator.address)/inApps/",
            "control     http://\(simulator.address)/control/v1/, described by /openapi.json",
            "app         \(app.bundleId) (\(app.appAppleId)), \(app.environment)",
            "time        "
                + (isLive ? "passes by itself" : "\(TimeText.utc(simulator.store.session.now)), until it is moved"),
            "notifies    " + (notify ?? "nobody"),
        ]
        for line in lines { io.error.writeLine(TerminalText.plain(line)) }
    }
}
