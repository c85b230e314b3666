public import AppStoreModels

/// One way to pay for a subscription period: at once or month by month.
public struct ConfiguredBillingPlan: Hashable, Sendable {
    /// The file's own id; none where it has none yet.
    public var internalID: String?
    /// How it is paid.
    public var type: BillingPlanType
    /// What one payment costs.
    public var price: ConfiguredPrice
    /// What the whole commitment costs.
    public var commitmentPrice: ConfiguredPrice
    /// Whether it is on offer.
    public var isEnabled: Bool

    /// Puts a plan together.
    public init(
        internalID: String? = nil, type: BillingPlanType, price: ConfiguredPrice, commitmentPrice: ConfiguredPrice,
        isEnabled: Bool = true
    ) {
        self.internalID = internalID
        self.type = type
        self.price = price
        self.commitmentPrice = commitmentPrice
        self.isEnabled = isEnabled
    }
}
