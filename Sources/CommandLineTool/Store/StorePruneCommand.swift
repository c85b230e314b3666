internal import EntitlementStorage
internal import StrictJSON

/// Forgets old rows of the log, or old events, after it has said how many.
struct StorePruneCommand: Command {
    static let notifications = FlagDefinition.value(
        "notifications-before", "TIME",
        "forgets rows of the log that were signed, and rejected inputs that came, before this time")
    static let events = FlagDefinition.value("events-before", "TIME", "forgets events written before this time")
    static let apply = FlagDefinition.toggle("apply", "does it; without it the plan is shown")
    static let json = FlagDefinition.toggle("json", "prints one object for each kind of rows")

    static let definition = CommandDefinition(
        "store prune", "forgets old notifications and events",
        discussion: [
            "What was said of purchases stays for good: no answer changes, also when a notification that was forgotten "
                + "comes once more. What goes is the log itself: replay knows nothing of it any more, inspect tells the "
                + "story without its names, and export writes the signed transactions and renewal infos alone. Of each line "
                + "the newest notification stays, since nothing else says the store status. A reader of events whose place "
                + "is before what was forgotten is answered 410.",
            "What a target of webhooks still has to get is kept, and counted. It is done in small transactions beside a "
                + "running service; stopped, it goes on when it is run again.",
        ],
        flags: [StoreOption.flag, notifications, events, apply, json],
        examples: [
            .init("store prune --store sqlite:storekeeper.db --events-before 2026-10-01", "what would be forgotten"),
            .init(
                "store prune --store sqlite:storekeeper.db --events-before 2026-10-01 --notifications-before 2024-01-01 "
                    + "--apply", "does it"),
        ])

    private let store: StoreOption
    private let requests: [(kind: PruneRequest.Kind, before: TimeArgument)]
    private let isApplied: Bool
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        let log = arguments.time(Self.notifications)
        // With the log goes what never became a part of it: it holds the same bodies.
        requests = [(.events, arguments.time(Self.events)), (.notifications, log), (.rejected, log)]
            .compactMap { kind, time in time.map { (kind, $0) } }
        isApplied = arguments.isSet(Self.apply)
        isJSON = arguments.isSet(Self.json)
        if arguments.text(Self.events) == nil, arguments.text(Self.notifications) == nil {
            arguments.note(
                Problem(
                    "nothing is named that is to be forgotten",
                    hint: "add \(Self.events.usage) or \(Self.notifications.usage)"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let store = try await self.store.open(mustExist: true, io: io)
        let result = await prune(store, io: io)
        await store.close()
        return try result.get()
    }

    private func prune(_ store: any EntitlementStore, io: CommandIO) async -> Result<ExitStatus, CommandError> {
        guard let store = store as? any PruningStore else {
            return .failure(.misconfigured([Problem("this store ends with its process, and forgets by itself")]))
        }
        do throws(StoreError) {
            var warned: Set<Int64> = []
            for request in requests {
                let request = PruneRequest(request.kind, before: request.before.milliseconds(now: io.now()))
                // What was rejected goes with the log, at the same time.
                if request.before > io.now(), warned.insert(request.before).inserted {
                    io.warn("\(TimeText.utc(request.before)) is to come: nothing is too new to be forgotten")
                }
                var total = PruneStep()
                var place: Int64 = 0
                repeat {
                    let step = try await store.prune(
                        request, after: place, limit: isApplied ? 500 : 5_000, isPlan: !isApplied)
                    total.add(step)
                    place = step.last ?? place
                } while total.last != nil
                show(request, total, io: io)
            }
            if !isApplied { io.hint("add \(Self.apply.dashed) to do it") }
            return .success(.fine)
        } catch {
            return .failure(CommandError(error))
        }
    }

    private func show(_ request: PruneRequest, _ found: PruneStep, io: CommandIO) {
        let kind = request.kind == .rejected && !isJSON ? "rejected inputs" : request.kind.rawValue
        guard !isJSON else {
            let line: JSONValue = [
                "kind": .string(kind), "before": .integer(request.before), "applied": .boolean(isApplied),
                "forgotten": .integer(found.pruned), "bytes": .integer(found.bytes), "kept": .integer(found.kept),
                "keptForStatus": .integer(found.statuses),
            ]
            return io.output.writeLine(JSONWriter().text(line))
        }
        let kept = found.kept > 0 ? "; \(found.kept) are kept, since a target still has to get them" : ""
        let statuses =
            found.statuses > 0 ? "; \(found.statuses) are kept, each the last to say the store status of its line" : ""
        io.output.writeLine(
            "\(isApplied ? "forgot" : "would forget") \(found.pruned) \(kind) from before "
                + "\(TimeText.both(request.before, now: io.now())), \(found.bytes) bytes of content\(kept)\(statuses)")
    }
}
