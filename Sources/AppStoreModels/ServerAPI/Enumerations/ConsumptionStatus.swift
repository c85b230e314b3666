/// How much of a purchase was used.
public struct ConsumptionStatus: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing is said.
    public static let undeclared = Self(rawValue: 0)
    /// None of it.
    public static let notConsumed = Self(rawValue: 1)
    /// Some of it.
    public static let partiallyConsumed = Self(rawValue: 2)
    /// All of it.
    public static let fullyConsumed = Self(rawValue: 3)

    /// The values known today.
    public static let known: [Self] = [.undeclared, .notConsumed, .partiallyConsumed, .fullyConsumed]
}
