/// What a signed renewal info says; names and meanings are Apple's (JWSRenewalInfoDecodedPayload).
///
/// Dates are milliseconds since 1970.
public struct RenewalStatement: Hashable, Sendable {
    /// The line it is about.
    public var originalTransactionId: String
    /// The product of the current or last period.
    public var productId: String?
    /// The product that renews next.
    public var autoRenewProductId: String?
    /// 1 when the line renews by itself, 0 when not.
    public var autoRenewStatus: Int?
    /// Why the subscription expired, in Apple's numbers.
    public var expirationIntent: Int?
    /// Whether the App Store keeps trying to charge; true during grace as well.
    public var isInBillingRetryPeriod: Bool
    /// The end of the billing grace period; may be past.
    public var gracePeriodExpiresDate: Int64?
    /// The token that will apply to the next renewal, in lower case; absent or all zeros is `nil`.
    public var appAccountToken: String?
    /// The id of the app's download by the customer's Apple Account.
    public var appTransactionId: String?

    /// Puts a statement together; the token is normalized.
    public init(
        originalTransactionId: String, productId: String? = nil, autoRenewProductId: String? = nil,
        autoRenewStatus: Int? = nil, expirationIntent: Int? = nil, isInBillingRetryPeriod: Bool = false,
        gracePeriodExpiresDate: Int64? = nil, appAccountToken: String? = nil, appTransactionId: String? = nil
    ) {
        self.originalTransactionId = originalTransactionId
        self.productId = productId
        self.autoRenewProductId = autoRenewProductId
        self.autoRenewStatus = autoRenewStatus
        self.expirationIntent = expirationIntent
        self.isInBillingRetryPeriod = isInBillingRetryPeriod
        self.gracePeriodExpiresDate = gracePeriodExpiresDate
        self.appAccountToken = AppAccountToken.normalized(appAccountToken)
        self.appTransactionId = appTransactionId
    }
}
