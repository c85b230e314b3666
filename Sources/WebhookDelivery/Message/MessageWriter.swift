internal import EntitlementStorage
internal import Entitlements
internal import StrictJSON

/// Writes the body of a message.
struct MessageWriter {
    let store: any EntitlementStore

    /// The body for an event; nil when what is to be forwarded is not kept any more.
    func body(of event: OutgoingEvent, isRaw: Bool) async throws(StoreError) -> [UInt8]? {
        guard isRaw, event.type == .notificationRecorded else { return JSONWriter().bytes(event.json) }
        guard let notification = try await notification(of: event) else { return nil }
        return JSONWriter().bytes([
            "signedPayload": .string(String(decoding: notification.text.compact, as: UTF8.self))
        ])
    }

    /// The notification that an event tells of: the id of the event holds the beginning of its digest.
    private func notification(of event: OutgoingEvent) async throws(StoreError) -> NotificationText? {
        guard let uuid = event.content.notification?.uuid else { return nil }
        return try await store.notification(uuid: uuid).first { row in
            row.record.scope == event.scope && row.record.outcome != .quarantined
                && event.id.hasPrefix("evt_\(row.record.header.digest.hexadecimal.prefix(32))_")
        }
    }
}
