internal import Entitlements
package import StrictJSON

extension OutgoingEvent {
    /// The data as those who listen get it, names sorted.
    package var data: JSONValue {
        var members: [JSONMember] = [
            JSONMember("bundleId", .string(scope.bundleId)),
            JSONMember("environment", .string(scope.environment)),
            JSONMember("inferred", .boolean(isInferred)),
        ]
        if !scope.realm.isEmpty { members.append(JSONMember("realm", .string(scope.realm))) }
        if let originalTransactionId {
            members.append(JSONMember("originalTransactionId", .string(originalTransactionId)))
        }
        if let lineVersion { members.append(JSONMember("version", .integer(lineVersion))) }
        if let appAccountToken { members.append(JSONMember("appAccountToken", .string(appAccountToken))) }
        if let answer = content.answer { members.append(JSONMember("answer", answer.json())) }
        if let id = content.transactionId { members.append(JSONMember("transactionId", .string(id))) }
        if let notification = content.notification {
            members.append(JSONMember("notification", notification.json))
        }
        if let outcome = content.outcome { members.append(JSONMember("outcome", .string(outcome.rawValue))) }
        return .object(members.sorted { $0.name < $1.name })
    }
}

extension EventContent.Notification {
    fileprivate var json: JSONValue {
        var members = [
            JSONMember("notificationType", .string(type)),
            JSONMember("notificationUUID", .string(uuid)),
            JSONMember("signedDate", .integer(signedDate)),
        ]
        if let subtype { members.append(JSONMember("subtype", .string(subtype))) }
        return .object(members)
    }
}
