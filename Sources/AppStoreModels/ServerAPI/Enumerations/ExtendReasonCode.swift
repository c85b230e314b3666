/// Why a renewal date is extended.
public struct ExtendReasonCode: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No reason is given.
    public static let undeclared = Self(rawValue: 0)
    /// To satisfy the customer.
    public static let customerSatisfaction = Self(rawValue: 1)
    /// Another reason.
    public static let other = Self(rawValue: 2)
    /// The service was down or faulty.
    public static let serviceIssueOrOutage = Self(rawValue: 3)

    /// The values known today.
    public static let known: [Self] = [.undeclared, .customerSatisfaction, .other, .serviceIssueOrOutage]
}
