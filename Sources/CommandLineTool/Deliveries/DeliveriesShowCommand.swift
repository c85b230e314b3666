internal import EntitlementStorage

/// Shows one delivery: the event, and every attempt.
struct DeliveriesShowCommand: Command {
    static let definition = CommandDefinition(
        "deliveries show", "shows a delivery: its event, and every attempt with what was answered",
        arguments: [DeliveryAccess.delivery], flags: [StoreOption.flag, DeliveryAccess.json],
        examples: [
            .init("deliveries show 4711 --store sqlite:storekeeper.db", "why did it not arrive?"),
            .init("deliveries show 4711 --store sqlite:storekeeper.db --json", "with the event as it is sent"),
        ])

    private let access: DeliveryAccess
    private let id: Int64
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        access = DeliveryAccess(reading: &arguments)
        id = DeliveryAccess.id(&arguments)
        isJSON = arguments.isSet(DeliveryAccess.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        try await access.use(io: io) { store throws(StoreError) in
            guard let delivery = try await store.delivery(id) else { return .failure(DeliveryAccess.noDelivery(id)) }
            let attempts = try await store.attempts(ofDelivery: id)
            if isJSON {
                io.output.writeLine(DeliveryLines.json(delivery, attempts))
            } else {
                let lines = DeliveryLines(now: io.now(), style: io.style(isPlain: false))
                for line in lines.text(delivery, attempts) { io.output.writeLine(line) }
            }
            return .success(.fine)
        }
    }
}
