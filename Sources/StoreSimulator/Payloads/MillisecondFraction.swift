/// The fraction of a millisecond that Xcode's dates have, as it is written behind the digits.
///
/// Xcode counts in binary fractions of a second, so near today its dates are multiples of 1/4096 ms. All dates of one
/// line of purchases share a fraction there, since periods are whole milliseconds.
struct MillisecondFraction {
    /// The point and up to four digits, or nothing.
    let text: String

    /// No fraction, as in the App Store's payloads.
    static let none = MillisecondFraction(text: "")

    private init(text: String) { self.text = text }

    /// A fraction that depends on a number only.
    init(of seed: Int64) {
        // Odd, so never a whole millisecond.
        let part = (UInt64(bitPattern: seed) &* 0x9E37_79B9_7F4A_7C15) >> 52 | 1
        var digits = String((part * 10_000 + 2048) / 4096)
        digits = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        text = "." + digits
    }
}
