internal import StrictJSON

extension SettingsFile {
    /// Reads who asks the App Store Server API.
    mutating func api(_ node: JSONNode) -> APISettings? {
        guard let api = object(node, "api", names: ["keyFile", "keyId", "issuerId", "bundleId", "baseURL"]) else {
            return nil
        }
        var settings = APISettings()
        settings.keyFile = text(api["keyFile"], "api.keyFile")
        settings.keyId = text(api["keyId"], "api.keyId")
        settings.issuerId = text(api["issuerId"], "api.issuerId")
        settings.bundleId = text(api["bundleId"], "api.bundleId")
        settings.baseURL = text(api["baseURL"], "api.baseURL")
        return settings
    }

    /// Reads how much is asked in the background.
    mutating func reconcile(_ node: JSONNode) -> [String: Int64]? {
        guard let object = object(node, "reconcile", names: ReconcileLimits.table.map(\.name)) else { return nil }
        var limits: [String: Int64] = [:]
        for (name, _, _) in ReconcileLimits.table {
            if let value = integer(object[name], "reconcile.\(name)") { limits[name] = value }
        }
        return limits
    }
}
