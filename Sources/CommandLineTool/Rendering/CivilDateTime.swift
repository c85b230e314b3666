internal import AppStoreModels

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
        let (date, time) = CivilDate.splitting(milliseconds)
        year = date.year
        month = Int(date.month)
        day = Int(date.day)
        millisecondOfDay = Int(time)
    }

    /// The date with these parts; `nil` when there is no such day or time.
    package init?(year: Int64, month: Int, day: Int, millisecondOfDay: Int = 0) {
        guard (1...12).contains(month), (-1_000_000...1_000_000).contains(year), day >= 1,
            day <= CivilDate.length(ofMonth: Int64(month), in: year), (0..<86_400_000).contains(millisecondOfDay)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.millisecondOfDay = millisecondOfDay
    }

    /// Milliseconds since 1970.
    package var milliseconds: Int64 {
        let days = CivilDate(year: year, month: Int64(month), day: Int64(day)).daysSince1970
        // Midnight may lie before the least 64-bit value when the time itself does not.
        return days &* 86_400_000 &+ Int64(millisecondOfDay)
    }
}
