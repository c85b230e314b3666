/// Writes how far a long piece of work has come.
package struct ProgressText: Hashable, Sendable {
    /// How many bytes are done.
    package var bytes: Int
    /// How many bytes there are, where that is known.
    package var total: Int?
    /// How many items are done.
    package var items: Int
    /// The milliseconds since the start.
    package var elapsed: Int64

    package init(bytes: Int, total: Int?, items: Int, elapsed: Int64) {
        self.bytes = bytes
        self.total = total
        self.items = items
        self.elapsed = elapsed
    }

    /// One line: bar, percentage, items, rate, and how long it will still take.
    package func line(style: TerminalStyle, unit: String) -> String {
        var parts: [String] = []
        if let fraction {
            let cells = 24
            let full = min(Int(fraction * Double(cells)), cells)
            let (done, open) = style.usesUnicode ? ("█", "░") : ("#", ".")
            parts.append(String(repeating: done, count: full) + String(repeating: open, count: cells - full))
            parts.append("\(Int(fraction * 100))%".paddedLeft(to: 4))
        }
        parts.append("\(items) \(unit)")
        if elapsed > 0 { parts.append("\(Int(Double(items) * 1000 / Double(elapsed)))/s") }
        if let remaining { parts.append("\(RelativeTime.length(remaining)) left") }
        return ShortText.head(parts.joined(separator: "  "), limit: style.width - 1, ellipsis: style.ellipsis)
    }

    private var fraction: Double? {
        guard let total, total > 0 else { return nil }
        return min(max(Double(bytes) / Double(total), 0), 1)
    }

    /// The milliseconds that remain at the rate so far; unknown in the first second.
    private var remaining: UInt64? {
        guard let fraction, fraction > 0, fraction < 1, elapsed >= 1000 else { return nil }
        return UInt64(Double(elapsed) * (1 - fraction) / fraction / 1000) * 1000
    }
}
