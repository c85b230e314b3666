package import AppStoreModels

extension CalendarDuration {
    /// The ISO 8601 text in the largest units that hold it whole, as Xcode writes it: `P1Y`, `P3M`, `P2W`, `P3D`.
    package var iso8601: String {
        var date = ""
        if months != 0 { date += months % 12 == 0 ? "\(months / 12)Y" : "\(months)M" }
        if days != 0 { date += days % 7 == 0 ? "\(days / 7)W" : "\(days)D" }
        let time = seconds == 0 ? "" : seconds % 3600 == 0 ? "T\(seconds / 3600)H" : "T\(seconds)S"
        return date.isEmpty && time.isEmpty ? "P0D" : "P\(date)\(time)"
    }

    /// The duration in plain words, such as `1 month` or `2 weeks`.
    package var words: String {
        var parts: [String] = []
        if months != 0 {
            parts.append(months % 12 == 0 ? Self.count(months / 12, "year") : Self.count(months, "month"))
        }
        if days != 0 { parts.append(days % 7 == 0 ? Self.count(days / 7, "week") : Self.count(days, "day")) }
        if seconds != 0 {
            parts.append(seconds % 3600 == 0 ? Self.count(seconds / 3600, "hour") : Self.count(seconds, "second"))
        }
        return parts.isEmpty ? "no time" : parts.joined(separator: " and ")
    }

    /// What is paid in each period: `each month`, `every 3 months`.
    var everyWords: String {
        words.hasPrefix("1 ") && !words.contains(" and ") ? "each \(words.dropFirst(2))" : "every \(words)"
    }

    private static func count(_ number: Int64, _ unit: String) -> String {
        "\(number) \(unit)\(number == 1 ? "" : "s")"
    }
}
