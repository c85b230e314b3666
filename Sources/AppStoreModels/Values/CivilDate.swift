/// A day of the proleptic Gregorian calendar.
///
/// Days are counted as in Howard Hinnant's "chrono-compatible low-level date algorithms": years begin in March, so that
/// the leap day is the last of a year.
package struct CivilDate: Hashable, Sendable {
    package var year: Int64
    package var month: Int64
    package var day: Int64

    /// The day of an instant in UTC, and the milliseconds since its midnight.
    package static func splitting(_ instant: Int64) -> (date: CivilDate, time: Int64) {
        let day: Int64 = 86_400_000
        // The midnight before the least instant is out of range, so the time is not reckoned from it.
        let rest = instant % day
        return (CivilDate(daysSince1970: floorDivided(instant, by: day)), rest < 0 ? rest + day : rest)
    }

    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that many days after 1 January 1970.
    package init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = CivilDate.floorDivided(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// How many days after 1 January 1970 the day is.
    package var daysSince1970: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let era = CivilDate.floorDivided(marchYear, by: 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The same day of the month some months later, or the month's last day where it is shorter.
    package func adding(months: Int64) -> CivilDate {
        // Beyond this the end of 64-bit milliseconds is passed anyway.
        let months = min(max(months, -12_000_000_000), 12_000_000_000)
        let total = year * 12 + (month - 1) + months
        let newYear = CivilDate.floorDivided(total, by: 12)
        let newMonth = total - newYear * 12 + 1
        return CivilDate(
            year: newYear, month: newMonth, day: min(day, CivilDate.length(ofMonth: newMonth, in: newYear)))
    }

    /// How many days a month has.
    package static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func floorDivided(_ value: Int64, by divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
