/// Why the App Store would show a customer a message, in the words of StoreKit.
public enum MessageReason: String, Hashable, CaseIterable, Sendable {
    /// Anything else.
    case generic
    /// A price increase needs consent.
    case priceIncreaseConsent
    /// A payment failed.
    case billingIssue
    /// An offer may win the customer back.
    case winBackOffer
}
