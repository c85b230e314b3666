package import Entitlements

/// Keeps what events say as numbered fields, which are part of the format.
package enum EventCoding {
    /// Writes what an event says.
    package static func bytes(of content: EventContent) -> [UInt8] {
        var fields = FieldWriter()
        fields.put(1, content.answer.map { AnswerCoding.bytes(of: $0) })
        fields.put(2, content.transactionId)
        fields.put(3, content.outcome?.storedNumber)
        if let notification = content.notification {
            fields.put(4, notification.uuid)
            fields.put(5, notification.type)
            fields.put(6, notification.subtype)
            fields.put(7, notification.signedDate)
        }
        return fields.bytes
    }

    /// Reads what an event of an app says; `line` is the id of its line.
    package static func content(
        _ bytes: [UInt8], scope: AppScope, line: String?
    ) throws(StoredValueDamage) -> EventContent {
        let fields = try FieldReader(bytes)
        var content = EventContent()
        if let answer = fields.blob(1) {
            content.answer = try AnswerCoding.answer(
                answer, of: LineIdentity(scope: scope, originalTransactionId: line ?? ""))
        }
        content.transactionId = fields.text(2)
        if let number = fields.number(3) { content.outcome = try ProcessingOutcome(storedNumber: number) }
        if let uuid = fields.text(4), let type = fields.text(5) {
            content.notification = EventContent.Notification(
                uuid: uuid, type: type, subtype: fields.text(6), signedDate: fields.number(7) ?? 0)
        }
        return content
    }
}
