internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import WebhookDelivery

extension ConfigurationCheck {
    /// The targets of webhooks; those with a problem are left out.
    mutating func webhookTargets() -> [WebhookTarget] {
        var names: Set<String> = []
        return (settings.webhooks ?? []).enumerated().compactMap { index, settings in
            let path = "webhooks[\(index)]"
            if let name = settings.name, !names.insert(name).inserted {
                note("\(path).name", "\"\(name.prefix(80))\" is the name of a target before, too")
            }
            return webhookTarget(settings, path)
        }
    }

    private mutating func webhookTarget(_ settings: WebhookSettings, _ path: String) -> WebhookTarget? {
        let name = targetName(settings.name, "\(path).name")
        let allowsPrivate = settings.allowsPrivateAddresses ?? false
        let url = targetURL(settings.url, "\(path).url", allowsPrivate: allowsPrivate)
        let secrets = secrets(settings.secretFile, "\(path).secretFile")
        let isRaw = settings.raw ?? false
        let types = eventTypes(settings.types, "\(path).types", isRaw: isRaw)
        let environments = choices(
            settings.environments, "\(path).environments", "environment", among: Environment.known.map(\.rawValue))
        let bundleIds = Set(settings.bundleIds ?? [])
        let apps = Set((self.settings.apps ?? []).map(\.bundleId))
        for id in bundleIds.subtracting(apps).sorted() where !apps.isEmpty {
            warn("\(path).bundleIds", "\"\(id.prefix(80))\" is none of the apps that are accepted")
        }
        let maximum = settings.maximumPerSecond.map { rate($0, "\(path).maximumPerSecond") }
        let start = targetStart(settings.from, "\(path).from")
        guard let name, let url, let secrets else { return nil }
        var target = WebhookTarget(name: name, url: url, secrets: secrets)
        target.types = types
        target.environments = environments
        target.bundleIds = bundleIds
        target.maximumPerSecond = maximum
        target.allowsPrivateAddresses = allowsPrivate
        target.isRaw = isRaw
        target.start = start
        return target
    }

    private mutating func targetName(_ name: String?, _ setting: String) -> String? {
        guard let name else {
            note(setting, "is missing", hint: "deliveries are kept by it; do not change it later")
            return nil
        }
        let isWord = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
        guard isWord, (1...64).contains(name.utf8.count) else {
            note(setting, "\"\(name.prefix(80))\" is no name", hint: "letters, digits, -, _ and ., at most 64")
            return nil
        }
        return name
    }

    /// The URL itself is never shown: receivers put secrets in it.
    private mutating func targetURL(_ text: String?, _ setting: String, allowsPrivate: Bool) -> WebhookURL? {
        guard let text else {
            note(setting, "is missing")
            return nil
        }
        do throws(WebhookURL.Mistake) {
            let url = try WebhookURL(text)
            if !url.isEncrypted, !allowsPrivate {
                note(
                    setting, "is not https, so that anybody on the way could read what is sent",
                    hint: "write https, or set allowsPrivateAddresses for a receiver on this host or network")
            }
            return url
        } catch {
            note(setting, "\(error)", hint: error == .credentials ? "the signature tells who sends" : nil)
            return nil
        }
    }

    private mutating func secrets(_ path: String?, _ setting: String) -> WebhookSecrets? {
        let hint = "make one by: (umask 077; echo whsec_$(openssl rand -base64 32) > FILE)"
        guard let path else {
            note(setting, "is missing", hint: hint)
            return nil
        }
        guard let bytes = contents(of: path, setting) else { return nil }
        if let permissions = files.permissions(path), permissions & 0o077 != 0 {
            note(
                setting, "\"\(path)\" can be read or written by others (mode \(String(permissions, radix: 8)))",
                hint: "run: chmod 600 \(path)")
        }
        do throws(WebhookSecrets.Mistake) {
            return try WebhookSecrets(lines: bytes)
        } catch {
            note(setting, "\"\(path)\" \(error)", hint: hint)
            return nil
        }
    }

    private mutating func eventTypes(_ names: [String]?, _ setting: String, isRaw: Bool) -> Set<EntitlementEventType> {
        let known = EntitlementEventType.allCases.map(\.rawValue)
        let types = Set(choices(names, setting, "type", among: known).compactMap(EntitlementEventType.init(rawValue:)))
        guard isRaw else { return types }
        if names == nil { return [.notificationRecorded] }
        if !types.isEmpty, !types.contains(.notificationRecorded) {
            let wanted = EntitlementEventType.notificationRecorded.rawValue
            note(setting, "has no \(wanted), which is what raw is about", hint: "add \"\(wanted)\", or leave out types")
        }
        return types
    }

    private mutating func choices(
        _ names: [String]?, _ setting: String, _ kind: String, among known: [String]
    ) -> Set<String> {
        if names?.isEmpty == true { note(setting, "is empty", hint: "leave it out for all") }
        for (index, name) in (names ?? []).enumerated() where !known.contains(name) {
            note(
                "\(setting)[\(index)]", "\"\(name.prefix(80))\" is no \(kind)",
                hint: Suggestion.hint(for: name, among: known) ?? "known: \(known.joined(separator: ", "))")
        }
        return Set(names ?? [])
    }

    private mutating func rate(_ value: Int64, _ setting: String) -> Int {
        guard let number = Int(exactly: value), (1...10_000).contains(number) else {
            note(setting, "is \(value), not from 1 to 10000")
            return 1
        }
        return number
    }

    private mutating func targetStart(_ text: String?, _ setting: String) -> TargetStart {
        guard let text else { return .end }
        if let start = TargetStart(rawValue: text) { return start }
        note(setting, "is \"\(text.prefix(80))\"", hint: "write end or beginning; it counts for new targets only")
        return .end
    }
}
