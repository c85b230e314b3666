/// What a tester decides about the simulated store; the names are those of `SKTestSession` where it has the same.
public struct WorldSettings: Hashable, Sendable {
    /// How fast subscriptions renew.
    public var timeRate: TimeRate = .realTime
    /// The store of customers that have none of their own.
    public var storefront: Storefront = .unitedStates
    /// Whether every purchase waits for a parent's approval.
    public var askToBuyEnabled = false
    /// Whether every purchase waits for the customer to resolve an issue.
    public var interruptedPurchasesEnabled = false
    /// Whether every renewal fails to be paid.
    public var shouldEnterBillingRetryOnRenewal = false
    /// Whether access stays for a while when a renewal fails.
    public var billingGracePeriodIsEnabled = false
    /// The grace period in days as chosen in App Store Connect; `nil` for the default: 16, or 6 for weekly periods.
    public var graceDays: Int?
    /// Whether renewal info leaves out the end of the grace period, as was seen in the field.
    public var omitsGraceDate = false
    /// How long before its own start a renewal is charged and signed, in milliseconds.
    public var renewalLead: Int64 = 0
    /// After how many renewals in a row a subscription ends, as it does after 12 in the sandbox; `nil` for never.
    public var renewalLimit: Int?
    /// How long after its creation a token of an external purchase counts as unreported, in milliseconds.
    public var externalPurchaseReportLength: Int64 = 86_400_000
    /// How ids look; read when the world is made.
    public var identifierStyle: IdentifierStyle = .appStore
    /// Which of a billion ranges of the App Store's ids the world takes its own from; `nil` draws a place.
    ///
    /// Worlds of different ranges never have an id in common, up to a thousand transactions in each. Read when the
    /// world is made.
    public var identifierRange: Int?

    /// The defaults.
    public init() {}
}
