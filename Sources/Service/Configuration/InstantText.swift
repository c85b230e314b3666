internal import Entitlements

/// Instants as people and programs write them.
package enum InstantText {
    /// How an instant may be written.
    package static let forms = "milliseconds since 1970, or ISO 8601 in UTC such as 2026-11-02T10:00:03Z"

    /// Reads milliseconds since 1970 or ISO 8601 in UTC; nil for anything else.
    ///
    /// A day alone is its first instant. A time ends in `Z`; seconds, and their fraction to any length, may be missing.
    package static func milliseconds(_ text: String) -> Int64? {
        let isNumber = text.utf8.drop { $0 == UInt8(ascii: "-") }.allSatisfy { isDigit($0) }
        return isNumber ? Int64(text) : iso8601(text)
    }

    private static func iso8601(_ text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        guard let year = number(4, &rest), skip("-", &rest), let month = number(2, &rest), skip("-", &rest),
            let day = number(2, &rest)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        // A day that does not exist comes back as another one.
        guard (1...12).contains(month), CivilDate(daysSince1970: date.daysSince1970) == date else { return nil }
        let midnight = date.daysSince1970 * 86_400_000
        if rest.isEmpty { return midnight }
        guard skip("T", &rest), let hour = number(2, &rest), hour < 24, skip(":", &rest),
            let minute = number(2, &rest), minute < 60
        else { return nil }
        var milliseconds: Int64 = 0
        if skip(":", &rest) {
            guard let second = number(2, &rest), second < 60 else { return nil }
            milliseconds = second * 1000
            if skip(".", &rest) {
                let fraction = rest.prefix { isDigit($0) }
                guard !fraction.isEmpty else { return nil }
                rest = rest.dropFirst(fraction.count)
                for (digit, weight) in zip(fraction, [100, 10, 1] as [Int64]) {
                    milliseconds += Int64(digit - UInt8(ascii: "0")) * weight
                }
            }
        }
        guard skip("Z", &rest), rest.isEmpty else { return nil }
        return midnight + (hour * 60 + minute) * 60_000 + milliseconds
    }

    private static func number(_ digits: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
        let taken = rest.prefix(digits)
        guard taken.count == digits, taken.allSatisfy({ isDigit($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return taken.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    private static func skip(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
