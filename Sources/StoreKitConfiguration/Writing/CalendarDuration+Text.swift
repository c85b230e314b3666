package import AppStoreModels

extension CalendarDuration {
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
