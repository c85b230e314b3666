/// Where the customer used the purchase.
public struct Platform: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing is said.
    public static let undeclared = Self(rawValue: 0)
    /// On a platform of Apple's.
    public static let apple = Self(rawValue: 1)
    /// Elsewhere.
    public static let nonApple = Self(rawValue: 2)

    /// The values known today.
    public static let known: [Self] = [.undeclared, .apple, .nonApple]
}
