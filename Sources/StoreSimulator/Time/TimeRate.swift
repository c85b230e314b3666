/// How fast subscriptions renew; the raw values and names are those of `SKTestSession.TimeRate`.
///
/// The clock is never faster: a rate makes the periods themselves shorter, as signed dates show.
public enum TimeRate: Int, Hashable, CaseIterable, Sendable {
    /// Periods have the length of the calendar.
    case realTime = 0
    /// One day lasts an hour; deprecated by Apple.
    case oneHourIsOneDay = 1
    /// One day lasts 30 minutes; deprecated by Apple.
    case thirtyMinutesIsOneDay = 2
    /// One day lasts five minutes; deprecated by Apple.
    case fiveMinutesIsOneDay = 3
    /// One day lasts a minute; deprecated by Apple.
    case oneMinuteIsOneDay = 4
    /// One day lasts 30 seconds; deprecated by Apple.
    case thirtySecondsIsOneDay = 5
    /// One day lasts a second; deprecated by Apple.
    case oneSecondIsOneDay = 6
    /// A month lasts an hour.
    case monthlyRenewalEveryHour = 10
    /// A month lasts 30 minutes.
    case monthlyRenewalEveryThirtyMinutes = 11
    /// A month lasts 15 minutes.
    case monthlyRenewalEveryFifteenMinutes = 12
    /// A month lasts five minutes.
    case monthlyRenewalEveryFiveMinutes = 13
    /// A month lasts 30 seconds.
    case monthlyRenewalEveryThirtySeconds = 15
    /// Every period lasts 15 minutes.
    case oneRenewalEveryFifteenMinutes = 1000
    /// Every period lasts five minutes.
    case oneRenewalEveryFiveMinutes = 1001
    /// Every period lasts a minute.
    case oneRenewalEveryMinute = 1002
    /// Every period lasts 30 seconds.
    case oneRenewalEveryThirtySeconds = 1003
    /// Every period lasts ten seconds.
    case oneRenewalEveryTenSeconds = 1004
    /// Every period lasts two seconds.
    case oneRenewalEveryTwoSeconds = 1005

    /// How a rate shortens time.
    enum Scale {
        case calendar
        /// A day lasts this many milliseconds.
        case days(Int64)
        /// A week, a month and the grace periods of both last this many milliseconds.
        case months(week: Int64, month: Int64, weeklyGrace: Int64, grace: Int64)
        /// Every period lasts this many milliseconds.
        case fixed(Int64)
    }

    var scale: Scale {
        let second: Int64 = 1000
        let minute = 60 * second
        return switch self {
        case .realTime: .calendar
        case .oneHourIsOneDay: .days(60 * minute)
        case .thirtyMinutesIsOneDay: .days(30 * minute)
        case .fiveMinutesIsOneDay: .days(5 * minute)
        case .oneMinuteIsOneDay: .days(minute)
        case .thirtySecondsIsOneDay: .days(30 * second)
        case .oneSecondIsOneDay: .days(second)
        case .monthlyRenewalEveryHour:
            .months(week: 15 * minute, month: 60 * minute, weeklyGrace: 771 * second, grace: 30 * minute)
        case .monthlyRenewalEveryThirtyMinutes:
            .months(week: 10 * minute, month: 30 * minute, weeklyGrace: 514 * second, grace: 15 * minute)
        case .monthlyRenewalEveryFifteenMinutes:
            .months(week: 5 * minute, month: 15 * minute, weeklyGrace: 257 * second, grace: 450 * second)
        case .monthlyRenewalEveryFiveMinutes:
            .months(week: 3 * minute, month: 5 * minute, weeklyGrace: 154 * second, grace: 150 * second)
        case .monthlyRenewalEveryThirtySeconds:
            .months(week: 10 * second, month: 30 * second, weeklyGrace: 9 * second, grace: 15 * second)
        case .oneRenewalEveryFifteenMinutes: .fixed(15 * minute)
        case .oneRenewalEveryFiveMinutes: .fixed(5 * minute)
        case .oneRenewalEveryMinute: .fixed(minute)
        case .oneRenewalEveryThirtySeconds: .fixed(30 * second)
        case .oneRenewalEveryTenSeconds: .fixed(10 * second)
        case .oneRenewalEveryTwoSeconds: .fixed(2 * second)
        }
    }
}
