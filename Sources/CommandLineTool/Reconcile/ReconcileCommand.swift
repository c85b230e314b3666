internal import AppStoreModels
internal import AppStoreServerAPI
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import Reconciliation

/// Compares a store with the App Store, and brings in what differs.
struct ReconcileCommand: Command {
    static let environment = BackfillCommand.environment
    static let refunds = FlagDefinition.toggle(
        "refunds", "reads the refund history too; refunds are also in the history of transactions")
    static let budget = FlagDefinition.value("budget", "N", "sends so many requests at most")
    static let apply = FlagDefinition.toggle("apply", "brings in what differs; without, it is only shown")
    static let yes = FlagDefinition.toggle("yes", "does not ask before --apply, where nobody could answer")

    static let definition = CommandDefinition(
        "reconcile", "compares a store with the App Store, and brings in what differs",
        discussion: [
            "For each line the App Store Server API is asked for the customer's transactions and, of subscriptions, how "
                + "they stand. A difference is one of answers, now: what the store says, and what it would say with the "
                + "App Store's statements. With --apply these enter by the normal way, verified like everything else, "
                + "with server-api as their source; a second run then finds nothing. One answer tells of all lines of a "
                + "customer, which are not asked about again, and of lines that are unknown here.",
            "--ids begins where there is no store yet, or one that knows too little: it asks about every id of a file, "
                + "and with --apply takes what the App Store has of those customers.",
            "Apple's limits are kept; memory does not grow with the store. The place is kept: a run that was broken off, "
                + "ended with its budget, or left lines unchecked goes on with --continue.",
            "The exit code is 0 when nothing differs or all was brought in, 1 when something differs, 3 when the App "
                + "Store did not answer about some lines.",
        ],
        flags: [StoreOption.flag] + ReconcileSelection.flags + [
            environment, refunds, budget, apply, yes, PlaceFile.continuation, PlaceFile.flag,
        ] + ServerAPIOptions.sharedFlags,
        examples: [
            .init("reconcile --all --store sqlite:storekeeper.db", "what differs"),
            .init(
                "reconcile --stale P30D --store sqlite:storekeeper.db --apply --yes", "lines without news, from a timer"
            ),
            .init(
                "reconcile --customer 2b1c9bb5-0f5e-4d3c-9f6a-6c4d5a5f8a11 --store sqlite:storekeeper.db",
                "a support case"),
            .init(
                "reconcile --ids ids.txt --store sqlite:storekeeper.db --apply --yes", "begin with ids from elsewhere"),
        ])

    private let store: StoreOption
    private let options: ServerAPIOptions
    private let selection: ReconcileSelection
    private let includesRefunds: Bool
    private let budget: Int?
    private let isApplied: Bool
    private let isConfirmed: Bool
    private let isContinued: Bool
    private let place: PlaceFile
    private let configurationFile: String?

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        options = ServerAPIOptions(reading: &arguments, environment: Self.environment)
        selection = ReconcileSelection(reading: &arguments) ?? .all
        includesRefunds = arguments.isSet(Self.refunds)
        budget = arguments.integer(Self.budget, in: 1...Int.max)
        isApplied = arguments.isSet(Self.apply)
        isConfirmed = arguments.isSet(Self.yes)
        isContinued = arguments.isSet(PlaceFile.continuation)
        place = PlaceFile(command: "reconcile", given: arguments.text(PlaceFile.flag), store: store.url)
        configurationFile = arguments.text(SigningOptions.config)
        if isConfirmed, !isApplied {
            arguments.note(Problem("\(Self.yes.dashed) goes with \(Self.apply.dashed)"))
        }
        if isContinued, selection == .ids("-") {
            arguments.note(
                Problem("standard input cannot be gone on with", hint: "give \(ReconcileSelection.ids.dashed) a file"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let configuration = try EvaluationConfiguration(file: configurationFile, io: io)
        let connection = try options.connect(io: io)
        let environment = connection.client.configuration.environment.rawValue
        var start = ReconcilePlace(selection: selection, environment: environment)
        if isContinued { try start.goOn(from: place.read(io: io)) }
        // With ids there may be no store yet.
        let store: any EntitlementStore
        if case .ids = selection, isApplied {
            store = try await self.store.open(
                mustExist: false, rules: EventRules(configuration: configuration), io: io)
        } else {
            store = try await self.store.open(
                mustExist: true, rules: EventRules(configuration: configuration), io: io)
        }
        let budget = RequestBudget(limit: budget)
        let merger =
            isApplied
            ? FactMerger(
                processor: NotificationProcessor(verifier: connection.verifier, store: store, now: io.now)) : nil
        var run = ReconcileRun(
            store: store,
            reconciler: Reconciler(
                store: store, client: connection.client, budget: budget, includesRefunds: includesRefunds,
                configuration: configuration, now: io.now),
            merger: merger, configuration: configuration, verifier: connection.verifier, start: start, place: place,
            report: ReconcileReport(
                io: io, environment: environment, budget: budget, isApplied: isApplied, isJSON: options.isJSON,
                isPlain: options.isPlain), io: io)
        let result = isApplied && !isConfirmed ? await ask(&run, io: io) : await run.run()
        await connection.transport.close()
        await store.close()
        if let skew = connection.client.clockSkew, skew.isLarge { io.warn("\(skew)") }
        return try result.get()
    }

    /// Shows what would be done, and does it when somebody agrees.
    private func ask(_ run: inout ReconcileRun, io: CommandIO) async -> Result<ExitStatus, CommandError> {
        let plan: String
        do throws(CommandError) { plan = try await run.plan() } catch { return .failure(error) }
        (options.isJSON ? io.error : io.output).writeLine(TerminalText.plain(plan))
        guard Confirmation.isGiven(io: io) else {
            return .failure(.misconfigured([Problem("nothing was done", hint: "add \(Self.yes.dashed) to do it")]))
        }
        return await run.run()
    }
}
