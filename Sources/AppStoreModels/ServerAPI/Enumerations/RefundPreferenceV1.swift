/// What the developer would like a request for a refund to end in, in the first version of the endpoint.
public struct RefundPreferenceV1: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing is said.
    public static let undeclared = Self(rawValue: 0)
    /// A refund.
    public static let preferGrant = Self(rawValue: 1)
    /// No refund.
    public static let preferDecline = Self(rawValue: 2)
    /// Either.
    public static let noPreference = Self(rawValue: 3)

    /// The values known today.
    public static let known: [Self] = [.undeclared, .preferGrant, .preferDecline, .noPreference]
}
