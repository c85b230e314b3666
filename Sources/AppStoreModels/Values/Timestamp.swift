internal import StrictJSON

/// A moment in whole milliseconds since 1970-01-01T00:00:00Z, as signed payloads carry it.
///
/// Xcode writes fractions of a millisecond; the value is the greatest whole millisecond not above them, worked out on
/// the digits and never by way of a floating-point number. Two moments are equal when their milliseconds are.
public struct Timestamp: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public let milliseconds: Int64
    /// The number as it was written; `nil` when the value was not read from a text.
    public let text: String?

    /// Wraps a number of milliseconds.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
        text = nil
    }

    /// Reads a number; `nil` when its whole part does not fit 64 bits.
    init?(_ number: JSONNumber) {
        guard let milliseconds = number.floor else { return nil }
        self.milliseconds = milliseconds
        text = number.text
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public var seconds: Int64 {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// What a division rounded down leaves.
    private static func remainder(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }
}

extension Timestamp: Hashable, Comparable {
    /// Compares milliseconds.
    public static func == (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds == right.milliseconds }

    /// Compares milliseconds.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// Hashes milliseconds.
    public func hash(into hasher: inout Hasher) { hasher.combine(milliseconds) }
}

extension Timestamp: CustomStringConvertible {
    /// The moment in UTC by RFC 3339, such as `2023-10-19T01:45:36.049Z`.
    public var description: String {
        let secondOfDay = Timestamp.remainder(seconds, 86_400)
        let (year, month, day) = Timestamp.civilDate(ofDay: (seconds - secondOfDay) / 86_400)
        let date = "\(year < 0 ? "-" : "")\(padded(abs(year), 4))-\(padded(month, 2))-\(padded(day, 2))"
        let (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
        let fraction = padded(Timestamp.remainder(milliseconds, 1000), 3)
        return "\(date)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2)).\(fraction)Z"
    }

    private func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }

    /// The date of a day counted from 1970-01-01, in the Gregorian calendar extended backwards.
    private static func civilDate(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Years are counted from 1 March, so that the leap day is the last of its year; an era is 400 such years.
        let shifted = day + 719_468
        let dayOfEra = remainder(shifted, 146_097)
        let era = (shifted - dayOfEra) / 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
