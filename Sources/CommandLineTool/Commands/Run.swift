/// Runs one command line.
///
/// - Parameters:
///   - arguments: The words after the name of the program.
///   - io: Everything the command can reach.
/// - Returns: What to tell the caller; output is flushed by then.
package func run(arguments: [String], io: CommandIO) async -> ExitStatus {
    let status = await CommandRunner(commands: CommandList.all, io: io).run(arguments)
    io.output.flush()
    defer { io.error.flushUnlessBlocked() }
    guard let failure = io.output.failure, !failure.isBrokenPipe else { return status }
    io.complain("cannot write to standard output: \(failure.text)")
    return status == .fine || status == .no ? .temporary : status
}

/// Runs the command that this process was given.
package func runProcess() async -> ExitStatus {
    let io = CommandIO.process()
    guard let arguments = CommandIO.processArguments() else {
        io.complain(
            "an argument, or a variable STOREKEEPER_..., is not UTF-8",
            hint: "what is not text cannot be an id or a name here")
        return .usage
    }
    return await run(arguments: arguments, io: io)
}
