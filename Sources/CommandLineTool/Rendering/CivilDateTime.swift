/// A date and time of day in UTC, by the Gregorian calendar carried to all years.
package struct CivilDateTime: Hashable, Sendable {
    /// The year; 0 is the year before 1.
    package var year: Int64
    /// The month, from 1.
    package var month: Int
    /// The day of the month, from 1.
    package var day: Int
    /// The millisecond of the day, from 0.
    package var millisecondOfDay: Int

    /// The date of a time in milliseconds since 1970; every value has one.
    package init(milliseconds: Int64) {
        let days = milliseconds.floorDivided(by: 86_400_000)
        // Not by way of the day's midnight, which for the least values does not fit 64 bits.
        let remainder = milliseconds % 86_400_000
        millisecondOfDay = Int(remainder < 0 ? remainder + 86_400_000 : remainder)
        // Days are counted from 1 March of the year 0, so that a leap day ends its year; 400 years repeat.
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5) + 1
        month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The date with these parts; `nil` when there is no such day or time.
    package init?(year: Int64, month: Int, day: Int, millisecondOfDay: Int = 0) {
        guard (1...12).contains(month), (-1_000_000...1_000_000).contains(year), day >= 1,
            day <= CivilDateTime.daysInMonth(month, year: year), (0..<86_400_000).contains(millisecondOfDay)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.millisecondOfDay = millisecondOfDay
    }

    /// Milliseconds since 1970.
    package var milliseconds: Int64 {
        let shiftedYear = year - (month <= 2 ? 1 : 0)
        let era = shiftedYear.floorDivided(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        // Midnight may lie before the least 64-bit value when the time itself does not.
        return (era * 146_097 + dayOfEra - 719_468) &* 86_400_000 &+ Int64(millisecondOfDay)
    }

    private static func daysInMonth(_ month: Int, year: Int64) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

extension Int64 {
    /// The greatest whole number not above the quotient; `divisor` is positive.
    func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
