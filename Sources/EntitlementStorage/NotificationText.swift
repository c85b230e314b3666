/// A row of the log together with its JWS.
package struct NotificationText: Hashable, Sendable {
    /// The row.
    package var record: NotificationRecord
    /// The JWS, byte for byte; the bytewise smallest of those that came with this payload.
    package var text: SignedText

    /// Pairs a row with its JWS.
    package init(record: NotificationRecord, text: SignedText) {
        self.record = record
        self.text = text
    }
}
