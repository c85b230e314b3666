internal import EntitlementStorage

/// Sends everything once more that a target did not take.
struct DeliveriesRecoverCommand: Command {
    static let since = FlagDefinition.value(
        "since", "TIME", isRequired: true, "events written at this time or later")
    static let target = FlagDefinition.value("target", "NAME", isRequired: true, "the target")

    static let definition = CommandDefinition(
        "deliveries recover", "puts in the queue once more what was given up for a target",
        discussion: [
            "Deliveries are given up three days after their first attempt, and kept. Those of a line go in order."
        ],
        flags: [StoreOption.flag, target, since, DeliveryAccess.yes, DeliveryAccess.json],
        examples: [
            .init(
                "deliveries recover --store sqlite:storekeeper.db --target app-backend --since 2026-11-02 --yes",
                "after a long outage")
        ])

    private let access: DeliveryAccess
    private let target: String
    private let since: TimeArgument?
    private let isConfirmed: Bool
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        access = DeliveryAccess(reading: &arguments)
        target = arguments.text(Self.target) ?? ""
        since = arguments.time(Self.since)
        isConfirmed = arguments.isSet(DeliveryAccess.yes)
        isJSON = arguments.isSet(DeliveryAccess.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let since = since?.milliseconds(now: io.now()) ?? 0
        return try await access.use(io: io) { store throws(StoreError) in
            guard try await store.target(target) != nil else {
                return .failure(try await DeliveryAccess.noTarget(target, in: store))
            }
            let text = "to \(target), failed, of events since \(TimeText.both(since, now: io.now()))"
            return try await RequeuePlan(
                selection: .failed(target: target, since: since), text: TerminalText.plain(text),
                isConfirmed: isConfirmed, isJSON: isJSON
            ).run(store, io: io)
        }
    }
}
