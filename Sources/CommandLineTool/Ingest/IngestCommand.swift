internal import AppStoreVerification
internal import EntitlementStorage
internal import NotificationProcessing

/// Takes notifications from a file or standard input into a store.
struct IngestCommand: Command {
    static let json = FlagDefinition.toggle("json", "prints one JSON object a line, the summary last")

    static let definition = CommandDefinition(
        "ingest", "verifies notifications, one a line, and takes them into a store",
        discussion: [
            "Each line is a JWS or a body {\"signedPayload\": \"...\"}. Lines count from 1; empty ones are skipped. A bad "
                + "line is reported and kept apart, and never stops the run. Taking the same input twice changes nothing."
        ],
        arguments: [InputResolver.argument],
        flags: [StoreOption.flag, json] + TrustOptions.flags + [RevocationOption.flag],
        examples: [
            .init("ingest history.ndjson --store sqlite:storekeeper.db --app com.example.app:1234567890", "a file"),
            .init("ingest --store sqlite:test.db --root authority/root.pem --json < bodies.ndjson", "test data"),
        ])

    private let input: String?
    private let store: StoreOption
    private let trust: TrustOptions
    private let revocation: RevocationOption
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        input = arguments.word(InputResolver.argument)
        isJSON = arguments.isSet(Self.json)
        store = StoreOption(reading: &arguments)
        trust = TrustOptions(reading: &arguments)
        revocation = RevocationOption(reading: &arguments)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let verifier = try TrustMaterial.verifier(for: trust, io: io)
        if trust.apps.isEmpty { io.warn(TrustOptions.anyApp) }
        let source = try InputResolver(io: io).open(input)
        return try await revocation.use(io: io, tells: true) { checker throws(CommandError) in
            let store = try await self.store.open(mustExist: false, io: io)
            var run = IngestRun(
                processor: NotificationProcessor(verifier: verifier, store: store, revocation: checker, now: io.now),
                reading: BodyLines(), report: IngestReport(io: io, isJSON: isJSON),
                progress: ProgressBar(io: io, unit: "lines", total: source.size, isPlain: io.output.isTerminal))
            do throws(CommandError) {
                let summary = try await run.take(io.lines(of: source), name: InputResolver.name(input))
                await store.close()
                return summary.rejected == 0 ? .fine : .no
            } catch {
                await store.close()
                throw error
            }
        }
    }
}
