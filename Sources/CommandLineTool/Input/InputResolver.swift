/// Finds the bytes that the INPUT of a command means.
package struct InputResolver {
    private let io: CommandIO

    package init(io: CommandIO) { self.io = io }

    /// The argument that commands take.
    package static let argument = ArgumentDefinition(
        "INPUT", "a file, the data itself, or - for standard input, which is the default")

    /// Opens what an argument means.
    ///
    /// `-` and no argument are standard input; then comes a file of that name; then a literal, which has two dots,
    /// begins with a brace or quote, or is as long a base64 text as only a receipt is.
    ///
    /// - Throws: A problem with the argument or the file; what the input holds is never one.
    package func open(_ argument: String?) throws(CommandError) -> any ByteSource {
        guard let argument, argument != "-" else {
            if io.inputIsTerminal { io.hint("reading from the keyboard; end with Ctrl-D") }
            return io.input
        }
        switch io.files.kind(of: argument) {
        case .directory: throw .misconfigured([Problem("\(Quoted.word(argument)) is a directory")])
        case .file, .other:
            do throws(SystemError) {
                return try io.files.open(argument)
            } catch {
                throw .misconfigured([Problem("cannot read \(Quoted.word(argument)): \(error.text)")])
            }
        case nil: break
        }
        guard InputResolver.looksLiteral(argument) else {
            throw .misconfigured([
                Problem(
                    "there is no file \(Quoted.word(argument))",
                    hint: "INPUT is a file, a JWS, a JSON body, or - for standard input")
            ])
        }
        return LiteralSource(Array(argument.utf8))
    }

    /// The bytes of what an argument means, or the judgement that there are too many.
    package func bytes(_ argument: String?) throws(CommandError) -> Result<[UInt8], InputFailure> {
        let source = try open(argument)
        do throws(SystemError) {
            guard let bytes = try source.readAll(limit: CommandIO.inputLimit) else {
                return .failure(.tooLarge(limit: CommandIO.inputLimit))
            }
            return .success(bytes)
        } catch {
            throw .misconfigured([Problem("cannot read \(InputResolver.name(argument)): \(error.text)")])
        }
    }

    /// What a problem calls an input.
    package static func name(_ argument: String?) -> String {
        guard let argument, argument != "-" else { return "standard input" }
        return Quoted.word(argument)
    }

    /// Whether an argument is data rather than the name of a file.
    ///
    /// `./notification.jws` has two dots as well; no JWS has a slash, so that one is a file that is missing.
    package static func looksLiteral(_ argument: String) -> Bool {
        guard let first = argument.first else { return false }
        if "{\"'".contains(first) { return true }
        if argument.utf8.count > 400, argument.utf8.allSatisfy(\.isAnyBase64) { return true }
        let isPath = argument.contains("/") && !argument.hasPrefix("eyJ")
        return !isPath && argument.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2
    }
}
