/// Where a subscription line or purchase stands.
public enum EntitlementState: String, Hashable, CaseIterable, Sendable {
    /// Entitled: a period runs, or a purchase is owned.
    case active
    /// Entitled: the period is over, the App Store tries to charge and access stays meanwhile.
    case gracePeriod
    /// Not entitled: the period is over and the App Store tries to charge.
    case billingRetry
    /// Not entitled: the end has come.
    case expired
    /// Not entitled: refunded, or family access ended.
    case revoked
    /// Not entitled: what is known does not decide.
    case unknown
    /// A consumable that was paid for: a credit, not an entitlement.
    case credited

    /// Whether the customer may use what was bought.
    public var isEntitled: Bool { self == .active || self == .gracePeriod }
}
