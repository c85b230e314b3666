internal import Entitlements
internal import StrictJSON

/// Puts the events of one cause into words.
struct EventWriter {
    let cause: EventCause
    let scope: AppScope
    let createdAt: Int64
    private(set) var events: [OutgoingEvent] = []

    init(cause: EventCause, scope: AppScope, createdAt: Int64) {
        self.cause = cause
        self.scope = scope
        self.createdAt = createdAt
    }

    /// Tells what has changed on a line.
    mutating func add(_ change: EntitlementChange, lineVersion: Int64) {
        let answer = change.answer
        var members = [JSONMember("answer", answer.json())]
        if let id = change.transactionId { members.append(JSONMember("transactionId", .string(id))) }
        append(
            change.type, line: answer.originalTransactionId, lineVersion: lineVersion,
            customer: answer.appAccountToken, deciding: answer.because.facts.first?.stamp.digest, members)
    }

    /// Tells what a notification says by its type alone, with the answer as it is now.
    mutating func add(
        _ type: EntitlementEventType, line: String?, transactionId: String?, _ projection: LineProjection?
    ) {
        let answer =
            projection?.answers.first { $0.transactionId == transactionId } ?? projection?.answers.first
        var members: [JSONMember] = []
        if let answer { members.append(JSONMember("answer", answer.json())) }
        if let transactionId { members.append(JSONMember("transactionId", .string(transactionId))) }
        append(
            type, line: line, lineVersion: projection?.version, customer: answer?.appAccountToken, deciding: nil,
            members)
    }

    /// Tells that a notification was written to the log.
    mutating func add(recorded outcome: ProcessingOutcome, line: String?, transactionId: String?) {
        var members = [JSONMember("outcome", .string(outcome.rawValue))]
        if let transactionId { members.append(JSONMember("transactionId", .string(transactionId))) }
        append(.notificationRecorded, line: line, lineVersion: nil, customer: nil, deciding: nil, members)
    }

    private mutating func append(
        _ type: EntitlementEventType, line: String?, lineVersion: Int64?, customer: String?, deciding: FactDigest?,
        _ more: [JSONMember]
    ) {
        var members: [JSONMember] = [
            JSONMember("bundleId", .string(scope.bundleId)),
            JSONMember("environment", .string(scope.environment)),
            JSONMember("inferred", .boolean(isInferred)),
        ]
        if !scope.realm.isEmpty { members.append(JSONMember("realm", .string(scope.realm))) }
        if let line { members.append(JSONMember("originalTransactionId", .string(line))) }
        if let lineVersion { members.append(JSONMember("version", .integer(lineVersion))) }
        if let customer { members.append(JSONMember("appAccountToken", .string(customer))) }
        if case .notification(let header) = cause { members.append(JSONMember("notification", header.json)) }
        events.append(
            OutgoingEvent(
                id: id(type, deciding: deciding), type: type, scope: scope, originalTransactionId: line,
                lineVersion: lineVersion, appAccountToken: customer, createdAt: createdAt, isInferred: isInferred,
                data: JSONWriter(sortsNames: true).bytes(.object(members + more))))
    }

    private var isInferred: Bool {
        if case .clock = cause { return true }
        return false
    }

    /// The key for idempotency: what was signed and what it changed, so that a store made anew from the same payloads
    /// gives the same keys.
    private func id(_ type: EntitlementEventType, deciding: FactDigest?) -> String {
        let (digest, suffix): (FactDigest, String) =
            switch cause {
            case .notification(let header): (header.digest, "")
            case .signedObject(let digest): (digest, "")
            case .clock(let bound): (deciding ?? .zero, "_\(bound)")
            }
        let words = String(type.rawValue.map { $0 == "." ? "_" : $0 })
        let id = "evt_\(digest.hexadecimal.prefix(32))_\(words)\(suffix)"
        let count = events.count { $0.id == id || $0.id.hasPrefix(id + "-") }
        return count == 0 ? id : "\(id)-\(count + 1)"
    }
}

extension NotificationHeader {
    /// What names the notification, as JSON.
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
