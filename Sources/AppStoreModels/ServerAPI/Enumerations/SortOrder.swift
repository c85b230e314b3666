/// The order of a transaction history, by the last change.
public struct SortOrder: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The oldest change first; what holds where nothing is said.
    public static let ascending = Self(rawValue: "ASCENDING")
    /// The newest change first.
    public static let descending = Self(rawValue: "DESCENDING")

    /// The values known today.
    public static let known: [Self] = [.ascending, .descending]
}
