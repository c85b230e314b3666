internal import SimulatorScenarios
internal import StrictJSON

/// Lists the scenarios that come with the program.
struct SimulateListCommand: Command {
    static let json = FlagDefinition.toggle("json", "prints one JSON object a line")

    static let definition = CommandDefinition(
        "simulate list", "lists the scenarios that come with the program", flags: [json],
        examples: [.init("simulate list", "all of them, with what each shows")])

    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) { isJSON = arguments.isSet(Self.json) }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let scenarios = try ScenarioSource.builtIn()
        if isJSON {
            for scenario in scenarios {
                io.output.writeLine(
                    JSONWriter().text(["name": .string(scenario.name), "purpose": .string(scenario.purpose)]))
            }
            return .fine
        }
        let width = io.style(isPlain: false).width
        for line in TextWrapping.columns(scenarios.map { ($0.name, $0.purpose) }, indent: 0, width: width) {
            io.output.writeLine(line)
        }
        return .fine
    }
}
