/// What the customer got back in the app in all.
public struct LifetimeDollarsRefunded: OpenEnumeration {
    /// The value as it came.
    public let rawValue: Int

    /// Wraps any value, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing is said.
    public static let undeclared = Self(rawValue: 0)
    /// Nothing.
    public static let zeroDollars = Self(rawValue: 1)
    /// 0.01 to 49.99 USD.
    public static let oneCentToFortyNineDollarsAndNinetyNineCents = Self(rawValue: 2)
    /// 50 to 99.99 USD.
    public static let fiftyDollarsToNinetyNineDollarsAndNinetyNineCents = Self(rawValue: 3)
    /// 100 to 499.99 USD.
    public static let oneHundredDollarsToFourHundredNinetyNineDollarsAndNinetyNineCents = Self(rawValue: 4)
    /// 500 to 999.99 USD.
    public static let fiveHundredDollarsToNineHundredNinetyNineDollarsAndNinetyNineCents = Self(rawValue: 5)
    /// 1000 to 1999.99 USD.
    public static let oneThousandDollarsToOneThousandNineHundredNinetyNineDollarsAndNinetyNineCents = Self(rawValue: 6)
    /// 2000 USD or more.
    public static let twoThousandDollarsOrGreater = Self(rawValue: 7)

    /// The values known today.
    public static let known: [Self] = [
        .undeclared, .zeroDollars, .oneCentToFortyNineDollarsAndNinetyNineCents,
        .fiftyDollarsToNinetyNineDollarsAndNinetyNineCents,
        .oneHundredDollarsToFourHundredNinetyNineDollarsAndNinetyNineCents,
        .fiveHundredDollarsToNineHundredNinetyNineDollarsAndNinetyNineCents,
        .oneThousandDollarsToOneThousandNineHundredNinetyNineDollarsAndNinetyNineCents, .twoThousandDollarsOrGreater,
    ]
}
