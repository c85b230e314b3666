internal import AppStoreModels
internal import AppStoreVerification
internal import StrictJSON

/// Reads a configuration file: one strict JSON object, every name of which is known.
struct SettingsFile {
    /// What the file says, as far as it could be read.
    private(set) var settings = ServiceSettings()
    /// What is wrong with it.
    var problems: [ConfigurationProblem] = []

    /// Reads the bytes of a file.
    init(_ bytes: [UInt8]) {
        do {
            read(try JSONDocument(parsing: bytes).root)
        } catch {
            problems.append(ConfigurationProblem("config", "the file is not acceptable JSON: \(error)"))
        }
    }

    /// Reads a file.
    ///
    /// - Throws: That the file cannot be read; what is wrong inside is noted.
    init(at path: String, in files: ConfigurationFiles) throws(ServiceConfigurationError) {
        do throws(ConfigurationFiles.Failure) {
            self.init(try files.read(path))
        } catch {
            throw ServiceConfigurationError(problems: [ConfigurationProblem("config", "\"\(path)\" \(error)")])
        }
    }

    private mutating func read(_ root: JSONNode) {
        let names = [
            "store", "listen", "privateListen", "tls", "tokenFile", "maxBody", "trust", "entitlements",
            "nonRenewingDurations", "graceCapDays", "weeklyGraceCapDays", "partialRevocation", "eventClock",
            "linkPolicy",
            "webhooks", "webhookDelivery", "limits", "api", "reconcile",
        ]
        guard let file = object(root, "", names: names) else { return }
        settings.store = text(file["store"], "store")
        settings.listen = text(file["listen"], "listen")
        settings.privateListen = text(file["privateListen"], "privateListen")
        if let tls = file["tls"].flatMap({ object($0, "tls", names: ["certificate", "key"]) }) {
            settings.tlsCertificate = text(tls["certificate"], "tls.certificate")
            settings.tlsKey = text(tls["key"], "tls.key")
        }
        settings.tokenFile = text(file["tokenFile"], "tokenFile")
        settings.maximumBody = integer(file["maxBody"], "maxBody")
        if let trust = file["trust"] { readTrust(trust) }
        settings.entitlements = dictionary(file["entitlements"], "entitlements") { file, node, path in
            node.kind == .string ? node.string.map { [$0] } : file.texts(node, path)
        }
        settings.nonRenewingDurations = dictionary(file["nonRenewingDurations"], "nonRenewingDurations") {
            $0.text($1, $2)
        }
        settings.graceCapDays = integer(file["graceCapDays"], "graceCapDays")
        settings.weeklyGraceCapDays = integer(file["weeklyGraceCapDays"], "weeklyGraceCapDays")
        settings.partialRevocation = text(file["partialRevocation"], "partialRevocation")
        settings.eventClock = text(file["eventClock"], "eventClock")
        settings.linkPolicy = text(file["linkPolicy"], "linkPolicy")
        if let node = file["webhooks"], let targets = array(node, "webhooks") {
            settings.webhooks = targets.enumerated().compactMap { webhook($1, "webhooks[\($0)]") }
        }
        if let node = file["webhookDelivery"],
            let delivery = object(node, "webhookDelivery", names: DispatchLimits.table.map(\.name))
        {
            for (name, _, _) in DispatchLimits.table {
                if let value = integer(delivery[name], "webhookDelivery.\(name)") {
                    settings.webhookDelivery[name] = value
                }
            }
        }
        if let node = file["api"] { settings.api = api(node) }
        if let node = file["reconcile"] { settings.reconcile = reconcile(node) }
        if let node = file["limits"], let limits = object(node, "limits", names: ServiceLimits.table.map(\.name)) {
            for (name, _, _) in ServiceLimits.table {
                if let value = integer(limits[name], "limits.\(name)") { settings.limits[name] = value }
            }
        }
    }

