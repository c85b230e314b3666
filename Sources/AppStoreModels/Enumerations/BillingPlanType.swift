/// How a subscription with a commitment is paid.
public struct BillingPlanType: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Once, at the start of the commitment.
    public static let billedUpfront = Self(rawValue: "BILLED_UPFRONT")
    /// Month by month.
    public static let monthly = Self(rawValue: "MONTHLY")

    /// The values known today.
    public static let known: [Self] = [.billedUpfront, .monthly]
}
