package import AppStoreModels

extension CalendarDuration {
    /// The duration some times over; stops at the ends of 64 bits.
    package func multiplied(by count: Int64) -> CalendarDuration {
        CalendarDuration(
            months: CalendarDuration.product(months, count), days: CalendarDuration.product(days, count),
            seconds: CalendarDuration.product(seconds, count))
    }

    /// The duration as ISO 8601 writes it, in the largest units that say it alone: `P1Y`, `P14M`, `P2W`, `P3D`.
    var iso8601: String {
        var text = "P"
        if months != 0 { text += months % 12 == 0 ? "\(months / 12)Y" : "\(months)M" }
        // Weeks stand alone in the standard.
        if days != 0 { text += months == 0 && seconds == 0 && days % 7 == 0 ? "\(days / 7)W" : "\(days)D" }
        if seconds != 0 { text += "T\(seconds)S" }
        return text == "P" ? "P0D" : text
    }

    private static func product(_ left: Int64, _ right: Int64) -> Int64 {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
    }
}
