internal import AppStoreModels
internal import Service

/// The flags of `doctor`.
struct DoctorOptions: Sendable {
    static let url = FlagDefinition.value(
        "url", "URL", readsEnvironment: true,
        "the public address, as App Store Connect has it; is asked with an empty notification")
    static let online = FlagDefinition.toggle("online", "asks the Server API a question that changes nothing")
    static let notify = FlagDefinition.toggle(
        "notify", "has the App Store send a TEST notification, and waits for what became of it")
    static let wait = FlagDefinition.value("wait", "SECONDS", "how long the result is waited for; 60 unless given")
    static let timeout = FlagDefinition.value("timeout", "SECONDS", "how long each answer may take; 15 unless given")
    static let environment = FlagDefinition.value(
        "environment", "NAME", choices: ["Production", "Sandbox", "LocalTesting"],
        "which Server API is asked; Production unless given")
    static let config = FlagDefinition.value(
        "config", "FILE", readsEnvironment: true,
        "checks this configuration file, and takes from it what is not given: store, trust, key")
    static let json = FlagDefinition.toggle("json", "prints one object")

    static let flags =
        [config, StoreOption.flag, url, online, notify, wait, timeout, environment, ServerAPIOptions.baseURL]
        + [ServerAPIOptions.olderHosts, ServerAPIOptions.root, json, ServerAPIOptions.plain]
        + [SigningOptions.key, SigningOptions.keyId, SigningOptions.issuerId, SigningOptions.bundleId]

    let store: String?
    let url: String?
    let asksAPI: Bool
    let notifies: Bool
    /// In milliseconds.
    let patience: Int64
    /// In milliseconds.
    let timeout: Int
    let environment: AppStoreModels.Environment
    let baseURL: String?
    let usesOlderHosts: Bool
    let roots: [String]
    let isJSON: Bool
    let isPlain: Bool
    /// What flags and variables say about the key; a configuration file says the rest.
    let key: APISettings
    let configurationFile: String?

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption.url(reading: &arguments)
        url = arguments.text(Self.url)
        notifies = arguments.isSet(Self.notify)
        asksAPI = arguments.isSet(Self.online) || notifies
        patience = Int64(arguments.integer(Self.wait, in: 1...3600) ?? 60) * 1000
        timeout = (arguments.integer(Self.timeout, in: 1...3600) ?? 15) * 1000
        environment = Environment(rawValue: arguments.text(Self.environment) ?? "Production")
        baseURL = arguments.text(ServerAPIOptions.baseURL)
        usesOlderHosts = arguments.isSet(ServerAPIOptions.olderHosts)
        roots = arguments.values(ServerAPIOptions.root).map(\.text)
        isJSON = arguments.isSet(Self.json)
        isPlain = arguments.isSet(ServerAPIOptions.plain)
        var key = APISettings()
        key.keyFile = arguments.text(SigningOptions.key)
        key.keyId = arguments.text(SigningOptions.keyId)
        key.issuerId = arguments.text(SigningOptions.issuerId)
        key.bundleId = arguments.text(SigningOptions.bundleId)
        self.key = key
        configurationFile = arguments.text(Self.config)
        if baseURL != nil, usesOlderHosts {
            arguments.note(
                Problem(
                    "\(ServerAPIOptions.baseURL.dashed) and \(ServerAPIOptions.olderHosts.dashed) exclude each other"))
        }
        if !arguments.values(Self.wait).isEmpty, !notifies {
            arguments.note(Problem("\(Self.wait.dashed) goes with \(Self.notify.dashed)"))
        }
    }
}
