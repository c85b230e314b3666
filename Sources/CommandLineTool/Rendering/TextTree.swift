/// A heading with lines below it and branches: what `decode` draws.
package struct TextTree: Hashable, Sendable {
    /// The heading's left part.
    package var heading: String
    /// The heading's right part, which lines up between headings.
    package var verdict: String
    /// What the verdict means, for its colour.
    package var role: TerminalStyle.Role
    /// Lines of facts that stand side by side.
    package var facts: [[String]]
    /// The branches.
    package var branches: [TextTree]

    package init(
        heading: String, verdict: String = "", role: TerminalStyle.Role = .strong, facts: [[String]] = [],
        branches: [TextTree] = []
    ) {
        self.heading = heading
        self.verdict = verdict
        self.role = role
        self.facts = facts
        self.branches = branches
    }

    /// The lines of the drawing.
    package func lines(style: TerminalStyle) -> [String] {
        let column = min(widestHeading(depth: 0) + 2, max(style.width - 20, 30))
        return draw(first: "", rest: "", depth: 0, column: column, style: style)
    }

    private func widestHeading(depth: Int) -> Int {
        let own = verdict.isEmpty ? 0 : heading.count + 3 * depth
        return branches.map { $0.widestHeading(depth: depth + 1) }.reduce(own, max)
    }

    private func draw(first: String, rest: String, depth: Int, column: Int, style: TerminalStyle) -> [String] {
        var lines = [first + styledHeading(column: column - first.count, style: style)]
        let margin = rest + "  "
        for group in facts {
            lines += TextWrapping.joining(group, with: "   ", width: max(style.width - margin.count, 30))
                .map { margin + $0 }
        }
        for (place, branch) in branches.enumerated() {
            let isLast = place == branches.count - 1
            let mark = style.usesUnicode ? (isLast ? "└ " : "├ ") : (isLast ? "`- " : "|- ")
            let line = style.usesUnicode ? (isLast ? "  " : "│ ") : (isLast ? "   " : "|  ")
            lines += branch.draw(
                first: rest + mark, rest: rest + line, depth: depth + 1, column: column, style: style)
        }
        return lines
    }

    private func styledHeading(column: Int, style: TerminalStyle) -> String {
        guard !verdict.isEmpty else { return style.paint(heading, .strong) }
        let gap = String(repeating: " ", count: max(column - heading.count, 2))
        return style.paint(heading, .strong) + gap + style.paint(verdict, role)
    }
}
