internal import StrictJSON

extension SettingsFile {
    /// Reads who asks the App Store Server API.
    mutating func api(_ node: JSONNode) -> APISettings? {
        guard let api = object(node, "api", names: ["keyFile", "keyId", "issuerId", "bundleId"]) else { return nil }
        var settings = APISettings()
        settings.keyFile = text(api["keyFile"], "api.keyFile")
        settings.keyId = text(api["keyId"], "api.keyId")
        settings.issuerId = text(api["issuerId"], "api.issuerId")
        settings.bundleId = text(api["bundleId"], "api.bundleId")
        return settings
    }
}
