/// How far this machine's clock is from the App Store's, as the `Date` of a response tells.
public struct ClockSkew: Hashable, Sendable {
    /// From which difference on it is worth telling, in milliseconds: tokens live for minutes.
    public static let tolerance: Int64 = 30_000

    /// By how much this machine's clock is ahead, at least, in milliseconds; negative when it is behind.
    public let milliseconds: Int64

    /// Compares a response's `Date` with the clock before and after it.
    ///
    /// The server wrote the date at some time between the two, rounded down to a second; what these cannot explain is
    /// the skew, so a slow response is never taken for a wrong clock.
    ///
    /// - Parameters:
    ///   - date: The field's value.
    ///   - sent: When the request was sent, in milliseconds since 1970.
    ///   - received: When the response was there, in milliseconds since 1970.
    public init?(date: String?, sent: Int64, received: Int64) {
        guard let date, let server = HTTPDate.milliseconds(date), sent <= received else { return nil }
        let (ahead, overflow) = sent.subtractingReportingOverflow(server + 999)
        let (behind, otherOverflow) = received.subtractingReportingOverflow(server)
        guard !overflow, !otherOverflow else { return nil }
        milliseconds = ahead > 0 ? ahead : behind < 0 ? behind : 0
    }

    /// Whether it is worth telling.
    public var isLarge: Bool { milliseconds.magnitude > UInt64(ClockSkew.tolerance) }
}

extension ClockSkew: CustomStringConvertible {
    /// A piece of a sentence, such as `this machine's clock is 95 s ahead`.
    public var description: String {
        "this machine's clock is \(milliseconds.magnitude / 1000) s \(milliseconds < 0 ? "behind" : "ahead")"
    }
}
