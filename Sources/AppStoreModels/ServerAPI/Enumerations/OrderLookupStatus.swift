/// Whether an order id is valid.
public struct OrderLookupStatus: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The order exists.
    public static let valid = Self(rawValue: 0)
    /// There is no such order.
    public static let invalid = Self(rawValue: 1)

    /// The values known today.
    public static let known: [Self] = [.valid, .invalid]
}
