/// What an outgoing event tells; the raw values are stable.
public enum EntitlementEventType: String, Hashable, CaseIterable, Sendable {
    /// Access begins that was not there before: a purchase, a resubscription, a share in a family.
    case granted = "entitlement.granted"
    /// The next period is paid, be it on time or after grace or billing retry.
    case renewed = "entitlement.renewed"
    /// The end of a purchase that goes on has moved.
    case extended = "entitlement.extended"
    /// Another product of the group runs now.
    case productChanged = "entitlement.product_changed"
    /// A payment failed; access stays for a while.
    case graceStarted = "entitlement.grace_started"
    /// A payment failed; access has ended while the App Store tries again.
    case billingRetryStarted = "entitlement.billing_retry_started"
    /// Access has ended.
    case expired = "entitlement.expired"
    /// Access has ended by refund or by the loss of a family share.
    case revoked = "entitlement.revoked"
    /// A revocation was taken back.
    case restored = "entitlement.restored"
    /// The customer turned renewal on or off, or chose what renews next.
    case autoRenewChanged = "subscription.auto_renew_changed"
    /// A consumable was paid for.
    case credited = "purchase.credited"
    /// A payment was given back: a consumable's, or one for an earlier period of a line.
    case refunded = "purchase.refunded"
    /// The App Store asks how a purchase was used, to decide on a refund.
    case consumptionRequested = "consumption.requested"
    /// The customer was asked to agree to a higher price.
    case priceIncreasePending = "price_increase.pending"
    /// The customer agreed to a higher price, or need not be asked.
    case priceIncreaseAccepted = "price_increase.accepted"
    /// The customer redeemed an offer for a subscription.
    case offerRedeemed = "offer.redeemed"
    /// A notification was written to the log, whatever it said.
    case notificationRecorded = "notification.recorded"

    /// What a notification tells by its type alone, beside what it changes.
    public init?(notificationType: String, subtype: String?) {
        switch (notificationType, subtype) {
        case ("CONSUMPTION_REQUEST", _): self = .consumptionRequested
        case ("PRICE_INCREASE", "PENDING"): self = .priceIncreasePending
        case ("PRICE_INCREASE", "ACCEPTED"): self = .priceIncreaseAccepted
        case ("OFFER_REDEEMED", _): self = .offerRedeemed
        default: return nil
        }
    }
}
