internal import EntitlementStorage
internal import StrictJSON

/// Sends nothing to a target for a while.
struct DeliveriesPauseCommand: Command {
    static let reason = FlagDefinition.value("reason", "TEXT", "why, for those who look later")

    static let definition = CommandDefinition(
        "deliveries pause", "sends nothing to a target until it is resumed; events go on to gather",
        arguments: [DeliveryAccess.name], flags: [StoreOption.flag, reason, DeliveryAccess.json],
        examples: [
            .init(
                "deliveries pause app-backend --store sqlite:storekeeper.db --reason 'database moves'",
                "while the receiver is down on purpose")
        ])

    private let access: DeliveryAccess
    private let name: String
    private let reason: String
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        access = DeliveryAccess(reading: &arguments)
        name = arguments.word(DeliveryAccess.name) ?? ""
        reason = String((arguments.text(Self.reason) ?? "paused by hand").prefix(200))
        isJSON = arguments.isSet(DeliveryAccess.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        try await access.use(io: io) { store throws(StoreError) in
            guard try await store.pause(name, TargetPause(at: io.now(), reason: reason)) else {
                return .failure(try await DeliveryAccess.noTarget(name, in: store))
            }
            let line: JSONValue = ["target": .string(name), "paused": true]
            io.output.writeLine(isJSON ? JSONWriter().text(line) : "nothing is sent to \(name) until it is resumed")
            return .success(.fine)
        }
    }
}
