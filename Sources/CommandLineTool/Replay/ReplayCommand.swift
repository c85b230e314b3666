internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing

/// Runs what a store holds through today's rules and trust once more.
struct ReplayCommand: Command {
    static let reprocess = FlagDefinition.toggle(
        "reprocess", "verifies and merges stored payloads again, by today's rules and the trust flags given")
    static let since = FlagDefinition.value("since", "TIME", "only what came at this time or later")
    static let types = FlagDefinition.value(
        "type", "TYPE", isRepeatable: true, "only notifications of this notificationType")
    static let status = FlagDefinition.value(
        "status", "STATUS", choices: ["quarantined", "rejected"], "only what was not verified so far")
    static let yes = FlagDefinition.toggle("yes", "does it; without it the plan is shown")

    static let definition = CommandDefinition(
        "replay", "runs what a store holds through verification and merge once more",
        discussion: [
            "What was verified before must come out as a duplicate: then nothing has changed. What was quarantined or "
                + "rejected may verify now, after a new version or with other trust flags, and is merged. Whatever comes "
                + "out otherwise is told. A run that was broken off is simply begun again."
        ],
        flags: [StoreOption.flag, reprocess, since, types, status, EntitlementsCommand.config, yes, IngestCommand.json]
            + TrustOptions.flags,
        examples: [
            .init("replay --reprocess --store sqlite:storekeeper.db --app com.example.app:1234567890", "the plan"),
            .init(
                "replay --reprocess --status quarantined --store sqlite:storekeeper.db --root new-root.pem --yes",
                "what was not believed, with one more trust anchor"),
        ])

    private let store: StoreOption
    private let trust: TrustOptions
    private let selection: StoredInputs.Selection
    private let configurationFile: String?
    private let isSure: Bool
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        trust = TrustOptions(reading: &arguments)
        configurationFile = arguments.text(EntitlementsCommand.config)
        isSure = arguments.isSet(Self.yes)
        isJSON = arguments.isSet(IngestCommand.json)
        let since: Int64? = if case .at(let instant) = arguments.time(Self.since) { instant } else { nil }
        let types = Set(arguments.values(Self.types).map(\.text))
        let status = arguments.text(Self.status)
        selection = StoredInputs.Selection(
            since: since, types: types, includesVerified: status == nil, includesQuarantined: status != "rejected",
            includesRejected: status != "quarantined" && types.isEmpty)
        if !arguments.isSet(Self.reprocess) {
            arguments.note(Problem("\(Self.reprocess.dashed) is missing", hint: "it is what this command can do"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let verifier = try TrustMaterial.verifier(for: trust, io: io)
        let configuration = try EvaluationConfiguration(file: configurationFile, io: io)
        let store = try await self.store.open(
            mustExist: true, rules: EventRules(configuration: configuration), io: io)
        let result = await replay(store, verifier, io: io)
        await store.close()
        return try result.get()
    }

    private func replay(
        _ store: any EntitlementStore, _ verifier: SignedDataVerifier, io: CommandIO
    ) async -> Result<ExitStatus, CommandError> {
        do throws(StoreError) {
            guard isSure else {
                var count = 0
                var inputs = StoredInputs(store: store, selection: selection)
                while let page = try await inputs.next(withTexts: false) { count += page.count }
                io.output.writeLine("would verify and merge \(count) stored inputs again, in the order they came")
                if count > 0 { io.hint("\(Self.yes.dashed) does it") }
                return .success(.fine)
            }
            let processor = NotificationProcessor(verifier: verifier, store: store, now: io.now)
            var report = ReplayReport(io: io, isJSON: isJSON)
            var inputs = StoredInputs(store: store, selection: selection)
            while let page = try await inputs.next(withTexts: true) {
                let batch = await processor.prepare(batch: page.compactMap(\.input))
                var results = try await processor.commit(batch.withoutRejected)[...]
                for (stored, rejection) in zip(page, batch.rejections) {
                    report.add(stored, rejection.map { .failure($0) } ?? results.popFirst().map { .success($0) })
                }
            }
            report.finish()
            return .success(report.lost == 0 ? .fine : .no)
        } catch {
            return .failure(CommandError(error))
        }
    }
}
