/// The length of one period of an Advanced Commerce offer, as an ISO 8601 duration.
public struct AdvancedCommerceOfferPeriod: OpenEnumeration {
    /// The value as it came.
    public let rawValue: String

    /// Wraps any value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Three days.
    public static let threeDays = Self(rawValue: "P3D")
    /// One week.
    public static let oneWeek = Self(rawValue: "P1W")
    /// Two weeks.
    public static let twoWeeks = Self(rawValue: "P2W")
    /// One month.
    public static let oneMonth = Self(rawValue: "P1M")
    /// Two months.
    public static let twoMonths = Self(rawValue: "P2M")
    /// Three months.
    public static let threeMonths = Self(rawValue: "P3M")
    /// Six months.
    public static let sixMonths = Self(rawValue: "P6M")
    /// Nine months.
    public static let nineMonths = Self(rawValue: "P9M")
    /// One year.
    public static let oneYear = Self(rawValue: "P1Y")

    /// The values known today.
    public static let known: [Self] = [
        .threeDays, .oneWeek, .twoWeeks, .oneMonth, .twoMonths, .threeMonths, .sixMonths, .nineMonths, .oneYear,
    ]
}
