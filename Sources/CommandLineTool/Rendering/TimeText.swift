/// Writes points in time for people, in UTC.
package enum TimeText {
    /// The smallest unit that is written.
    package enum Precision {
        case day, minute, second, millisecond
    }

    /// A time in milliseconds since 1970, such as `2026-11-02 10:00:03Z`.
    package static func utc(_ milliseconds: Int64, _ precision: Precision = .second) -> String {
        let date = CivilDateTime(milliseconds: milliseconds)
        let day = dayText(date)
        if precision == .day { return day }
        return day + " " + timeOfDay(date, precision) + "Z"
    }

    /// A time in milliseconds since 1970 by ISO 8601, such as `2026-11-02T10:00:03.000Z`.
    package static func iso8601(_ milliseconds: Int64) -> String {
        let date = CivilDateTime(milliseconds: milliseconds)
        return dayText(date) + "T" + timeOfDay(date, .millisecond) + "Z"
    }

    /// A time and how far it is from `now`, such as `2026-11-02 10:00:03Z (27 d ago)`.
    package static func both(_ milliseconds: Int64, now: Int64, _ precision: Precision = .second) -> String {
        "\(utc(milliseconds, precision)) (\(RelativeTime.text(milliseconds, now: now)))"
    }

    private static func dayText(_ date: CivilDateTime) -> String {
        // ISO 8601 wants a sign before years that do not have four digits.
        let digits = digits(date.year.magnitude, 4)
        let year = (0...9999).contains(date.year) ? digits : (date.year < 0 ? "-" : "+") + digits
        return "\(year)-\(self.digits(UInt64(date.month), 2))-\(self.digits(UInt64(date.day), 2))"
    }

    private static func timeOfDay(_ date: CivilDateTime, _ precision: Precision) -> String {
        let total = UInt64(date.millisecondOfDay)
        var text = digits(total / 3_600_000, 2) + ":" + digits(total / 60_000 % 60, 2)
        if precision != .minute { text += ":" + digits(total / 1000 % 60, 2) }
        if precision == .millisecond { text += "." + digits(total % 1000, 3) }
        return text
    }

    private static func digits(_ value: UInt64, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
}
