public import AppStoreModels

/// How a subscription stands, as `Product.SubscriptionInfo.Status` of StoreKit tells it.
public struct RenewalStatus: Hashable, Sendable {
    /// The status.
    public var state: SubscriptionStatus
    /// The subscription's last transaction.
    public var transaction: VerificationResult<SimulatedTransaction>
    /// What happens at the end of the period.
    public var renewalInfo: VerificationResult<SimulatedRenewalInfo>

    /// Puts a status together.
    public init(
        state: SubscriptionStatus, transaction: VerificationResult<SimulatedTransaction>,
        renewalInfo: VerificationResult<SimulatedRenewalInfo>
    ) {
        self.state = state
        self.transaction = transaction
        self.renewalInfo = renewalInfo
    }
}
