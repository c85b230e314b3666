/// What an output can show.
package struct TerminalStyle: Hashable, Sendable {
    /// Whether colours are used.
    package var usesColor: Bool
    /// Whether signs beyond ASCII are used.
    package var usesUnicode: Bool
    /// How many columns there are.
    package var width: Int

    package init(usesColor: Bool, usesUnicode: Bool, width: Int) {
        self.usesColor = usesColor
        self.usesUnicode = usesUnicode
        self.width = width
    }

    /// No colours, ASCII only: for screen readers, dumb terminals and logs.
    package static let plain = TerminalStyle(usesColor: false, usesUnicode: false, width: 100)

    /// Chooses by what is known of the output: colours only on a terminal and without `NO_COLOR`, ASCII where the
    /// locale is set and is not UTF-8.
    package init(isTerminal: Bool, isPlain: Bool, width: Int?, environment: [String: String]) {
        let isDumb = environment["TERM"] == "dumb"
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = locale?.lowercased()
        let isUnicode = name.map { $0.contains("utf-8") || $0.contains("utf8") } ?? true
        usesColor = isTerminal && !isPlain && !isDumb && environment["NO_COLOR", default: ""].isEmpty
        usesUnicode = !isPlain && !isDumb && isUnicode
        self.width = max(isTerminal ? width ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80 : 100, 40)
    }

    /// What a text means, for its colour.
    package enum Role: Hashable, Sendable {
        case good, bad, doubtful, faint, strong
    }

    /// The text in the colour of its role.
    package func paint(_ text: String, _ role: Role) -> String {
        guard usesColor, !text.isEmpty else { return text }
        let code =
            switch role {
            case .good: "32"
            case .bad: "31"
            case .doubtful: "33"
            case .faint: "2"
            case .strong: "1"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// The sign for yes.
    package var yes: String { usesUnicode ? "✓" : "ok" }
    /// The sign for no.
    package var no: String { usesUnicode ? "✗" : "FAILED" }
    /// The sign for what was not looked at.
    package var skipped: String { usesUnicode ? "–" : "-" }
    /// The sign for what was left out of a text.
    package var ellipsis: String { usesUnicode ? "…" : "..." }
}

extension CommandIO {
    /// What standard output can show.
    package func style(isPlain: Bool) -> TerminalStyle {
        TerminalStyle(
            isTerminal: output.isTerminal, isPlain: isPlain, width: terminalWidth, environment: environment)
    }
}
