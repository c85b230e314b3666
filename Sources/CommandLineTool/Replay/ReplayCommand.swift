internal import AppStoreModels
internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import HTTPClient
internal import NotificationProcessing

/// Runs what a store holds through today's rules and trust once more.
struct ReplayCommand: Command {
    static let reprocess = FlagDefinition.toggle(
        "reprocess", "verifies and merges stored payloads again, by today's rules and the trust that is given")
    static let since = FlagDefinition.value("since", "TIME", "only what came at this time or later")
    static let types = FlagDefinition.value(
        "type", "TYPE", isRepeatable: true, "only notifications of this notificationType")
    static let status = FlagDefinition.value(
        "status", "STATUS", choices: ["quarantined", "rejected"], "only what was quarantined, or only what was rejected"
    )
    static let yes = FlagDefinition.toggle("yes", "does it; without it the plan is shown")

    static let definition = CommandDefinition(
        "replay", "takes what a store holds through today's rules once more, or sends it on",
        discussion: [
            "Three things are kept apart. --reprocess runs stored payloads through verification and merge again, in this "
                + "store. --repost sends the bodies of stored notifications to an address again, as the App Store would: "
                + "for a new receiver, or one that missed some. Events, which are what webhooks bring, are sent again by "
                + "storekeeper deliveries redeliver and recover.",
            "--reprocess: what was verified before must come out as a duplicate: then nothing has changed. What was quarantined or "
                + "rejected may verify now, after a new version or with other trust flags, and is merged. Whatever comes "
                + "out otherwise is told. A run that was broken off is simply begun again.",
            "--repost: what was verified or quarantined is sent in the order of the log, what was rejected only with "
                + "--status rejected. Each is sent once; redirects are not followed; after ten in a row without an answer "
                + "the rest is left, and the place is told from which --after goes on. The exit code is 0 when all "
                + "were answered by 2xx, 1 when some were not, 3 when the run ended early.",
        ],
        flags: [StoreOption.flag, reprocess] + RepostOptions.flags
            + [since, types, status, TrustSource.config, yes, IngestCommand.json] + TrustOptions.flags,
        examples: [
            .init("replay --reprocess --store sqlite:storekeeper.db --app com.example.app:1234567890", "the plan"),
            .init(
                "replay --reprocess --status quarantined --store sqlite:storekeeper.db --root new-root.pem --yes",
                "what was not believed, with one more trust anchor"),
            .init(
                "replay --repost https://new.example.com/v1/notifications --since 2026-11-01 --store sqlite:storekeeper.db",
                "what a new receiver would be sent"),
        ])

    private let store: StoreOption
    private let trust: TrustSource
    private let selection: StoredInputs.Selection
    private let configurationFile: String?
    private let repost: RepostOptions?
    private let isSure: Bool
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        let configurationFile = arguments.text(TrustSource.config)
        self.configurationFile = configurationFile
        trust = TrustSource(reading: &arguments, configurationFile: configurationFile)
        isSure = arguments.isSet(Self.yes)
        isJSON = arguments.isSet(IngestCommand.json)
        let since: Int64? = if case .at(let instant) = arguments.time(Self.since) { instant } else { nil }
        let types = Set(arguments.values(Self.types).map(\.text))
        let status = arguments.text(Self.status)
        let repost = RepostOptions(reading: &arguments)
        self.repost = repost
        selection = StoredInputs.Selection(
            since: since, types: types, includesVerified: status == nil, includesQuarantined: status != "rejected",
            includesRejected: repost == nil ? status != "quarantined" && types.isEmpty : status == "rejected")
        if arguments.isSet(Self.reprocess) == (arguments.text(RepostOptions.repost) != nil) {
            arguments.note(Problem("one of \(Self.reprocess.dashed) and \(RepostOptions.repost.dashed) is needed"))
        }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        if let repost {
            let store = try await self.store.open(mustExist: true, io: io)
            let result = await send(store, repost, io: io)
            await store.close()
            return try result.get()
        }
        let verifier = try trust.verifier(io: io)
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
                advise(on: count, io: io)
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

    /// What to do after the plan.
    private func advise(on count: Int, io: CommandIO) {
        for type in selection.types.sorted() {
            let known = NotificationType.known.map(\.rawValue)
            guard !known.contains(type) else { continue }
            io.warn(
                "\(Quoted.word(type)) is no notificationType that this program knows",
                hint: Suggestion.hint(for: type, among: known))
        }
        io.hint(
            count > 0
                ? "\(Self.yes.dashed) does it"
                : "nothing that is stored fits what was asked for")
    }

    private func send(
        _ store: any EntitlementStore, _ repost: RepostOptions, io: CommandIO
    ) async -> Result<ExitStatus, CommandError> {
        do throws(StoreError) {
            var inputs = StoredInputs(store: store, selection: selection, after: repost.after)
            guard isSure else {
                var count = 0
                while let page = try await inputs.next(withTexts: false) { count += page.count }
                io.output.writeLine(
                    "would send \(count) stored bodies to \(repost.origin), \(repost.concurrency) at a time")
                advise(on: count, io: io)
                return .success(.fine)
            }
            let client: WebClient
            do throws(HTTPClientError) {
                var configuration = ClientConfiguration(userAgent: "storekeeper/\(Product.version)")
                if !repost.allowsPrivate { configuration.addresses = .publicOnly }
                client = try WebClient(configuration)
            } catch {
                return .failure(.defect(Problem("\(error)")))
            }
            let run = RepostRun(
                url: repost.url, concurrency: repost.concurrency,
                post: { request async throws(HTTPClientError) in try await client.send(request) })
            var report = RepostReport(io: io, isJSON: isJSON)
            var unanswered = 0
            while unanswered < RepostRun.patience, let page = try await inputs.next(withTexts: true) {
                for (stored, answer) in await run.send(page, unanswered: &unanswered) { report.add(stored, answer) }
            }
            report.finish()
            await client.close()
            guard unanswered < RepostRun.patience else {
                let place = report.lastTaken ?? repost.after
                return .failure(
                    .unavailable(
                        Problem(
                            "\(repost.origin) does not answer",
                            hint: place.map {
                                "everything up to \($0) was taken: go on with \(RepostOptions.after.dashed) \($0)"
                            } ?? "nothing was taken yet: begin again when it does")))
            }
            return .success(report.refused == 0 ? .fine : .no)
        } catch {
            return .failure(CommandError(error))
        }
    }
}
