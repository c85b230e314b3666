internal import EntitlementStorage
internal import Entitlements
internal import StrictJSON

extension ExportLine {
    static func line(_ entry: LedgerEntry) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember("kind", "ledger"), JSONMember("subject", .string(entry.subject.kind.rawValue)),
            JSONMember("id", .string(entry.subject.id)),
            JSONMember("environment", .string(entry.subject.scope.environment)),
            JSONMember("bundleId", .string(entry.subject.scope.bundleId)),
        ]
        if !entry.subject.scope.realm.isEmpty {
            members.append(JSONMember("realm", .string(entry.subject.scope.realm)))
        }
        members.append(JSONMember("at", .integer(entry.at)))
        if let key = entry.key { members.append(JSONMember("key", .string(key))) }
        switch entry.content {
        case .consumption(let consumption):
            if let requested = consumption.requested { members.append(JSONMember("requested", .integer(requested))) }
            members += [
                JSONMember("quantity", .integer(consumption.quantity)),
                JSONMember("bought", .integer(consumption.bought)),
                JSONMember("consumed", .integer(consumption.consumed)),
            ]
        case .link(let link):
            members += [
                JSONMember("customer", .string(link.customer)), JSONMember("action", .string(link.action.rawValue)),
                JSONMember("before", .array(link.before.map(JSONValue.string))),
            ]
            if let by = link.by { members.append(JSONMember("by", .string(by))) }
        }
        return .object(members)
    }
}

extension LedgerEntry {
    /// 1970 to 9999, in milliseconds.
    private static let times: ClosedRange<Int64> = 0...253_402_300_799_999

    /// Reads what ``ExportLine/line(_:)`` wrote; nil when something is missing or is not what it must be.
    init?(exported root: JSONNode) {
        guard let kind = root["subject"]?.string.flatMap(LedgerSubject.Kind.init(rawValue:)),
            let id = root["id"]?.string, !id.isEmpty, let environment = root["environment"]?.string,
            let bundleId = root["bundleId"]?.string, let at = root["at"]?.number?.integer,
            LedgerEntry.times.contains(at)
        else { return nil }
        let scope = AppScope(
            environment: environment, bundleId: bundleId, realm: root["realm"]?.string ?? "")
        let content: LedgerContent
        switch kind {
        case .purchase:
            guard let quantity = root["quantity"]?.number?.integer, quantity > 0,
                let bought = root["bought"]?.number?.integer, let consumed = root["consumed"]?.number?.integer,
                root["key"]?.string != nil
            else { return nil }
            content = .consumption(
                Consumption(
                    requested: root["requested"]?.number?.integer, quantity: quantity, bought: bought,
                    consumed: consumed))
        case .line, .download:
            guard let customer = root["customer"]?.string, CustomerName.isAcceptable(customer),
                let action = root["action"]?.string.flatMap(CustomerLink.Action.init(rawValue:)),
                root["by"]?.string.map({ $0.utf8.count <= 255 && CustomerName.isPlain($0) }) ?? true
            else { return nil }
            content = .link(
                CustomerLink(
                    customer: customer, action: action,
                    before: root["before"]?.elements.compactMap { $0.string } ?? [], by: root["by"]?.string))
        }
        self.init(
            subject: LedgerSubject(scope: scope, kind: kind, id: id), at: at, key: root["key"]?.string,
            content: content)
    }
}