    private mutating func readTrust(_ node: JSONNode) {
        let names = ["roots", "builtInRoots", "xcodeCertificates", "apps", "environments", "clock", "revocation"]
        guard let trust = object(node, "trust", names: names) else { return }
        settings.roots = trust["roots"].flatMap { texts($0, "trust.roots") }
        settings.usesBuiltInRoots = boolean(trust["builtInRoots"], "trust.builtInRoots")
        settings.xcodeCertificates = trust["xcodeCertificates"].flatMap { texts($0, "trust.xcodeCertificates") }
        settings.environments = trust["environments"].flatMap { texts($0, "trust.environments") }
        if let node = trust["apps"], let apps = array(node, "trust.apps") {
            settings.apps = apps.enumerated().compactMap { app($1, "trust.apps[\($0)]") }
        }
        if let node = trust["clock"] { settings.clock = clock(node) }
        settings.revocation = text(trust["revocation"], "trust.revocation")
    }

    private mutating func app(_ node: JSONNode, _ path: String) -> AppIdentity? {
        guard let app = object(node, path, names: ["bundleId", "appAppleId"]) else { return nil }
        guard let bundleId = text(app["bundleId"], "\(path).bundleId") else {
            if app["bundleId"] == nil { problems.append(ConfigurationProblem("\(path).bundleId", "is missing")) }
            return nil
        }
        return AppIdentity(bundleId: bundleId, appAppleId: integer(app["appAppleId"], "\(path).appAppleId"))
    }

    private mutating func clock(_ node: JSONNode) -> ValidationClock? {
        switch node.string {
        case "signed": return .signedDate
        case "now": return .now
        case let text?: if let instant = try? InstantText.parse(text) { return .instant(instant) }
        case nil: if let instant = node.number?.integer { return .instant(instant) }
        }
        problems.append(
            ConfigurationProblem(
                "trust.clock", "is no clock", hint: "write \"signed\", \"now\", or \(InstantText.forms)"))
        return nil
    }

    // MARK: - Values

    mutating func object(_ node: JSONNode, _ path: String, names: [String]) -> JSONNode? {
        guard node.kind == .object else { return wrong(node, path, "an object") }
        for (name, _) in node.members where !names.contains(name) {
            let shown = String(name.prefix(80))
            problems.append(
                ConfigurationProblem(
                    path.isEmpty ? shown : "\(path).\(shown)", "is no setting",
                    hint: Suggestion.hint(for: name, among: names)
                        ?? "known here: \(names.joined(separator: ", "))"))
        }
        return node
    }

    private mutating func dictionary<Value>(
        _ node: JSONNode?, _ path: String, _ value: (inout SettingsFile, JSONNode, String) -> Value?
    ) -> [String: Value]? {
        guard let node else { return nil }
        guard node.kind == .object else { return wrong(node, path, "an object") }
        var values: [String: Value] = [:]
        for (name, member) in node.members { values[name] = value(&self, member, "\(path).\(name.prefix(80))") }
        return values
    }

    mutating func array(_ node: JSONNode, _ path: String) -> [JSONNode]? {
        guard node.kind == .array else { return wrong(node, path, "an array") }
        return Array(node.elements)
    }

    mutating func texts(_ node: JSONNode, _ path: String) -> [String]? {
        array(node, path)?.enumerated().compactMap { text($1, "\(path)[\($0)]") }
    }

    mutating func text(_ node: JSONNode?, _ path: String) -> String? {
        guard let node else { return nil }
        return node.string ?? wrong(node, path, "a string")
    }

    mutating func integer(_ node: JSONNode?, _ path: String) -> Int64? {
        guard let node else { return nil }
        return node.number?.integer ?? wrong(node, path, "a whole number")
    }

    mutating func boolean(_ node: JSONNode?, _ path: String) -> Bool? {
        guard let node else { return nil }
        return node.boolean ?? wrong(node, path, "true or false")
    }

    private mutating func wrong<Value>(_ node: JSONNode, _ path: String, _ wanted: String) -> Value? {
        problems.append(
            ConfigurationProblem(path.isEmpty ? "config" : path, "is \(node.kind.article), not \(wanted)"))
        return nil
    }
}

extension JSONKind {
    /// The kind with its article.
    fileprivate var article: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "a boolean"
        case .null: "null"
        }
    }
}
