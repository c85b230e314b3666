public import AppStoreModels

/// A subscription of one customer as it stands.
public struct SubscriptionLine: Hashable, Sendable {
    /// The number of the line's first transaction.
    public var originalID: Int
    /// Whom it belongs to.
    public var customerID: String
    /// The group.
    public var groupID: String
    /// Whether it was bought or is shared in the family.
    public var ownership: InAppOwnershipType
    /// The status now.
    public var status: SubscriptionStatus
    /// The last transaction; of a renewal that is signed ahead, this one.
    public var transaction: SimulatedTransaction
    /// What happens at the end of the period.
    public var renewalInfo: SimulatedRenewalInfo
    /// When the customer's statements were last signed: an answer signed earlier would not be the newest.
    public var lastSignedDate: Int64
}
