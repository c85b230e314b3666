internal import Entitlements

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
        var content = EventContent()
        content.answer = change.answer
        content.transactionId = change.transactionId
        append(
            change.type, line: change.answer.originalTransactionId, lineVersion: lineVersion,
            deciding: change.answer.because.facts.first?.stamp.digest, content)
    }

    /// Tells what a notification says by its type alone, with the answer as it is now.
    mutating func add(
        _ type: EntitlementEventType, line: String?, transactionId: String?, _ projection: LineProjection?
    ) {
        var content = EventContent()
        content.answer = projection?.answers.first { $0.transactionId == transactionId } ?? projection?.answers.first
        content.transactionId = transactionId
        append(type, line: line, lineVersion: projection?.version, deciding: nil, content)
    }

    /// Tells that a notification was written to the log.
    mutating func add(recorded outcome: ProcessingOutcome, line: String?, transactionId: String?) {
        var content = EventContent()
        content.outcome = outcome
        content.transactionId = transactionId
        append(.notificationRecorded, line: line, lineVersion: nil, deciding: nil, content)
    }

    private mutating func append(
        _ type: EntitlementEventType, line: String?, lineVersion: Int64?, deciding: FactDigest?,
        _ content: EventContent
    ) {
        var content = content
        if case .notification(let header) = cause {
            content.notification = EventContent.Notification(
                uuid: header.uuid, type: header.type, subtype: header.subtype, signedDate: header.signedDate)
        }
        events.append(
            OutgoingEvent(
                id: id(type, deciding: deciding), type: type, scope: scope, originalTransactionId: line,
                lineVersion: lineVersion, appAccountToken: content.answer?.appAccountToken, createdAt: createdAt,
                isInferred: isInferred, content: content))
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
        let words = String(
            decoding: type.rawValue.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
        let id = "evt_\(digest.hexadecimal.prefix(32))_\(words)\(suffix)"
        let count = events.count { $0.id == id || $0.id.hasPrefix(id + "-") }
        return count == 0 ? id : "\(id)-\(count + 1)"
    }
}
