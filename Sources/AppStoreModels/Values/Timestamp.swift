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
        let (date, time) = CivilDate.splitting(milliseconds)
        let year = "\(date.year < 0 ? "-" : "")\(padded(abs(date.year), 4))"
        let (hour, minute, second) = (time / 3_600_000, time / 60_000 % 60, time / 1000 % 60)
        return "\(year)-\(padded(date.month, 2))-\(padded(date.day, 2))"
            + "T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2)).\(padded(time % 1000, 3))Z"
    }

    private func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }
}
