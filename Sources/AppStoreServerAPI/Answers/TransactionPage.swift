public import AppStoreModels
public import StrictJSON

/// A page of a customer's transactions or refunds.
///
/// A transaction that changes while pages are read comes again on a later one: put it in the place of the earlier one.
public struct TransactionPage: ServerAPIPage {
    /// The transactions.
    public let transactions: SignedList<JWSTransactionDecodedPayload>
    /// How far was read: leads to the next page, or later to what is new.
    public let revision: String?
    /// Whether there is a next page now.
    public let hasMore: Bool
    /// The answer as it came.
    public let json: JSONNode

    /// Leads to the next page.
    public var nextToken: String? { revision }

    /// Whether there is nothing on it.
    public var isEmpty: Bool { transactions.count == 0 }
}
