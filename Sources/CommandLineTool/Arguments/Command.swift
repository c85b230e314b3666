/// One command: what it takes, and what it does.
package protocol Command: Sendable {
    /// Its name, arguments, flags and examples.
    static var definition: CommandDefinition { get }

    /// Reads everything it takes; problems are noted in the reader, which then keeps it from running.
    init(reading arguments: inout ArgumentReader)

    /// Does the work.
    func run(io: CommandIO) async throws(CommandError) -> ExitStatus
}
