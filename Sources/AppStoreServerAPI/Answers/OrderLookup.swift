public import AppStoreModels
public import AppStoreVerification

/// The transactions of an order.
public struct OrderLookup: Sendable {
    /// Whether the order id is valid.
    public let status: OrderLookupStatus?
    /// The transactions; none where it is not.
    public let transactions: SignedList<JWSTransactionDecodedPayload>
}

/// What a call of the Advanced Commerce API answered.
public struct AdvancedCommerceResult: Sendable {
    /// The transaction, where the answer has one.
    public let transaction: Verified<JWSTransactionDecodedPayload>?
    /// The renewal state, where the answer has one.
    public let renewalInfo: Verified<JWSRenewalInfoDecodedPayload>?
}
