/// How old the customer's account is.
public struct AccountTenure: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing is said.
    public static let undeclared = Self(rawValue: 0)
    /// Up to 3 days.
    public static let zeroToThreeDays = Self(rawValue: 1)
    /// 3 to 10 days.
    public static let threeDaysToTenDays = Self(rawValue: 2)
    /// 10 to 30 days.
    public static let tenDaysToThirtyDays = Self(rawValue: 3)
    /// 30 to 90 days.
    public static let thirtyDaysToNinetyDays = Self(rawValue: 4)
    /// 90 to 180 days.
    public static let ninetyDaysToOneHundredEightyDays = Self(rawValue: 5)
    /// 180 to 365 days.
    public static let oneHundredEightyDaysToThreeHundredSixtyFiveDays = Self(rawValue: 6)
    /// More than 365 days.
    public static let greaterThanThreeHundredSixtyFiveDays = Self(rawValue: 7)

    /// The values known today.
    public static let known: [Self] = [
        .undeclared, .zeroToThreeDays, .threeDaysToTenDays, .tenDaysToThirtyDays, .thirtyDaysToNinetyDays,
        .ninetyDaysToOneHundredEightyDays, .oneHundredEightyDaysToThreeHundredSixtyFiveDays,
        .greaterThanThreeHundredSixtyFiveDays,
    ]
}
