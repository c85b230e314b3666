internal import StrictJSON

/// Shows a transaction of a running simulator.
struct SimulateInspectCommand: Command {
    static let id = ArgumentDefinition("ID", isRequired: true, "the transaction's number")
    static let json = FlagDefinition.toggle("json", "prints one JSON object, with the signed forms")

    static let definition = CommandDefinition(
        "simulate inspect", "shows a transaction of a running simulator and its subscription",
        arguments: [id], flags: [SimulatorConnection.url, json],
        examples: [
            .init("simulate inspect 2000000123456789", "what the store knows of it"),
            .init("simulate inspect 2000000123456789 --json", "with the signed forms"),
        ])

    private let connection: SimulatorConnection
    private let transaction: String
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        connection = SimulatorConnection(reading: &arguments)
        transaction = arguments.word(Self.id) ?? ""
        isJSON = arguments.isSet(Self.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let answer = try await connection.get(["transactions", transaction])
        if isJSON {
            io.output.writeLine(JSONWriter().text(.node(answer)))
            return .fine
        }
        write("transaction", answer["transaction"], io: io)
        if let isFinished = answer["isFinished"]?.boolean {
            io.output.writeLine("  \("finished".padded(to: 28))\(isFinished ? "yes" : "no")")
        }
        write("subscription", answer["subscription"], io: io)
        let told = answer["consumption"]?.elements.map(\.self) ?? []
        for information in told { write("consumption information", information, io: io) }
        return .fine
    }

    private func write(_ title: String, _ node: JSONNode?, io: CommandIO) {
        guard let node, node.kind == .object else { return }
        io.output.writeLine(title)
        for (name, value) in node.members {
            io.output.writeLine(
                TerminalText.plain("  \(name.padded(to: 28))\(SimulateInspectCommand.text(name, value))"))
        }
    }

    /// The statuses of a subscription in words.
    private static let statuses = ["active", "expired", "billing retry", "grace period", "revoked"]

    private static func text(_ name: String, _ value: JSONNode) -> String {
        if let text = value.string { return text }
        if let flag = value.boolean { return flag ? "yes" : "no" }
        guard let number = value.number?.integer else { return String(decoding: value.source, as: UTF8.self) }
        if name.hasSuffix("Date") { return TimeText.utc(number) }
        if name == "status", (1...5).contains(number) { return "\(number), \(statuses[Int(number) - 1])" }
        return String(number)
    }
}
