/// A duration in the words of the calendar, as ISO 8601 writes it: `P1M`, `P1Y6M`, `P2W`, `P1DT12H`.
///
/// Years and months are added first, in UTC and the Gregorian calendar, and stop at the end of a shorter month; the
/// rest is exact time.
public struct CalendarDuration: Hashable, Sendable {
    /// Years and months, in months.
    public var months: Int64
    /// Weeks and days, in days.
    public var days: Int64
    /// Hours, minutes and seconds, in seconds.
    public var seconds: Int64

    /// Puts a duration together.
    public init(months: Int64 = 0, days: Int64 = 0, seconds: Int64 = 0) {
        self.months = months
        self.days = days
        self.seconds = seconds
    }

    /// Reads an ISO 8601 duration of whole numbers of at most six digits; `nil` for anything else.
    public init?(iso8601 text: String) {
        self.init()
        var rest = text.utf8[...]
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var designators = Array("YMWD".utf8)[...]
        var isTime = false
        while !rest.isEmpty {
            if !isTime, rest.first == UInt8(ascii: "T") {
                rest.removeFirst()
                guard !rest.isEmpty else { return nil }
                designators = Array("HMS".utf8)[...]
                isTime = true
            }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard (1...6).contains(digits.count) else { return nil }
            let count = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            rest = rest.dropFirst(digits.count)
            // Each designator once and in the standard's order.
            guard let designator = rest.popFirst(), let place = designators.firstIndex(of: designator) else {
                return nil
            }
            designators = designators[(place + 1)...]
            add(count, designator, isTime: isTime)
        }
    }

    private mutating func add(_ count: Int64, _ designator: UInt8, isTime: Bool) {
        switch (designator, isTime) {
        case (UInt8(ascii: "Y"), _): months += 12 * count
        case (UInt8(ascii: "M"), false): months += count
        case (UInt8(ascii: "W"), _): days += 7 * count
        case (UInt8(ascii: "D"), _): days += count
        case (UInt8(ascii: "H"), _): seconds += 3600 * count
        case (UInt8(ascii: "M"), true): seconds += 60 * count
        default: seconds += count
        }
    }

    /// The instant this long after another, both in milliseconds since 1970; stops at the ends of 64 bits.
    public func end(from start: Int64) -> Int64 {
        let day: Int64 = 86_400_000
        var (date, time) = CivilDate.splitting(start)
        date = date.adding(months: months)
        let (shifted, dayOverflow) = date.daysSince1970.addingReportingOverflow(days)
        let (midnight, overflow) = shifted.multipliedReportingOverflow(by: day)
        if dayOverflow || overflow { return (dayOverflow ? days : shifted) < 0 ? .min : .max }
        time = Instant.adding(Instant.milliseconds(seconds: seconds), to: time)
        return Instant.adding(time, to: midnight)
    }
}
