internal import StoreCore
internal import StrictJSON

/// Reads the service's answer about a customer.
struct CustomerReading {
    private let root: JSONNode

    init(_ body: [UInt8]) throws(StoreBackendError) {
        do throws(JSONError) {
            root = try JSONDocument(parsing: body).root
        } catch {
            throw .unreadable(reason: "\(error)")
        }
    }

    /// What the customer is entitled to: all of it, or an error where any part of the answer makes no sense.
    ///
    /// - Parameter bundleId: The app whose purchases count; nil counts all.
    /// - Returns: The entitlements by name, then the products by identifier; what says the same twice is there once.
    /// - Throws: `unreadable`.
    func entitlements(of bundleId: String?) throws(StoreBackendError) -> [Entitlement] {
        var known: Set<Entitlement> = []
        var all: [Entitlement] = []
        for (list, name) in [("entitlements", "name"), ("lines", "productId")] {
            guard let list = root[list], list.kind == .array else { throw missing(list) }
            for node in list.elements {
                guard let entitlement = try read(node, name, of: bundleId), known.insert(entitlement).inserted else {
                    continue
                }
                all.append(entitlement)
            }
        }
        return all
    }

    /// One of them; nil when the customer is not entitled to it, or it is another app's.
    private func read(
        _ node: JSONNode, _ nameMember: String, of bundleId: String?
    ) throws(StoreBackendError) -> Entitlement? {
        guard let isEntitled = node["entitled"]?.boolean else { throw missing("entitled") }
        guard let app = node["bundleId"]?.string else { throw missing("bundleId") }
        guard isEntitled, bundleId.map({ $0 == app }) ?? true else { return nil }
        guard let name = node[nameMember]?.string else { throw missing(nameMember) }
        guard let state = node["state"]?.string else { throw missing("state") }
        guard let until = node["until"], until.isNull || until.number?.integer != nil else { throw missing("until") }
        return Entitlement(
            name: name, productId: node["productId"]?.string,
            // The service says whether; the state only says how, and may be one that is not known here.
            state: Entitlement.State(rawValue: state) ?? .active, until: until.number?.integer)
    }

    private func missing(_ member: String) -> StoreBackendError {
        .unreadable(reason: "\(member) is not there, or is not what it should be")
    }
}
