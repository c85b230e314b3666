/// What a signed statement is about.
public enum FactKind: String, Hashable, CaseIterable, Comparable, Sendable {
    /// A transaction of any product type, by its transaction id.
    case transaction
    /// The renewal info of a subscription line, by its original transaction id.
    case renewalInfo = "renewal-info"
    /// The status that a notification states for a subscription line, by its original transaction id.
    case storeStatus = "store-status"
    /// An app transaction, by its app transaction id.
    case appTransaction = "app-transaction"
    /// A notification, by its UUID; it is the log and decides nothing.
    case notification

    /// Orders by the bytes of the raw values.
    public static func < (left: FactKind, right: FactKind) -> Bool {
        ByteOrder.compare(left.rawValue, right.rawValue) < 0
    }
}
