import FoundationEssentials

/// Reads the times of vectors, in milliseconds.
///
/// `30d`, `30d-1ms`, `89d+5h` are offsets from 1 January 1970; `2024-01-31T12:00:00Z` is an instant.
enum TestTime {
    static func milliseconds(_ text: String) throws -> Int64 {
        if text.hasSuffix("Z") {
            let date = try Date.ISO8601FormatStyle().parse(text)
            return Int64((date.timeIntervalSince1970 * 1000).rounded())
        }
        var total: Int64 = 0
        var rest = text[...]
        while !rest.isEmpty {
            let sign: Int64 = rest.first == "-" ? -1 : 1
            if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
            let digits = rest.prefix { $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let count = Int64(digits), let length = lengths[String(unit)] else {
                throw UnreadableTime(text: text)
            }
            total += sign * count * length
        }
        return total
    }

    struct UnreadableTime: Error {
        let text: String
    }

    private static let lengths: [String: Int64] = [
        "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
    ]
}
