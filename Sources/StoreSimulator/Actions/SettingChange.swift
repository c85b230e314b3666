/// Another value for a setting.
public enum SettingChange: Hashable, Sendable {
    /// How fast subscriptions renew; periods that run keep their end.
    case timeRate(TimeRate)
    /// The store of customers that have none of their own, by its country or region.
    case storefront(String)
    /// Whether purchases wait for a parent's approval.
    case askToBuyEnabled(Bool)
    /// Whether purchases wait for the customer to resolve an issue.
    case interruptedPurchasesEnabled(Bool)
    /// Whether renewals fail to be paid.
    case shouldEnterBillingRetryOnRenewal(Bool)
    /// Whether access stays for a while when a renewal fails.
    case billingGracePeriodIsEnabled(Bool)
    /// The grace period in days; `nil` for the default.
    case graceDays(Int?)
    /// Whether renewal info leaves out the end of the grace period.
    case omitsGraceDate(Bool)
    /// How long before its own start a renewal is signed, in milliseconds.
    case renewalLead(Int64)
    /// After how many renewals in a row a subscription ends; `nil` for never.
    case renewalLimit(Int?)
}
