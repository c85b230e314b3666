internal import EntitlementStorage
internal import Entitlements

/// Sends one delivery once more.
struct DeliveriesRedeliverCommand: Command {
    static let definition = CommandDefinition(
        "deliveries redeliver", "puts a delivery in the queue once more, whether it was taken or not",
        discussion: [
            "The event keeps its id, so that a receiver that has it already can tell. A running serve sends it; before "
                + "it come earlier events of its line that wait."
        ],
        arguments: [DeliveryAccess.delivery], flags: [StoreOption.flag, DeliveryAccess.yes, DeliveryAccess.json],
        examples: [.init("deliveries redeliver 4711 --store sqlite:storekeeper.db --yes", "send it again")])

    private let access: DeliveryAccess
    private let id: Int64
    private let isConfirmed: Bool
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        access = DeliveryAccess(reading: &arguments)
        id = DeliveryAccess.id(&arguments)
        isConfirmed = arguments.isSet(DeliveryAccess.yes)
        isJSON = arguments.isSet(DeliveryAccess.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        try await access.use(io: io) { store throws(StoreError) in
            guard let record = try await store.delivery(id)?.record else {
                return .failure(DeliveryAccess.noDelivery(id))
            }
            let text = "\(record.type.rawValue) to \(record.target), \(record.progress.state.rawValue) so far"
            return try await RequeuePlan(
                selection: .one(id), text: TerminalText.plain(text), isConfirmed: isConfirmed, isJSON: isJSON
            ).run(store, io: io)
        }
    }
}
