/// The field `Retry-After`, whoever wrote it.
enum RetryAfter {
    /// Below this a number is one of seconds: as milliseconds since 1970 it would lie in that year's first months.
    private static let leastDate: Int64 = 10_000_000_000

    /// When to come again, in milliseconds since 1970; `nil` for a text that says nothing.
    ///
    /// The App Store writes milliseconds since 1970, unlike RFC 9110, section 10.2.3; what stands before it on the way
    /// writes seconds from now, or a date.
    static func milliseconds(_ text: String?, now: Int64) -> Int64? {
        guard let text else { return nil }
        guard let number = Int64(text) else { return HTTPDate.milliseconds(text) }
        guard number >= 0 else { return nil }
        return number < leastDate ? now + number * 1000 : number
    }
}
