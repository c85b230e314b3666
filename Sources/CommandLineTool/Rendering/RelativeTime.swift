/// Writes how far a point in time is from another.
package enum RelativeTime {
    /// Such as `in 3 d 4 h`, `27 d ago` or `now`.
    package static func text(_ milliseconds: Int64, now: Int64) -> String {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(now)
        let distance = overflow ? UInt64.max : difference.magnitude
        if distance < 1000 { return "now" }
        let isFuture = milliseconds > now
        return isFuture ? "in \(length(distance))" : "\(length(distance)) ago"
    }

    /// A length of time in the two units that matter, such as `3 d 4 h`; rounded down.
    package static func length(_ milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1000
        let minutes = seconds / 60
        let hours = minutes / 60
        let days = hours / 24
        if seconds == 0 { return "\(milliseconds) ms" }
        if minutes == 0 { return "\(seconds) s" }
        if hours == 0 { return pair(minutes, "min", minutes < 10 ? seconds % 60 : 0, "s") }
        if days == 0 { return pair(hours, "h", minutes % 60, "min") }
        if days < 10 { return pair(days, "d", hours % 24, "h") }
        // A year is taken as 365.25 days.
        return days < 730 ? "\(days) d" : "\(days / 1_461 * 4 + days % 1_461 / 365) y"
    }

    private static func pair(_ large: UInt64, _ largeUnit: String, _ small: UInt64, _ smallUnit: String) -> String {
        small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
    }
}
