/// The rule that decided an answer; the raw values are stable.
public enum EvaluationRule: String, Hashable, CaseIterable, Sendable {
    /// The period that began last runs.
    case currentPeriod = "current-period"
    /// No period has begun by the clock; the first to begin counts, since renewals are signed ahead and clocks differ.
    case upcomingPeriod = "upcoming-period"
    /// The earlier known period has ended, but a renewal signed before its own start shows that the line was running.
    case renewalBeforeStart = "renewal-before-start"
    /// The current purchase was refunded or its family access ended.
    case revoked = "revoked"
    /// Family access ended before the current period began, and nothing signed since says otherwise.
    case familyRevoked = "family-revoked"
    /// The renewal info names a grace date, and it has not come.
    case gracePeriod = "grace-period"
    /// The status says grace without a date; access stays for the configured time.
    case gracePeriodCapped = "grace-period-capped"
    /// The App Store tries to charge, for at most 60 days after the end.
    case billingRetry = "billing-retry"
    /// The current period has ended.
    case expired = "expired"
    /// Only renewal info or a status is known, no transaction.
    case noTransaction = "no-transaction"
    /// A subscription's current transaction has no end.
    case expiresDateMissing = "expires-date-missing"
    /// A non-renewing purchase has a duration but no start.
    case purchaseDateMissing = "purchase-date-missing"
    /// The product type is missing or new, and nothing shows that it is a subscription.
    case typeUnknown = "type-unknown"
    /// A non-consumable is owned until it is revoked.
    case owned = "owned"
    /// A non-renewing purchase's configured duration runs.
    case durationRunning = "duration-running"
    /// A non-renewing purchase's configured duration has ended.
    case durationEnded = "duration-ended"
    /// A non-renewing purchase without a configured duration does not end.
    case durationNotConfigured = "duration-not-configured"
    /// A consumable was paid for.
    case credited = "credited"
}
