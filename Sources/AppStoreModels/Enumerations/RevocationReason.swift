/// Why a transaction was refunded.
public struct RevocationReason: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Another reason, such as a purchase by accident; also the end of family sharing.
    public static let other = Self(rawValue: 0)
    /// An issue in the app, real or felt.
    public static let appIssue = Self(rawValue: 1)

    /// The values known today.
    public static let known: [Self] = [.other, .appIssue]
}
