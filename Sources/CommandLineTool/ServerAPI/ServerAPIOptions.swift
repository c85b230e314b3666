internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification

/// The flags of every command that asks the App Store Server API.
struct ServerAPIOptions: Sendable {
    static let environment = FlagDefinition.value(
        "environment", "NAME", choices: ["Production", "Sandbox", "LocalTesting", "auto"],
        "which is asked; Production unless given, auto asks the sandbox for what Production does not know")
    static let baseURL = FlagDefinition.value(
        "base-url", "URL", "asks there and not at Apple's, such as a simulator's http://127.0.0.1:8090"
    ).reading(variable: "STOREKEEPER_API_BASE_URL")
    static let olderHosts = FlagDefinition.toggle("older-hosts", "asks the hosts that Apple named before May 2026")
    static let appleId = FlagDefinition.value(
        "apple-id", "N", "the app's Apple id, which signed data from Production is compared with")
    static let root = FlagDefinition.value(
        "root", "FILE", isRepeatable: true, "adds a trust anchor, such as a simulator's root")
    static let json = FlagDefinition.toggle("json", "prints one JSON object for each answer")
    static let plain = FlagDefinition.toggle("plain", "uses neither colours nor signs beyond ASCII")

    /// All but the environment, which some commands define for themselves.
    static let sharedFlags = [baseURL, olderHosts, appleId, root, json, plain] + SigningOptions.flags
    static let flags = [environment] + sharedFlags

    let isJSON: Bool
    let isPlain: Bool
    private let signing: SigningOptions
    private let environments: [AppStoreModels.Environment]
    private let baseURL: String?
    private let usesOlderHosts: Bool
    private let appleId: Int64?
    private let roots: [String]

    init(reading arguments: inout ArgumentReader, environment flag: FlagDefinition = Self.environment) {
        signing = SigningOptions(reading: &arguments)
        let name = arguments.text(flag) ?? "Production"
        environments = name == "auto" ? [.production, .sandbox] : [Environment(rawValue: name)]
        baseURL = arguments.text(Self.baseURL)
        usesOlderHosts = arguments.isSet(Self.olderHosts)
        appleId = arguments.integer(Self.appleId, in: 1...Int.max).map(Int64.init)
        roots = arguments.values(Self.root).map(\.text)
        isJSON = arguments.isSet(Self.json)
        isPlain = arguments.isSet(Self.plain)
        if baseURL != nil, usesOlderHosts {
            arguments.note(Problem("\(Self.baseURL.dashed) and \(Self.olderHosts.dashed) exclude each other"))
        }
    }

    /// Reads key and anchors, and makes a client; nothing is asked yet.
    func connect(io: CommandIO) throws(CommandError) -> ServerAPIConnection {
        let credentials = try signing.credentials(io: io)
        let apps = [TrustOptions.App(bundleId: credentials.bundleId, appleId: appleId)]
        // Without the Apple id, notifications from Production could not be accepted of a certain app at all.
        let needsAppleId = environments.contains(.production) && appleId == nil
        let verifier = try TrustMaterial.verifier(
            for: TrustOptions(
                rootFiles: roots, apps: needsAppleId ? [] : apps, environments: environments.map(\.rawValue)),
            io: io)
        var configuration = ServerAPIConfiguration(
            credentials: credentials, environment: environments.first ?? .production)
        configuration.fallsBackToSandbox = environments.count > 1
        configuration.generation = usesOlderHosts ? .older : .current
        if let baseURL { for environment in environments { configuration.baseURLs[environment] = baseURL } }
        configuration.onRetry = { retry in
            io.warn("\(retry.error)", hint: "trying again in \((retry.pause + 999) / 1000) s")
        }
        let transport: HTTPTransport
        do throws(ServerAPITransportFailure) {
            transport = try HTTPTransport(userAgent: userAgent, timeout: io.networkPatience ?? 30_000)
        } catch {
            throw .misconfigured([Problem(error.description)])
        }
        do throws(ServerAPIError) {
            let client = try AppStoreServerAPIClient(
                configuration, verifier: verifier, transport: transport, surroundings: .system(now: io.now))
            return ServerAPIConnection(
                client: client, transport: transport, verifier: verifier,
                decoder: JWSDecoder(verifier: verifier, now: io.now()))
        } catch {
            throw CommandError(error)
        }
    }

    private var userAgent: String { "storekeeper/\(Product.version)" }
}

/// A client, what carries its requests, and what looks into the answers.
struct ServerAPIConnection {
    let client: AppStoreServerAPIClient
    let transport: HTTPTransport
    let verifier: SignedDataVerifier
    let decoder: JWSDecoder
}
