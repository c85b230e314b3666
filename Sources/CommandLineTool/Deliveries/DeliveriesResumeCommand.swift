internal import EntitlementStorage
internal import StrictJSON

/// Lets a target be sent to again.
struct DeliveriesResumeCommand: Command {
    static let definition = CommandDefinition(
        "deliveries resume", "sends to a target again, at once all that waits",
        arguments: [DeliveryAccess.name], flags: [StoreOption.flag, DeliveryAccess.json],
        examples: [.init("deliveries resume app-backend --store sqlite:storekeeper.db", "the receiver is back")])

    private let access: DeliveryAccess
    private let name: String
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        access = DeliveryAccess(reading: &arguments)
        name = arguments.word(DeliveryAccess.name) ?? ""
        isJSON = arguments.isSet(DeliveryAccess.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        try await access.use(io: io) { store throws(StoreError) in
            guard try await store.resume(name, at: io.now()) else {
                return .failure(try await DeliveryAccess.noTarget(name, in: store))
            }
            let waiting = try await store.targetCounts().first { $0.target.name == name }?.waiting ?? 0
            let line: JSONValue = ["target": .string(name), "paused": false, "waiting": .integer(waiting)]
            io.output.writeLine(isJSON ? JSONWriter().text(line) : "\(name) is sent to again; \(waiting) waiting")
            return .success(.fine)
        }
    }
}
