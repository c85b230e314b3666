internal import Service

/// Where a running service says what happens.
///
/// The line that says it is ready goes to standard output, for the program that waits for it. Everything else goes to
/// standard error: in words on a terminal, else one JSON object a line. A service does not wait for whoever reads it.
struct ServiceLog: Sendable {
    private let output: OutputWriter
    private let error: OutputWriter
    private let queue: LogQueue

    init(io: CommandIO) {
        output = io.output
        error = io.error
        let isTerminal = io.error.isTerminal
        queue = LogQueue(output: io.error) { count in
            isTerminal
                ? "! \(count) lines of the log were dropped: nobody took them"
                : "{\"event\":\"log_dropped\",\"lines\":\(count)}"
        }
    }

    /// Lets what was written come out, unless nobody takes it.
    func finish() async { await queue.finish(patience: 2_000) }

    /// Tells a person, before the service starts, what it will work with.
    func introduce(_ summary: [(name: String, text: String)]) {
        guard error.isTerminal else { return }
        let width = summary.map(\.name.count).max() ?? 0
        for (name, text) in summary { error.writeLine("\(name.padded(to: width))  \(TerminalText.plain(text))") }
    }

    func write(_ event: ServiceEvent) {
        if case .listening = event {
            output.writeLine(event.jsonLine)
            output.flush()
            if error.isTerminal { queue.write(event.textLine) }
        } else {
            queue.write(error.isTerminal ? event.textLine : event.jsonLine)
        }
    }
}
