/// Asks a person before something is done that was only shown.
enum Confirmation {
    /// Whether somebody who can answer says yes; without a terminal nobody can.
    static func isGiven(io: CommandIO) -> Bool {
        guard io.inputIsTerminal, io.error.isTerminal else { return false }
        io.output.flush()
        io.error.write("do it? [y/N] ")
        var lines = io.lines(of: io.input, limit: 100)
        guard let line = try? lines.next(), let bytes = line.bytes else { return false }
        return ["y", "yes"].contains(String(decoding: bytes, as: UTF8.self).lowercased())
    }
}
