/// Something that happened in a session, with notifications already signed.
public enum SessionEvent: Hashable, Sendable {
    /// A notification that the App Store sends.
    case notification(SignedNotification)
    /// Anything else that happened in the store.
    case occurrence(StoreOccurrence)

    /// When, in milliseconds since 1970-01-01T00:00:00Z.
    public var date: Int64 {
        switch self {
        case .notification(let signed): signed.notification.signedDate
        case .occurrence(let occurrence): occurrence.date
        }
    }

    /// The notification, where it is one.
    public var notification: SignedNotification? {
        if case .notification(let signed) = self { signed } else { nil }
    }

    /// The transaction that is new or changed, where it is one.
    public var transaction: SimulatedTransaction? {
        if case .occurrence(let occurrence) = self, case .transaction(let transaction) = occurrence.kind {
            transaction
        } else {
            nil
        }
    }
}
