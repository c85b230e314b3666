/// What `help CODE` says about one failure code.
package struct FailureHelp: Hashable, Sendable {
    /// The code.
    package var code: String
    /// What it means, in a few words.
    package var title: String
    /// How it comes about.
    package var cause: String
    /// What to do.
    package var fix: String
    /// How it looks in practice.
    package var example: String

    package init(_ code: String, _ title: String, cause: String, fix: String, example: String) {
        self.code = code
        self.title = title
        self.cause = cause
        self.fix = fix
        self.example = example
    }

    /// Every code, in the order in which checks run.
    package static let all =
        input + jws + x5c + chain + signature + payload + validity + app + revocation + receipt
        + store

    /// The help as lines of at most `width` characters.
    package func lines(width: Int) -> [String] {
        var lines = TextWrapping.lines("\(code): \(title)", width: width)
        for (name, text) in [("Cause", cause), ("Fix", fix), ("Example", example)] {
            lines += ["", name] + TextWrapping.lines(text, width: width - 2).map { "  " + $0 }
        }
        return lines
    }
}
