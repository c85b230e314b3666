/// A reason to ask the App Store again; the raw values are stable.
public enum EvaluationFlag: String, Hashable, CaseIterable, Sendable {
    /// The current transaction was upgraded, but the one that took its place is not known here.
    case upgradedReplacementUnknown = "upgraded-replacement-unknown"
    /// Access rests on a renewal that has not begun; the periods before it are missing.
    case renewalBeforeStart = "renewal-before-start"
    /// Access rests on a status that says grace without a date.
    case graceDateMissing = "grace-date-missing"
    /// The line carried the tokens of more than one customer.
    case customerConflict = "customer-conflict"
    /// A subscription's transaction has no end.
    case expiresDateMissing = "expires-date-missing"
    /// A transaction has no start.
    case purchaseDateMissing = "purchase-date-missing"
    /// The product type is missing or new.
    case typeUnknown = "type-unknown"
    /// Renewal info or a status came without any transaction.
    case transactionMissing = "transaction-missing"
}
