internal import AppStoreModels

/// Writes moments as scenarios have them.
package enum MomentText {
    /// A moment by ISO 8601 in UTC: a day alone at midnight, milliseconds only where there are some.
    package static func utc(_ date: Int64) -> String {
        let (civil, time) = CivilDate.splitting(date)
        let day = "\(digits(civil.year, 4))-\(digits(civil.month, 2))-\(digits(civil.day, 2))"
        if time == 0 { return day }
        let clock = "\(digits(time / 3_600_000, 2)):\(digits(time / 60_000 % 60, 2)):\(digits(time / 1000 % 60, 2))"
        let fraction = time % 1000 == 0 ? "" : "." + digits(time % 1000, 3)
        return "\(day)T\(clock)\(fraction)Z"
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        let text = String(value.magnitude)
        return (value < 0 ? "-" : "") + String(repeating: "0", count: max(count - text.count, 0)) + text
    }
}
