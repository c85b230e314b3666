/// The length of an Advanced Commerce subscription period, as an ISO 8601 duration.
public struct AdvancedCommercePeriod: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// One week.
    public static let oneWeek = Self(rawValue: "P1W")
    /// One month.
    public static let oneMonth = Self(rawValue: "P1M")
    /// Two months.
    public static let twoMonths = Self(rawValue: "P2M")
    /// Three months.
    public static let threeMonths = Self(rawValue: "P3M")
    /// Six months.
    public static let sixMonths = Self(rawValue: "P6M")
    /// One year.
    public static let oneYear = Self(rawValue: "P1Y")

    /// The values known today.
    public static let known: [Self] = [.oneWeek, .oneMonth, .twoMonths, .threeMonths, .sixMonths, .oneYear]
}
