/// Shows progress in one line of a terminal on standard error; silent anywhere else.
package struct ProgressBar {
    private let io: CommandIO
    private let style: TerminalStyle
    private let unit: String
    private let total: Int?
    private let start: Int64
    private var lastDrawn: Int64?

    /// Starts at nothing done.
    ///
    /// - Parameters:
    ///   - io: Where it is drawn, and the clock.
    ///   - unit: What the items are called.
    ///   - total: How many bytes there are, where that is known.
    ///   - isPlain: Keeps it silent.
    package init(io: CommandIO, unit: String, total: Int?, isPlain: Bool) {
        self.io = io
        self.unit = unit
        self.total = total
        style = TerminalStyle(
            isTerminal: io.error.isTerminal && !isPlain, isPlain: isPlain, width: io.terminalWidth,
            environment: io.environment)
        start = io.now()
        isShown = io.error.isTerminal && !isPlain && io.environment["TERM"] != "dumb"
    }

    private let isShown: Bool

    /// Draws the present state, ten times a second at most.
    package mutating func update(bytes: Int, items: Int) {
        guard isShown else { return }
        let now = io.now()
        if let lastDrawn, now >= lastDrawn, now - lastDrawn < 100 { return }
        lastDrawn = now
        let text = ProgressText(bytes: bytes, total: total, items: items, elapsed: max(now - start, 0))
        io.error.write("\r\(text.line(style: style, unit: unit))\u{1B}[K")
    }

    /// Takes the line away: at the end, and before something else is written to the terminal.
    package mutating func clear() {
        guard isShown, lastDrawn != nil else { return }
        io.error.write("\r\u{1B}[K")
        lastDrawn = nil
    }
}
