import AppStoreModels
import StrictJSON

extension ConfigurationReader {
    /// The versions whose files were seen.
    static let knownMajors = 1...5

    /// Reads a whole file.
    mutating func read(_ root: JSONValue) throws(StoreConfigurationError) -> StoreConfiguration {
        let members = try object(root, at: "")
        let lists = ["products", "nonRenewingSubscriptions", "subscriptionGroups"]
        guard lists.contains(where: { root[$0] != nil }) else {
            throw .missing(path: "products", expected: "an array of products")
        }
        noteUnknownKeys(of: members, at: "", known: ConfigurationKeys.file)
        for list in lists where member(list, of: root) == nil { note(list, "missing, taken as empty") }

        var configuration = StoreConfiguration(document: root)
        configuration.identifier = text("identifier", of: root, at: "") ?? ""
        if root["identifier"] == nil { note("identifier", "missing") }
        configuration.version = try version(of: root)
        configuration.settings = try settings(of: root, into: &configuration)
        configuration.appPolicies = try policies(of: root)
        configuration.offersKey = try offersKey(of: root)
        var listed = try products("products", of: root, standard: nil)
        listed += try products("nonRenewingSubscriptions", of: root, standard: .nonRenewingSubscription)
        configuration.products = listed.filter { $0.type != .nonRenewingSubscription }
        configuration.nonRenewing = listed.filter { $0.type == .nonRenewingSubscription }
        configuration.groups = try groups(of: root)
        configuration.notes = collector.notes
        return configuration
    }

    private mutating func version(of root: JSONValue) throws(StoreConfigurationError) -> ConfigurationVersion? {
        guard let value = member("version", of: root) else {
            note("version", "missing")
            return nil
        }
        let members = try object(value, at: "version")
        noteUnknownKeys(of: members, at: "version", known: ConfigurationKeys.version)
        let bounds = 0...1_000_000
        guard let major = try integer("major", of: value, at: "version", in: bounds) else {
            note("version.major", "missing")
            return nil
        }
        if !ConfigurationReader.knownMajors.contains(major) {
            note("version.major", "\(major) is not a version known here, read as far as it is understood")
        }
        return ConfigurationVersion(
            major: major, minor: try integer("minor", of: value, at: "version", in: bounds) ?? 0)
    }

    private mutating func policies(of root: JSONValue) throws(StoreConfigurationError) -> ConfiguredPolicies? {
        guard let value = member("appPolicies", of: root) else { return nil }
        noteUnknownKeys(of: try object(value, at: "appPolicies"), at: "appPolicies", known: ConfigurationKeys.policies)
        var policies = ConfiguredPolicies(eula: text("eula", of: value, at: "appPolicies") ?? "")
        for (index, element) in try array("policies", of: value, at: "appPolicies").enumerated() {
            let path = "appPolicies.policies[\(index)]"
            noteUnknownKeys(of: try object(element, at: path), at: path, known: ConfigurationKeys.policy)
            policies.policies.append(
                ConfiguredPolicies.Policy(
                    locale: text("locale", of: element, at: path) ?? "",
                    text: text("policyText", of: element, at: path) ?? "",
                    url: text("policyURL", of: element, at: path) ?? ""))
        }
        return policies
    }

    private mutating func offersKey(of root: JSONValue) throws(StoreConfigurationError) -> ConfiguredOffersKey? {
        let path = "subscriptionOffersKeyPair"
        guard let value = member(path, of: root) else { return nil }
        noteUnknownKeys(of: try object(value, at: path), at: path, known: ConfigurationKeys.offersKey)
        guard let id = text("id", of: value, at: path), let key = text("privateKey", of: value, at: path) else {
            note(path, "lacks id or privateKey; not used")
            return nil
        }
        return ConfiguredOffersKey(id: id, privateKey: key)
    }

    private mutating func groups(of root: JSONValue) throws(StoreConfigurationError) -> [ConfiguredGroup] {
        var groups: [ConfiguredGroup] = []
        for (index, value) in try array("subscriptionGroups", of: root, at: "").enumerated() {
            let path = "subscriptionGroups[\(index)]"
            noteUnknownKeys(of: try object(value, at: path), at: path, known: ConfigurationKeys.group)
            var group = ConfiguredGroup(
                id: text("id", of: value, at: path) ?? "", name: text("name", of: value, at: path) ?? "",
                localizations: try localizations(of: value, at: path))
            if group.id.isEmpty {
                group.id = group.name.isEmpty ? "group \(index + 1)" : group.name
                note("\(path).id", "missing, taken as \(PlainText.quoted(group.id))")
            }
            if let firstPath = groupPaths.updateValue(path, forKey: group.id) {
                throw .duplicateGroup(id: group.id, path: path, firstPath: firstPath)
            }
            for (place, element) in try array("subscriptions", of: value, at: path).enumerated() {
                group.subscriptions.append(
                    try subscription(element, at: "\(path).subscriptions[\(place)]", in: group.id))
            }
            groups.append(group)
        }
        return groups
    }
}
