internal import AppStoreModels
internal import AppStoreServerAPI
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import Reconciliation

/// Brings in the notifications that the App Store sent and the store does not hold.
struct BackfillCommand: Command {
    static let since = FlagDefinition.value("since", "TIME", "looks at what was sent from this time on")
    static let until = FlagDefinition.value(
        "until", "TIME", "looks at what was sent before this time; now unless given")
    static let types = FlagDefinition.value(
        "types", "TYPE", isRepeatable: true, "only notifications of this notificationType")
    static let onlyFailures = FlagDefinition.toggle(
        "only-failures", "only those that have not reached a server, by the App Store's own account")
    static let environment = FlagDefinition.value(
        "environment", "NAME", choices: ["Production", "Sandbox", "LocalTesting"],
        "which is asked; Production unless given")
    static let apply = FlagDefinition.toggle("apply", "brings in what is missing; without, it is only shown")

    static let definition = CommandDefinition(
        "backfill", "brings in notifications that were sent and never arrived",
        discussion: [
            "The App Store keeps what it sent for 180 days, in the sandbox for 30. Its history is read page by page and "
                + "compared with the store; of what is missing it is told why, by the App Store's own attempts. With "
                + "--apply it enters by the normal way, verified like everything else, with history as its source.",
            "After each page the place is kept: a run that was broken off goes on with --continue. Windows that follow "
                + "one another should overlap a little; what is held already is not taken twice.",
            "The exit code is 0 when nothing is missing or all was brought in, 1 when something is missing or was not "
                + "believed, 3 when the App Store did not answer to the end.",
        ],
        flags: [
            StoreOption.flag, since, until, types, onlyFailures, environment, apply, PlaceFile.continuation,
            PlaceFile.flag,
        ] + ServerAPIOptions.sharedFlags,
        examples: [
            .init("backfill --since 2026-11-01 --store sqlite:storekeeper.db", "what is missing, and why"),
            .init("backfill --since 2026-11-01 --store sqlite:storekeeper.db --apply", "bring it in"),
            .init("backfill --continue --store sqlite:storekeeper.db --apply", "go on after a run that was broken off"),
        ])

    private let store: StoreOption
    private let options: ServerAPIOptions
    private let environment: AppStoreModels.Environment
    private let since: TimeArgument?
    private let until: TimeArgument?
    private let types: [String]
    private let onlyFailures: Bool
    private let isApplied: Bool
    private let isContinued: Bool
    private let place: PlaceFile
    private let configurationFile: String?

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        options = ServerAPIOptions(reading: &arguments, environment: Self.environment)
        environment = Environment(rawValue: arguments.text(Self.environment) ?? "Production")
        since = arguments.time(Self.since)
        until = arguments.time(Self.until)
        types = arguments.values(Self.types).map(\.text)
        onlyFailures = arguments.isSet(Self.onlyFailures)
        isApplied = arguments.isSet(Self.apply)
        isContinued = arguments.isSet(PlaceFile.continuation)
        place = PlaceFile(command: "backfill", given: arguments.text(PlaceFile.flag), store: store.url)
        configurationFile = arguments.text(SigningOptions.config)
        let narrowing = [Self.since, Self.until, Self.types, Self.onlyFailures].filter { arguments.isSet($0) }
        if isContinued, let flag = narrowing.first {
            arguments.note(
                Problem("\(PlaceFile.continuation.dashed) asks as the last run did", hint: "leave out \(flag.dashed)"))
        } else if !isContinued, since == nil, arguments.text(Self.since) == nil {
            arguments.note(
                Problem("\(Self.since.usage) is missing", hint: "or \(PlaceFile.continuation.dashed) to go on"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let plan = try plan(io: io)
        let configuration = try EvaluationConfiguration(file: configurationFile, io: io)
        let connection = try options.connect(io: io)
        let store = try await self.store.open(
            mustExist: true, rules: EventRules(configuration: configuration), io: io)
        let merger =
            isApplied
            ? FactMerger(
                processor: NotificationProcessor(verifier: connection.verifier, store: store, now: io.now)) : nil
        var run = BackfillRun(
            client: connection.client, store: store, merger: merger, plan: plan, place: place,
            report: BackfillReport(io: io, plan: plan, isApplied: isApplied, isJSON: options.isJSON), io: io)
        let result = await run.run()
        await connection.transport.close()
        await store.close()
        return try result.get()
    }

    /// What is asked for: as the flags say, or as the last run did.
    private func plan(io: CommandIO) throws(CommandError) -> BackfillPlan {
        let now = io.now()
        if isContinued {
            let kept = try place.read(io: io)
            guard let plan = BackfillPlan(kept) else {
                throw .misconfigured([
                    Problem("the place that was kept cannot be read", hint: "begin again with \(Self.since.dashed)")
                ])
            }
            guard plan.environment == environment else {
                throw .misconfigured([
                    Problem(
                        "the last run asked \(plan.environment)",
                        hint: "add \(Self.environment.dashed) \(plan.environment)")
                ])
            }
            return plan
        }
        do throws(NotificationWindow.Mistake) {
            let window = try NotificationWindow(
                since: since?.milliseconds(now: now) ?? now, until: until?.milliseconds(now: now) ?? now,
                environment: environment, now: now)
            return BackfillPlan(
                environment: environment, window: window, types: types, onlyFailures: onlyFailures)
        } catch {
            throw .misconfigured([problem(error)])
        }
    }

    private func problem(_ mistake: NotificationWindow.Mistake) -> Problem {
        switch mistake {
        case .empty: Problem("\(Self.since.dashed) is not before \(Self.until.dashed)")
        case .tooEarly(let earliest, let days):
            Problem(
                "the App Store keeps the notifications of \(environment) for \(days) days, since "
                    + TimeText.utc(earliest),
                hint: "for what is older: storekeeper reconcile asks how things stand today")
        }
    }
}
