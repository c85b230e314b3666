internal import FoundationEssentials
internal import StrictJSON
internal import TestSupport

/// The program that people get, run as they run it.
enum Storekeeper {
    /// Where it is: beside the tests, from the same build.
    static let path: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: "storekeeper").path
    }()

    /// How long one command may take; sanitizers and busy machines are slow.
    private static let limit = 600_000

    /// What one command came to.
    struct Outcome: Sendable {
        /// Nil when it was still running at the time limit.
        var ending: ChildProcess.Ending?
        var output: String
        var error: String

        /// The exit code; nil when a signal ended it.
        var status: Int32? {
            if case .exited(let code) = ending { code } else { nil }
        }

        /// The lines of standard output.
        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }

        /// Standard output as one JSON value a line.
        var objects: [JSONNode] {
            get throws { try lines.map { try JSONDocument(parsing: Array($0.utf8)).root } }
        }

        /// Standard output as one object on one line, and nothing else.
        var object: JSONNode {
            get throws {
                let found = try objects
                guard let object = found.first, found.count == 1, output.hasSuffix("\n") else {
                    throw UnexpectedOutput(text: output)
                }
                return object
            }
        }
    }

    /// Standard output that is not what was asked for.
    struct UnexpectedOutput: Error {
        var text: String
    }

    /// Runs a command, with nothing on standard input unless something is given.
    static func run(
        _ arguments: String..., input: [UInt8]? = nil, environment: [String: String] = [:],
        output: ChildProcess.Stream = .pipe, error: ChildProcess.Stream = .pipe
    ) async throws -> Outcome {
        try await run(arguments, input: input, environment: environment, output: output, error: error)
    }

    /// Runs a command given as a list.
    static func run(
        _ arguments: [String], input: [UInt8]? = nil, environment: [String: String] = [:],
        output: ChildProcess.Stream = .pipe, error: ChildProcess.Stream = .pipe
    ) async throws -> Outcome {
        try await run(path, arguments, input: input, environment: environment, output: output, error: error)
    }

    /// Runs a line of bash, in which `$storekeeper` is the program.
    static func bash(_ line: String, _ arguments: String..., environment: [String: String] = [:]) async throws
        -> Outcome
    {
        try await run("/bin/bash", ["-c", line, "bash"] + arguments, input: nil, environment: environment)
    }

    private static func run(
        _ program: String, _ arguments: [String], input: [UInt8]?, environment: [String: String],
        output: ChildProcess.Stream = .pipe, error: ChildProcess.Stream = .pipe
    ) async throws -> Outcome {
        await slots.take()
        let result: Result<Outcome, any Error>
        do {
            let child = try ChildProcess(
                program, arguments, environment: self.environment(environment),
                input: input == nil ? .nothing : .pipe, output: output, error: error)
            result = .success(try await finish(child, input: input ?? []))
        } catch {
            result = .failure(error)
        }
        await slots.give()
        return try result.get()
    }

    /// Feeds a program and reads what it says until it ends.
    private static func finish(_ child: ChildProcess, input: [UInt8]) async throws -> Outcome {
        async let output = blocking { child.output?.readAll() ?? [] }
        async let error = blocking { child.error?.readAll() ?? [] }
        async let fed: Void = blocking { child.feed(input) }
        let ending = try await blocking {
            let ending = child.wait(milliseconds: limit)
            if ending == nil { child.send(.kill) }
            return ending
        }
        try await fed
        return Outcome(
            ending: ending, output: String(decoding: try await output, as: UTF8.self),
            error: String(decoding: try await error, as: UTF8.self))
    }

    /// The test's own variables, without those that change what the program says.
    static func environment(_ changes: [String: String] = [:]) -> [String: String] {
        let words = ["STOREKEEPER_", "LC_", "LANG", "NO_COLOR", "TERM", "COLUMNS"]
        var environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !words.contains { name.hasPrefix($0) }
        }
        environment["storekeeper"] = path
        environment.merge(changes) { $1 }
        return environment
    }

    /// Keeps the machine from running all tests' commands at once.
    private static let slots = Slots(4)
}

/// A number of places that are taken for a while.
private actor Slots {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func give() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
