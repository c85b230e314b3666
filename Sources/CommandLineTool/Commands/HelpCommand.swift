internal import AppStoreModels

/// Explains a command, a failure code or the exit codes.
struct HelpCommand: Command {
    static let topic = ArgumentDefinition(
        "TOPIC", isRepeatable: true, "a command, a failure code such as chain.expired, codes, or exit-codes")

    static let definition = CommandDefinition(
        "help", "explains a command, a failure code, or the exit codes", arguments: [topic],
        examples: [
            .init("help chain.expired", "cause and fix of a failure"),
            .init("help codes", "every failure code in one line each"),
            .init("help exit-codes", "what the exit codes mean"),
        ])

    private let words: [String]

    init(reading arguments: inout ArgumentReader) { words = arguments.words(Self.topic) }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let width = min(io.terminalWidth ?? 80, 100)
        let help = HelpText(width: width)
        let topic = words.joined(separator: " ")
        if topic.isEmpty {
            io.output.write(help.overview(of: CommandList.definitions))
        } else if topic == "exit-codes" {
            for status in ExitStatus.allCases { io.output.writeLine("\(status.rawValue)  \(status.meaning)") }
        } else if topic == "codes" {
            let rows = FailureHelp.all.map { ($0.code, $0.title) }
            for line in TextWrapping.columns(rows, indent: 0, width: width) { io.output.writeLine(line) }
        } else if let definition = CommandList.definitions.first(where: { $0.name == topic }) {
            io.output.write(help.text(of: definition))
        } else if let group = CommandList.group(topic) {
            io.output.write(help.overview(of: group, group: topic))
        } else if let failure = FailureHelp.all.first(where: { $0.code == topic }) {
            for line in failure.lines(width: width) { io.output.writeLine(line) }
        } else {
            throw .notFound(unknownTopic(topic))
        }
        return .fine
    }

    private func unknownTopic(_ topic: String) -> Problem {
        let stage = FailureHelp.all.map(\.code).filter { $0.hasPrefix(topic + ".") }
        if !stage.isEmpty {
            return Problem("\(topic) is the beginning of several codes", hint: stage.joined(separator: ", "))
        }
        let known = CommandList.definitions.map(\.name) + FailureHelp.all.map(\.code) + ["codes", "exit-codes"]
        let near = Suggestion.nearest(to: topic, among: known)
        return Problem(
            "there is no help on \(Quoted.word(topic))",
            hint: near.map { "did you mean \($0)?" } ?? "storekeeper help codes lists the failure codes")
    }
}
