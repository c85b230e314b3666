/// Whether an image may be shown.
public struct ImageState: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is waiting for review.
    public static let pending = Self(rawValue: "PENDING")
    /// It may be shown.
    public static let approved = Self(rawValue: "APPROVED")
    /// It may not be shown.
    public static let rejected = Self(rawValue: "REJECTED")

    /// The values known today.
    public static let known: [Self] = [.pending, .approved, .rejected]
}
