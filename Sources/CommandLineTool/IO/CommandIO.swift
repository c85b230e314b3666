/// Everything a command can reach outside itself; tests inject all of it.
package struct CommandIO: Sendable {
    /// Standard input.
    package var input: any ByteSource
    /// Whether standard input is a keyboard.
    package var inputIsTerminal: Bool
    /// Standard output: the answer.
    package var output: OutputWriter
    /// Standard error: progress, hints, warnings.
    package var error: OutputWriter
    /// The environment variables.
    package var environment: [String: String]
    /// The files.
    package var files: any FileSystem
    /// How many columns the terminal has, where there is one.
    package var terminalWidth: Int?
    /// The current time in milliseconds since 1970.
    package var now: @Sendable () -> Int64
    /// Takes SIGTERM and SIGINT as requests to stop from now on, and gives what returns at the first.
    package var watchForStop: @Sendable () -> @Sendable () async -> Void
    /// Takes SIGHUP as a request to read the configuration anew from now on, and gives one element for each; requests that
    /// come while one is waiting are that one.
    package var watchForReload: @Sendable () -> AsyncStream<Void>
    /// Milliseconds that somebody on the network is given to answer; nil for what each command thinks right.
    package var networkPatience: Int?
    /// Waits so many milliseconds, or less when the task is cancelled.
    package var sleep: @Sendable (_ milliseconds: Int64) async -> Void = { milliseconds in
        try? await Task.sleep(for: .milliseconds(milliseconds))
    }

    package init(
        input: any ByteSource, inputIsTerminal: Bool, output: OutputWriter, error: OutputWriter,
        environment: [String: String], files: any FileSystem, terminalWidth: Int?,
        now: @escaping @Sendable () -> Int64,
        watchForStop: @escaping @Sendable () -> @Sendable () async -> Void = { {} },
        watchForReload: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
    ) {
        self.input = input
        self.inputIsTerminal = inputIsTerminal
        self.output = output
        self.error = error
        self.environment = environment
        self.files = files
        self.terminalWidth = terminalWidth
        self.now = now
        self.watchForStop = watchForStop
        self.watchForReload = watchForReload
    }

    /// How many bytes an input may have.
    package static let inputLimit = 16 << 20
}

extension CommandIO {
    /// Says something worth knowing on standard error.
    package func warn(_ text: String, hint: String? = nil) { say("warning", text, hint: hint) }

    /// Says on standard error what went wrong.
    package func complain(_ text: String, hint: String? = nil) { say("error", text, hint: hint) }

    /// Says on standard error what to try next.
    package func hint(_ text: String) { error.writeLine("storekeeper: hint: \(text)") }

    private func say(_ severity: String, _ text: String, hint: String?) {
        error.writeLine("storekeeper: \(severity): \(text)")
        if let hint { self.hint(hint) }
    }

    /// Reads standard input line by line; what was written so far is flushed before each read that may block.
    package func lines(of source: any ByteSource, limit: Int = CommandIO.inputLimit) -> LineReader {
        let output = output
        return LineReader(source, limit: limit) { output.flush() }
    }
}
