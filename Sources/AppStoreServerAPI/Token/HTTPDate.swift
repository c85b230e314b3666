internal import AppStoreModels

/// Dates in fields of HTTP (RFC 9110, section 5.6.7), in the one form that is sent today.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, as milliseconds since 1970; `nil` for any other text.
    static func milliseconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = number(parts[1], 2), let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], 4)
        else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = number(time[0], 2), let minute = number(time[1], 2),
            let second = number(time[2], 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        let date = CivilDate(year: year, month: Int64(month) + 1, day: day)
        guard (1...CivilDate.length(ofMonth: date.month, in: date.year)).contains(day) else { return nil }
        return ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60_000 + second * 1000
    }

    private static func number(_ text: Substring, _ digits: Int) -> Int64? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }
}
