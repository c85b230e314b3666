/// What a signed transaction says; names and meanings are Apple's (JWSTransactionDecodedPayload).
///
/// Dates are milliseconds since 1970.
public struct TransactionStatement: Hashable, Sendable {
    /// The id of this purchase event.
    public var transactionId: String
    /// The id of the line, where the payload names one.
    public var originalTransactionId: String?
    /// The id of one subscription period, equal across restores and devices.
    public var webOrderLineItemId: String?
    /// The product type, such as `Auto-Renewable Subscription`.
    public var type: String?
    /// The product.
    public var productId: String?
    /// The group of an auto-renewable subscription.
    public var subscriptionGroupIdentifier: String?
    /// The start of the period, or the moment of purchase.
    public var purchaseDate: Int64?
    /// The end of the period of an auto-renewable subscription.
    public var expiresDate: Int64?
    /// The moment of refund or loss of family access.
    public var revocationDate: Int64?
    /// The refunded share in thousandths of a percent.
    public var revocationPercentage: Int?
    /// Whether another product of the group took this period's place.
    public var isUpgraded: Bool
    /// `PURCHASE` or `RENEWAL`.
    public var transactionReason: String?
    /// `PURCHASED` or `FAMILY_SHARED`.
    public var inAppOwnershipType: String?
    /// The customer's token, in lower case; absent or all zeros is `nil`.
    public var appAccountToken: String?
    /// The id of the app's download by the customer's Apple Account.
    public var appTransactionId: String?
    /// How many were bought; 1 where the payload does not say.
    public var quantity: Int

    /// Puts a statement together; the token is normalized.
    public init(
        transactionId: String, originalTransactionId: String? = nil, webOrderLineItemId: String? = nil,
        type: String? = nil, productId: String? = nil, subscriptionGroupIdentifier: String? = nil,
        purchaseDate: Int64? = nil, expiresDate: Int64? = nil, revocationDate: Int64? = nil,
        revocationPercentage: Int? = nil, isUpgraded: Bool = false, transactionReason: String? = nil,
        inAppOwnershipType: String? = nil, appAccountToken: String? = nil, appTransactionId: String? = nil,
        quantity: Int = 1
    ) {
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
        self.webOrderLineItemId = webOrderLineItemId
        self.type = type
        self.productId = productId
        self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
        self.purchaseDate = purchaseDate
        self.expiresDate = expiresDate
        self.revocationDate = revocationDate
        self.revocationPercentage = revocationPercentage
        self.isUpgraded = isUpgraded
        self.transactionReason = transactionReason
        self.inAppOwnershipType = inAppOwnershipType
        self.appAccountToken = AppAccountToken.normalized(appAccountToken)
        self.appTransactionId = appTransactionId
        self.quantity = quantity
    }

    /// The line this statement names: its original transaction id, or its own id where that is absent or empty.
    public var lineId: String {
        guard let originalTransactionId, !originalTransactionId.isEmpty else { return transactionId }
        return originalTransactionId
    }
}
