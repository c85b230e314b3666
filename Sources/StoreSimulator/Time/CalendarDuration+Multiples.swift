package import AppStoreModels

extension CalendarDuration {
    /// The duration some times over; stops at the ends of 64 bits.
    package func multiplied(by count: Int64) -> CalendarDuration {
        CalendarDuration(
            months: CalendarDuration.product(months, count), days: CalendarDuration.product(days, count),
            seconds: CalendarDuration.product(seconds, count))
    }

    private static func product(_ left: Int64, _ right: Int64) -> Int64 {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
    }
}
