internal import AppStoreModels

/// Chooses a command by the first words of a command line and runs it.
package struct CommandRunner: Sendable {
    private let commands: [any Command.Type]
    private let io: CommandIO

    package init(commands: [any Command.Type], io: CommandIO) {
        self.commands = commands
        self.io = io
    }

    /// Runs one command line.
    package func run(_ line: [String]) async -> ExitStatus {
        let help = HelpText(width: min(io.terminalWidth ?? 80, 100))
        switch line.first {
        case nil:
            io.error.write(help.overview(of: commands.map { $0.definition }))
            return .usage
        case "--help", "-h":
            io.output.write(help.overview(of: commands.map { $0.definition }))
            return .fine
        case "--version":
            io.output.writeLine("storekeeper \(Product.version)")
            return .fine
        default: break
        }
        if line.count == 2, ["--help", "-h"].contains(line[1]), choose(line) == nil,
            let group = CommandList.group(line[0])
        {
            io.output.write(help.overview(of: group, group: line[0]))
            return .fine
        }
        guard let command = choose(line) else {
            refuse([unknownCommand(line)], seeAlso: "storekeeper --help")
            return .usage
        }
        let definition = command.definition
        let rest = Array(line.dropFirst(definition.words.count))
        let parsed = ParsedArguments(rest, by: definition, environment: io.environment)
        if parsed.wantsHelp {
            io.output.write(help.text(of: definition))
            return .fine
        }
        var reader = ArgumentReader(parsed, definition: definition)
        let ready = command.init(reading: &reader)
        guard reader.problems.isEmpty else {
            refuse(reader.problems, seeAlso: "storekeeper \(definition.name) --help")
            return .usage
        }
        for warning in reader.warnings { io.warn(warning.text, hint: warning.hint) }
        do throws(CommandError) {
            return try await ready.run(io: io)
        } catch {
            for problem in error.problems { io.complain(problem.text, hint: problem.hint) }
            return error.exitStatus
        }
    }

    /// The command with the most words that the line begins with.
    private func choose(_ line: [String]) -> (any Command.Type)? {
        commands.filter { line.starts(with: $0.definition.words) }
            .max { $0.definition.words.count < $1.definition.words.count }
    }

    private func unknownCommand(_ line: [String]) -> Problem {
        let first = line.first ?? ""
        let names = commands.map { $0.definition.name }
        if first.hasPrefix("-"), first != "-" {
            return Problem("\(Quoted.word(first)) stands before the command", hint: "flags follow the command")
        }
        let group = names.filter { $0.hasPrefix(first + " ") }
        if !group.isEmpty {
            guard CommandList.largeGroups[first] == nil else {
                let near = line.count > 1 ? Suggestion.nearest(to: "\(first) \(line[1])", among: group) : nil
                return Problem(
                    "\(first) needs one of its \(group.count) commands",
                    hint: near.map { "did you mean \($0)?" } ?? "storekeeper \(first) --help lists them")
            }
            let list = group.map { String($0.dropFirst(first.count + 1)) }.joined(separator: ", ")
            return Problem("\(first) needs one more word: \(list)")
        }
        if InputResolver.looksLiteral(first) || io.files.kind(of: first) != nil {
            return Problem("no command is given", hint: "to look at signed data: storekeeper decode INPUT")
        }
        let near = Suggestion.nearest(to: first, among: names)
        return Problem("unknown command \(Quoted.word(first))", hint: near.map { "did you mean \($0)?" })
    }

    private func refuse(_ problems: [Problem], seeAlso: String) {
        for problem in problems { io.complain(problem.text, hint: problem.hint) }
        io.hint("see \(seeAlso)")
    }
}
