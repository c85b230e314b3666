internal import EntitlementStorage

/// Writes everything that was signed or decided, so that another store can be made of it.
struct ExportCommand: Command {
    static let out = FlagDefinition.value("out", "FILE", "writes a new file instead of standard output")
    static let includeRejected = FlagDefinition.toggle(
        "include-rejected", "writes what was rejected too, as far as it is kept")

    static let definition = CommandDefinition(
        "export", "writes every signed payload of a store, and its ledger, one a line",
        discussion: [
            "First the notifications in the order of the log, then the transactions that clients posted by themselves, "
                + "each with when and how it came, then the ledger of what your own programs decided; the last line counts "
                + "them. Everything else in a store follows from these, so that an import into an empty store, of either "
                + "engine, gives the same digests.",
            "Of notifications that storekeeper store prune has forgotten, the transactions and renewal infos are written "
                + "by themselves: the answers are the same for now and for the time since the newest notification of each "
                + "line; for earlier instants the store statuses are missing. It is said on standard error.",
        ],
        flags: [StoreOption.flag, out, includeRejected],
        examples: [
            .init("export --store sqlite:storekeeper.db --out everything.ndjson", "a file"),
            .init(
                "export --store sqlite:old.db | storekeeper import --store postgresql://db.example/storekeeper",
                "from one engine to the other"),
        ])

    private let store: StoreOption
    private let path: String?
    private let includesRejected: Bool

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        let path = arguments.text(Self.out)
        self.path = path == "-" ? nil : path
        includesRejected = arguments.isSet(Self.includeRejected)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let store = try await self.store.open(mustExist: true, io: io)
        let result = await export(store, io: io)
        await store.close()
        return try result.get()
    }

    private func export(_ store: any EntitlementStore, io: CommandIO) async -> Result<ExitStatus, CommandError> {
        let output: OutputWriter
        do throws(SystemError) {
            output = try path.map { path throws(SystemError) in try io.files.createPrivateOutput(path) } ?? io.output
        } catch {
            let hint = error.isExisting ? "name a file that does not exist yet" : nil
            return .failure(
                .misconfigured([Problem("cannot write \(Quoted.word(path ?? "-")): \(error.text)", hint: hint)]))
        }
        var export = StoreExport(
            store: store, includesRejected: includesRejected, output: output,
            progress: ProgressBar(io: io, unit: "lines", total: nil, isPlain: path == nil && io.output.isTerminal))
        do throws(StoreError) { try await export.run() } catch { return .failure(CommandError(error)) }
        if export.held.prunedNotifications > 0 || export.held.looseStatements > 0 {
            let what =
                export.held.prunedNotifications > 0
                ? "\(export.held.prunedNotifications) notifications were forgotten by storekeeper store prune"
                : "this store was made from one that had forgotten notifications"
            io.warn(
                "\(what): the transactions and renewal infos of those that were verified are written by themselves, but "
                    + "not their names nor the earlier store statuses",
                hint: "answers for now come out the same; entitlements --digest compares them")
        }
        if let path, let failure = output.failure {
            return .failure(.unavailable(Problem("cannot write \(Quoted.word(path)): \(failure.text)")))
        }
        if path != nil {
            let counts = export.counts
            let rejected = includesRejected ? ", \(counts.rejected) rejected" : ""
            let ledger = counts.ledger > 0 ? ", \(counts.ledger) entries of the ledger" : ""
            let singles =
                counts.renewalInfos + counts.appTransactions > 0
                ? ", \(counts.renewalInfos) renewal infos and \(counts.appTransactions) app transactions" : ""
            io.output.writeLine(
                "\(counts.notifications) notifications, \(counts.transactions) transactions\(singles) by themselves"
                    + rejected + ledger)
        }
        return .success(.fine)
    }
}
