internal import AppStoreModels
internal import SimulatorScenarios
internal import StoreSimulator
internal import StrictJSON

/// Tells what happens in a scenario, in order, and what is sent.
struct SimulateExplainCommand: Command {
    static let json = FlagDefinition.toggle("json", "prints one JSON object a line")

    static let definition = CommandDefinition(
        "simulate explain", "tells what happens in a scenario, in order, and what each notification means",
        arguments: [ScenarioSource.name], flags: [json],
        examples: [.init("simulate explain grace-lapse-end", "a payment that never succeeds")])

    private let word: String
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        word = arguments.word(ScenarioSource.name) ?? ""
        isJSON = arguments.isSet(Self.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let source = try ScenarioSource(word, io: io)
        let lines = ExplanationLines(isJSON: isJSON, io: io)
        do throws(ScenarioFailure) {
            let session = try source.scenario.makeSession(configuration: source.configuration)
            lines.begin(source.scenario)
            let runner = ScenarioRunner(source.scenario, in: session, receiver: RehearsalReceiver())
            _ = try await runner.run { report in
                // The order of what is sent is what is being told.
                if let number = report.number, case .expectNotifications = source.scenario.steps[number - 1] { return }
                lines.add(report, start: source.scenario.start)
            }
        } catch {
            throw .defect(Problem(error.description))
        }
        return .fine
    }
}

/// Writes an explanation.
private struct ExplanationLines {
    let isJSON: Bool
    private let output: OutputWriter
    private let style: TerminalStyle

    init(isJSON: Bool, io: CommandIO) {
        self.isJSON = isJSON
        output = io.output
        style = io.style(isPlain: false)
    }

    func begin(_ scenario: Scenario) {
        guard !isJSON else { return }
        output.writeLine(style.paint(TerminalText.plain(scenario.name), .strong))
        if !scenario.purpose.isEmpty { output.writeLine("  " + TerminalText.plain(scenario.purpose)) }
    }

    func add(_ report: ScenarioStepReport, start: Int64) {
        if isJSON {
            let pairs = report.deliveries.map { JSONValue.string($0.notification.notification.pair) }
            output.writeLine(
                JSONWriter().text([
                    "at": .integer(report.date), "words": .string(report.words), "notifications": .array(pairs),
                ]))
            return
        }
        let day = "day \(max(report.date - start, 0) / 86_400_000)".padded(to: 8)
        output.writeLine("\(day)  \(TerminalText.plain(report.words))")
        for delivery in report.deliveries {
            let notification = delivery.notification.notification
            let meaning = NotificationMeaning.text(notification.type, notification.subtype)
            output.writeLine(
                "          \(style.usesUnicode ? "→" : "->") \(style.paint(notification.pair, .strong))"
                    + (meaning.map { ": \($0)" } ?? ""))
        }
    }
}
