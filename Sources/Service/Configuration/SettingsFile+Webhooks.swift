internal import StrictJSON

extension SettingsFile {
    /// Reads one target of webhooks.
    mutating func webhook(_ node: JSONNode, _ path: String) -> WebhookSettings? {
        let names = [
            "name", "url", "secretFile", "types", "environments", "bundleIds", "maximumPerSecond",
            "allowsPrivateAddresses", "raw", "from",
        ]
        guard let target = object(node, path, names: names) else { return nil }
        var settings = WebhookSettings()
        settings.name = text(target["name"], "\(path).name")
        settings.url = text(target["url"], "\(path).url")
        settings.secretFile = text(target["secretFile"], "\(path).secretFile")
        settings.types = target["types"].flatMap { texts($0, "\(path).types") }
        settings.environments = target["environments"].flatMap { texts($0, "\(path).environments") }
        settings.bundleIds = target["bundleIds"].flatMap { texts($0, "\(path).bundleIds") }
        settings.maximumPerSecond = integer(target["maximumPerSecond"], "\(path).maximumPerSecond")
        settings.allowsPrivateAddresses = target["allowsPrivateAddresses"].flatMap {
            boolean($0, "\(path).allowsPrivateAddresses")
        }
        settings.raw = target["raw"].flatMap { boolean($0, "\(path).raw") }
        settings.from = text(target["from"], "\(path).from")
        return settings
    }
}
