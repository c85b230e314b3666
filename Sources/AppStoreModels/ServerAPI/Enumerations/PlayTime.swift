/// How long the customer used the app.
public struct PlayTime: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing is said.
    public static let undeclared = Self(rawValue: 0)
    /// Up to 5 minutes.
    public static let zeroToFiveMinutes = Self(rawValue: 1)
    /// 5 to 60 minutes.
    public static let fiveToSixtyMinutes = Self(rawValue: 2)
    /// 1 to 6 hours.
    public static let oneToSixHours = Self(rawValue: 3)
    /// 6 to 24 hours.
    public static let sixHoursToTwentyFourHours = Self(rawValue: 4)
    /// 1 to 4 days.
    public static let oneDayToFourDays = Self(rawValue: 5)
    /// 4 to 16 days.
    public static let fourDaysToSixteenDays = Self(rawValue: 6)
    /// More than 16 days.
    public static let overSixteenDays = Self(rawValue: 7)

    /// The values known today.
    public static let known: [Self] = [
        .undeclared, .zeroToFiveMinutes, .fiveToSixtyMinutes, .oneToSixHours, .sixHoursToTwentyFourHours,
        .oneDayToFourDays, .fourDaysToSixteenDays, .overSixteenDays,
    ]
}
