public import AppStoreModels

extension TimeRate {
    private static let day: Int64 = 86_400_000

    /// The end of the last of several periods that follow each other from an anchor.
    ///
    /// Reckoned from the anchor, a subscription of 31 January renews on 28 February and on 31 March again.
    public func end(of period: CalendarDuration, count: Int64 = 1, from anchor: Int64) -> Int64 {
        switch scale {
        case .calendar: period.multiplied(by: count).end(from: anchor)
        case .days(let length):
            Instant.adding(
                Self.scaled(period.multiplied(by: count).end(from: anchor), since: anchor, dayLength: length),
                to: anchor)
        case .months(let week, let month, _, _):
            Instant.adding(
                Self.sum(
                    (period.months, month, 1), (period.days, week, 7), (period.seconds, month, 30 * 86_400),
                    count: count),
                to: anchor)
        case .fixed(let length): Instant.adding(Self.product(length, count), to: anchor)
        }
    }

    /// How long the grace period is for a period, in milliseconds.
    ///
    /// Weekly subscriptions have at most six days. A number of days, as chosen in App Store Connect, counts where days
    /// have a length; the other rates fix the grace period themselves.
    public func graceLength(for period: CalendarDuration, days: Int? = nil) -> Int64 {
        let isWeekly = period.months == 0 && period.days <= 7
        let real = isWeekly ? min(days ?? 6, 6) : days ?? 16
        return switch scale {
        case .calendar: Self.product(Int64(real), Self.day)
        case .days(let length): Self.product(Int64(real), length)
        case .months(_, _, let weekly, let other): isWeekly ? weekly : other
        case .fixed(let length): length
        }
    }

    /// How long the App Store tries to charge after the end of a period, in milliseconds: 60 days, or what stands for them.
    public var retryLength: Int64 {
        switch scale {
        case .calendar: 60 * Self.day
        case .days(let length): 60 * length
        case .months(_, let month, _, _): 2 * month
        case .fixed(let length): 2 * length
        }
    }

    private static func scaled(_ end: Int64, since anchor: Int64, dayLength: Int64) -> Int64 {
        let (real, overflow) = end.subtractingReportingOverflow(anchor)
        guard !overflow, real > 0 else { return overflow ? .max : 0 }
        // Whole days and the rest apart, so that nothing overflows on the way.
        return Instant.adding(real % day * dayLength / day, to: product(real / day, dayLength))
    }

    private static func sum(_ parts: (amount: Int64, length: Int64, divisor: Int64)..., count: Int64) -> Int64 {
        parts.reduce(0) { sum, part in
            Instant.adding(product(product(part.amount, count), part.length) / part.divisor, to: sum)
        }
    }

    private static func product(_ left: Int64, _ right: Int64) -> Int64 {
        let (product, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
    }
}
