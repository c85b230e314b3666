/// Runs one command line.
///
/// - Parameters:
///   - arguments: The words after the name of the program.
///   - io: Everything the command can reach.
/// - Returns: What to tell the caller; output is flushed by then.
package func run(arguments: [String], io: CommandIO) async -> ExitStatus {
    let status = await CommandRunner(commands: CommandList.all, io: io).run(arguments)
    io.output.flush()
    defer { io.error.flush() }
    guard let failure = io.output.failure, !failure.isBrokenPipe else { return status }
    io.complain("cannot write to standard output: \(failure.text)")
    return status == .fine || status == .no ? .temporary : status
}
