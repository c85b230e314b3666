/// How the customer's account stands.
public struct UserStatus: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing is said.
    public static let undeclared = Self(rawValue: 0)
    /// It is active.
    public static let active = Self(rawValue: 1)
    /// It is suspended.
    public static let suspended = Self(rawValue: 2)
    /// It is terminated.
    public static let terminated = Self(rawValue: 3)
    /// Its access is limited.
    public static let limitedAccess = Self(rawValue: 4)

    /// The values known today.
    public static let known: [Self] = [.undeclared, .active, .suspended, .terminated, .limitedAccess]
}
