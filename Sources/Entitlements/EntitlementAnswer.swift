/// The answer for one subscription line or one purchase at an instant.
///
/// Dates are milliseconds since 1970; names are Apple's where Apple has one.
public struct EntitlementAnswer: Hashable, Sendable {
    /// The app and environment.
    public var scope: AppScope
    /// The line.
    public var originalTransactionId: String
    /// The product type of the current purchase, as Apple wrote it.
    public var type: String?
    /// The product of the current purchase.
    public var productId: String?
    /// The group of a subscription.
    public var subscriptionGroupIdentifier: String?
    /// The newest transaction of the current purchase.
    public var transactionId: String?
    /// Where it stands.
    public var state: EntitlementState
    /// The start of the current purchase.
    public var purchaseDate: Int64?
    /// The end of the current purchase; of a non-renewing one, the end its configured duration gives.
    public var expiresDate: Int64?
    /// The grace date of renewal info that speaks about the current purchase.
    public var gracePeriodExpiresDate: Int64?
    /// When the current purchase was revoked; may lie ahead.
    public var revocationDate: Int64?
    /// 1 when the line renews by itself, 0 when not; the line's held renewal info says so.
    public var autoRenewStatus: Int?
    /// The product that renews next.
    public var autoRenewProductId: String?
    /// The line's customer.
    public var appAccountToken: String?
    /// The id of the app's download by the customer's Apple Account.
    public var appTransactionId: String?
    /// Every revoked transaction of the line, in the order of identifiers.
    public var revokedTransactionIds: [String]
    /// How many were bought of the current purchase; of interest for consumables.
    public var quantity: Int = 1
    /// The end of the entitlement as far as it is known; `nil` when not entitled, or when there is no end.
    public var until: Int64?
    /// Why.
    public var because: Because

    /// The environment as the App Store wrote it.
    public var environment: String { scope.environment }
    /// The bundle identifier of the app.
    public var bundleId: String { scope.bundleId }
    /// Whether the customer may use what was bought.
    public var isEntitled: Bool { state.isEntitled }
}
