extension CommandIO {
    /// The bytes of a file that a flag names; `-` is standard input.
    ///
    /// - Throws: A problem that names the file, when it cannot be read or is larger than 16 MiB.
    package func contents(of path: String) throws(CommandError) -> [UInt8] {
        let problem: String
        do throws(SystemError) {
            let source = path == "-" ? input : try files.open(path)
            if let bytes = try source.readAll(limit: CommandIO.inputLimit) { return bytes }
            problem = "it is larger than \(CommandIO.inputLimit) bytes"
        } catch {
            problem = error.text
        }
        throw .misconfigured([Problem("cannot read \(InputResolver.name(path)): \(problem)")])
    }
}
