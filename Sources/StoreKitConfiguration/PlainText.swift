/// Makes text from a file fit to be shown: ASCII, on one line, and short.
enum PlainText {
    /// The text with everything but printable ASCII written as `\u{...}`.
    static func escaped(_ text: String, limit: Int = 200) -> String {
        var shown = ""
        for (count, scalar) in text.unicodeScalars.enumerated() {
            guard count < limit else { return shown + "..." }
            if scalar.value >= 0x20, scalar.value < 0x7F {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return shown
    }

    /// The escaped text in quotes.
    static func quoted(_ text: String) -> String { "\"\(escaped(text, limit: 64))\"" }
}
