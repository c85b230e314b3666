/// Whether a subscription renews by itself.
public struct AutoRenewStatus: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It ends with the current period.
    public static let off = Self(rawValue: 0)
    /// It renews.
    public static let on = Self(rawValue: 1)

    /// The values known today.
    public static let known: [Self] = [.off, .on]
}
