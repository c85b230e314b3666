/// What one signed object says, reduced to what answers are made of.
///
/// A statement is held whole: fields of two statements are never mixed.
public indirect enum Statement: Hashable, Sendable {
    /// A transaction of any product type.
    case transaction(TransactionStatement)
    /// The renewal info of a subscription line.
    case renewalInfo(RenewalStatement)
    /// The status a notification states for a subscription line.
    case storeStatus(StatusStatement)
    /// An app transaction.
    case appTransaction(AppTransactionStatement)
    /// A notification; its type name alone never decides an entitlement.
    case notification

    /// What the statement is about.
    public var kind: FactKind {
        switch self {
        case .transaction: .transaction
        case .renewalInfo: .renewalInfo
        case .storeStatus: .storeStatus
        case .appTransaction: .appTransaction
        case .notification: .notification
        }
    }

    /// The original transaction id of the line that the statement names; `nil` where it names none by itself.
    public var lineId: String? {
        switch self {
        case .transaction(let transaction): transaction.lineId
        case .renewalInfo(let renewal): renewal.originalTransactionId
        case .storeStatus(let status): status.originalTransactionId
        case .appTransaction, .notification: nil
        }
    }

    /// The customer's token, in lower case; `nil` when absent or all zeros.
    public var appAccountToken: String? {
        switch self {
        case .transaction(let transaction): transaction.appAccountToken
        case .renewalInfo(let renewal): renewal.appAccountToken
        case .storeStatus, .appTransaction, .notification: nil
        }
    }

    /// The id of the app's download by the customer's Apple Account.
    public var appTransactionId: String? {
        switch self {
        case .transaction(let transaction): transaction.appTransactionId
        case .renewalInfo(let renewal): renewal.appTransactionId
        case .appTransaction(let appTransaction): appTransaction.appTransactionId
        case .storeStatus, .notification: nil
        }
    }
}
