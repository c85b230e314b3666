internal import StrictJSON

extension SigningFault {
    /// A payload with claims changed as the fault asks; as it was for all other faults, and when it is not JSON.
    func changing(_ payload: [UInt8]) -> [UInt8] {
        switch self {
        case .otherApp, .otherAppleID, .otherEnvironment: break
        default: return payload
        }
        guard let root = try? JSONDocument(parsing: payload).root, root.kind == .object else { return payload }
        var value = changingMembers(of: .node(root))
        for name in ["data", "summary", "externalPurchaseToken", "appData"] {
            if let container = root[name] { value[name] = changingMembers(of: .node(container)) }
        }
        return JSONWriter().bytes(value)
    }

    /// An object with the claims of a payload or container changed.
    private func changingMembers(of object: JSONValue) -> JSONValue {
        guard case .node(let node) = object else { return object }
        var object = object
        switch self {
        case .otherApp:
            if let bundleID = node["bundleId"]?.string { object["bundleId"] = .string(bundleID + ".other") }
        case .otherAppleID:
            if let appleID = node["appAppleId"]?.number?.integer { object["appAppleId"] = .integer(appleID &+ 1) }
        case .otherEnvironment:
            for name in ["environment", "receiptType"] {
                if let found = node[name]?.string {
                    object[name] = .string(found == "Production" ? "Sandbox" : "Production")
                }
            }
            if let id = node["externalPurchaseId"]?.string {
                object["externalPurchaseId"] = .string(id.hasPrefix("SANDBOX") ? "X" + id : "SANDBOX_" + id)
            }
        default: break
        }
        return object
    }
}
