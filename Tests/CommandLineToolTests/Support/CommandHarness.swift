internal import CommandLineTool
internal import Synchronization

/// Runs command lines with everything around them made up.
struct CommandHarness {
    var input: [UInt8] = []
    var inputIsTerminal = false
    var outputIsTerminal = false
    var errorIsTerminal = false
    var environment: [String: String] = [:]
    var files = MemoryFileSystem()
    var width: Int?
    /// 2026-11-29 12:00:00Z.
    var now: Int64 = 1_795_953_600_000
    /// What writing to standard output ends in.
    var outputFailure: SystemError?

    struct Outcome: Hashable {
        var status: ExitStatus
        var output: String
        var error: String
    }

    func run(_ arguments: String...) async -> Outcome { await run(arguments) }

    func run(_ arguments: [String]) async -> Outcome {
        let (io, output, error) = makeIO()
        let status = await CommandLineTool.run(arguments: arguments, io: io)
        return Outcome(status: status, output: output.text, error: error.text)
    }

    func makeIO() -> (CommandIO, output: Recording, error: Recording) {
        let (output, error) = (Recording(), Recording())
        let failure = outputFailure
        let now = now
        var io = CommandIO(
            input: LiteralSource(input), inputIsTerminal: inputIsTerminal,
            output: OutputWriter(isTerminal: outputIsTerminal) { bytes throws(SystemError) in
                if let failure { throw failure }
                output.append(bytes)
            },
            error: OutputWriter(isTerminal: errorIsTerminal, capacity: 0) { bytes throws(SystemError) in
                error.append(bytes)
            },
            environment: environment, files: files, terminalWidth: width, now: { now })
        // A loaded machine is no reason for a test to fail.
        io.networkPatience = 3_600_000
        return (io, output, error)
    }
}

/// What was written.
final class Recording: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

    func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }
}
