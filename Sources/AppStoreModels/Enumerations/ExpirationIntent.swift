/// Why a subscription expired.
public struct ExpirationIntent: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The customer cancelled.
    public static let cancelled = Self(rawValue: 1)
    /// The account could not be charged.
    public static let billingError = Self(rawValue: 2)
    /// The customer did not consent to a higher price.
    public static let priceIncreaseNotConsented = Self(rawValue: 3)
    /// The product was not available at the renewal.
    public static let productNotAvailable = Self(rawValue: 4)
    /// Another reason.
    public static let other = Self(rawValue: 5)

    /// The values known today.
    public static let known: [Self] = [
        .cancelled, .billingError, .priceIncreaseNotConsented, .productNotAvailable, .other,
    ]
}
