public import AppStoreModels

/// Whom an offer code is for.
public struct OfferEligibility: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Those who never subscribed.
    public static let new = Self(rawValue: "new")
    /// Those who subscribe now.
    public static let existing = Self(rawValue: "existing")
    /// Those whose subscription ended.
    public static let expired = Self(rawValue: "expired")

    /// The values known today.
    public static let known: [Self] = [.new, .existing, .expired]
}
