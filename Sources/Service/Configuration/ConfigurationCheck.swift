internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import HTTPServing

/// One pass over settings that collects every problem and every warning.
struct ConfigurationCheck {
    let settings: ServiceSettings
    let files: ConfigurationFiles
    /// The present, in milliseconds since 1970.
    let now: Int64
    private(set) var problems: [ConfigurationProblem] = []
    private(set) var warnings: [ConfigurationProblem] = []

    init(settings: ServiceSettings, files: ConfigurationFiles, now: Int64) {
        self.settings = settings
        self.files = files
        self.now = now
    }

    mutating func note(_ setting: String, _ problem: String, hint: String? = nil) {
        problems.append(ConfigurationProblem(setting, problem, hint: hint))
    }

    mutating func warn(_ setting: String, _ problem: String, hint: String? = nil) {
        warnings.append(ConfigurationProblem(setting, problem, hint: hint))
    }

    /// The configuration; nil when there are problems, since some part is missing then.
    mutating func configuration() -> ServiceConfiguration? {
        checkStore()
        let listen = address(settings.listen ?? "127.0.0.1:8080", "listen")
        let privateListen = address(settings.privateListen ?? "127.0.0.1:8081", "privateListen")
        checkAddresses(listen, privateListen)
        let tls = tlsIdentity()
        let tokens = tokens(privateListen)
        if tls == nil, let privateListen, !privateListen.isLoopback {
            warn(
                "privateListen", "tokens and answers travel in clear text beyond this host",
                hint: "give tls.certificate and tls.key, or let a proxy end TLS")
        }
        let maximumBody = maximumBody()
        let verifier = verifierConfiguration()
        let revocation = revocationPolicy(verifier)
        let evaluation = evaluationConfiguration()
        let eventRules = eventRules(evaluation)
        let linkPolicy = linkPolicy()
        let webhooks = webhookTargets()
        let dispatch = dispatchLimits()
        let reconcile = reconcileConfiguration(verifier)
        let limits = serviceLimits()
        guard problems.isEmpty, let store = settings.store, let listen, let privateListen else { return nil }
        return ServiceConfiguration(
            store: store, listen: listen, privateListen: privateListen, tls: tls, tokens: tokens,
            maximumBody: maximumBody, verifier: verifier, revocation: revocation, eventRules: eventRules,
            linkPolicy: linkPolicy, webhooks: webhooks, dispatch: dispatch, reconcile: reconcile, limits: limits,
            warnings: warnings)
    }

    private mutating func checkStore() {
        guard let store = settings.store else {
            note("store", "is missing", hint: "add --store sqlite:storekeeper.db")
            return
        }
        do throws(StoreError) {
            switch try StoreURL(store) {
            case .memory, .sqliteInMemory:
                warn("store", "forgets everything when the service stops", hint: "use sqlite:PATH to keep it")
            case .sqlite, .postgresql: break
            }
        } catch {
            note("store", "\(error)", hint: error.hint)
        }
    }

    private mutating func linkPolicy() -> LinkPolicy {
        guard let word = settings.linkPolicy else { return .keep }
        guard let policy = LinkPolicy(rawValue: word) else {
            let words = LinkPolicy.allCases.map(\.rawValue)
            note(
                "linkPolicy", "is \"\(word.prefix(40))\"",
                hint: Suggestion.hint(for: word, among: words) ?? "one of \(words.joined(separator: ", "))")
            return .keep
        }
        return policy
    }

    private mutating func maximumBody() -> Int {
        let value = settings.maximumBody ?? 256 * 1024
        guard (1...(64 << 20)).contains(value) else {
            note("maxBody", "is \(value), not from 1 to \(64 << 20) bytes")
            return 0
        }
        if value < 64 * 1024 {
            warn("maxBody", "is \(value) bytes; notifications with about 20,000 are usual", hint: "leave it out")
        }
        return Int(value)
    }

    private mutating func serviceLimits() -> ServiceLimits {
        var limits = ServiceLimits()
        for (name, path, range) in ServiceLimits.table {
            guard let value = settings.limits[name] else { continue }
            guard let number = Int(exactly: value), range.contains(number) else {
                note("limits.\(name)", "is \(value), not from \(range.lowerBound) to \(range.upperBound)")
                continue
            }
            limits[keyPath: path] = number
        }
        for name in settings.limits.keys.sorted() where !ServiceLimits.table.contains(where: { $0.name == name }) {
            note(
                "limits.\(name)", "is no setting",
                hint: Suggestion.hint(for: name, among: ServiceLimits.table.map(\.name)))
        }
        return limits
    }
}
