internal import EntitlementStorage

/// Lists events on their way to webhooks, and how the targets stand.
struct DeliveriesListCommand: Command {
    static let state = FlagDefinition.value(
        "state", "STATE", choices: DeliveryState.allCases.map(\.rawValue), "only those that stand so")
    static let event = FlagDefinition.value("event", "ID", "only those of this event, by its webhook-id")
    static let before = FlagDefinition.value("before", "ID", "only those with a smaller number: the next page")
    static let limit = FlagDefinition.value("limit", "COUNT", "how many; 50 unless given")

    static let definition = CommandDefinition(
        "deliveries list", "lists events on their way to webhooks, the newest first",
        discussion: [
            "An event has one delivery for each target that wants it, and a delivery any number of attempts. What was "
                + "delivered is forgotten after a week; what failed is kept."
        ],
        flags: [StoreOption.flag, DeliveryAccess.target, state, event, before, limit, DeliveryAccess.json],
        examples: [
            .init("deliveries list --store sqlite:storekeeper.db", "how the targets stand, and the newest deliveries"),
            .init(
                "deliveries list --store sqlite:storekeeper.db --target app-backend --state failed",
                "what was given up"),
        ])

    private let access: DeliveryAccess
    private let query: DeliveryQuery
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        access = DeliveryAccess(reading: &arguments)
        query = DeliveryQuery(
            target: arguments.text(DeliveryAccess.target),
            state: arguments.text(Self.state).flatMap(DeliveryState.init(rawValue:)),
            eventId: arguments.text(Self.event),
            before: arguments.integer(Self.before, in: 1...Int.max).map(Int64.init),
            limit: arguments.integer(Self.limit, in: 1...10_000) ?? 50)
        isJSON = arguments.isSet(DeliveryAccess.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        try await access.use(io: io) { store throws(StoreError) in
            if let name = query.target, try await store.target(name) == nil {
                return .failure(try await DeliveryAccess.noTarget(name, in: store))
            }
            let records = try await store.deliveries(query)
            if isJSON {
                for record in records { io.output.writeLine(DeliveryLines.json(record)) }
                return .success(.fine)
            }
            let lines = DeliveryLines(now: io.now(), style: io.style(isPlain: false))
            for counts in try await store.targetCounts() where query.target.map({ $0 == counts.target.name }) ?? true {
                io.output.writeLine(lines.text(counts))
            }
            if records.isEmpty {
                io.hint("no deliveries")
            } else {
                io.output.writeLine()
            }
            for line in lines.table(records) { io.output.writeLine(line) }
            if records.count == query.limit, let last = records.last {
                io.hint("there may be more: add --before \(last.id)")
            }
            return .success(.fine)
        }
    }
}
