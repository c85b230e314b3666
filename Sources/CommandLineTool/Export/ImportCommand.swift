internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import OpenSSLCrypto

/// Takes an export into a store, through verification and the same merge as everything that arrives.
struct ImportCommand: Command {
    static let definition = CommandDefinition(
        "import", "verifies an export and takes it into a store",
        discussion: [
            "Each line keeps the time and the way it came by, so that nothing depends on when it is imported. Nothing of "
                + "Apple's is believed that does not verify here; the ledger is taken at its word. Taking the same export "
                + "twice changes no answer, so a run that was broken off is simply begun again."
        ],
        arguments: [InputResolver.argument],
        flags: [StoreOption.flag, TrustSource.config, IngestCommand.json] + TrustOptions.flags,
        examples: [
            .init("import everything.ndjson --store sqlite:new.db --app com.example.app:1234567890", "a file"),
            .init(
                "import everything.ndjson --store postgresql://db.example/storekeeper --config storekeeper.json",
                "into PostgreSQL, trusting what the service trusts, with the names that its events are to bear"),
        ])

    private let input: String?
    private let store: StoreOption
    private let trust: TrustSource
    private let configurationFile: String?
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        input = arguments.word(InputResolver.argument)
        store = StoreOption(reading: &arguments)
        let configurationFile = arguments.text(TrustSource.config)
        self.configurationFile = configurationFile
        trust = TrustSource(reading: &arguments, configurationFile: configurationFile)
        isJSON = arguments.isSet(IngestCommand.json)
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let verifier = try trust.verifier(io: io)
        let configuration = try EvaluationConfiguration(file: configurationFile, io: io)
        let source = try InputResolver(io: io).open(input)
        let store = try await self.store.open(
            mustExist: false, rules: EventRules(configuration: configuration), io: io)
        do throws(CommandError) {
            let status = try await take(source, verifier, into: store, io: io)
            await store.close()
            return status
        } catch {
            await store.close()
            throw error
        }
    }

    private func take(
        _ source: any ByteSource, _ verifier: SignedDataVerifier, into store: any EntitlementStore, io: CommandIO
    ) async throws(CommandError) -> ExitStatus {
        let known: Set<RejectedKey>
        do throws(StoreError) { known = try await RejectedKey.all(in: store) } catch { throw CommandError(error) }
        var run = IngestRun(
            processor: NotificationProcessor(verifier: verifier, store: store, now: io.now),
            reading: ExportLines { known.contains(RejectedKey(body: $0, receivedAt: $1)) },
            report: IngestReport(io: io, isJSON: isJSON),
            progress: ProgressBar(io: io, unit: "lines", total: source.size, isPlain: io.output.isTerminal))
        let summary = try await run.take(io.lines(of: source), name: InputResolver.name(input))
        if let format = run.reading.foreignFormat {
            io.complain(
                "the export is of \(TerminalText.plain(format)), this program knows storekeeper-export, version "
                    + "\(ExportLine.version)",
                hint: "nothing was taken from there on; use the version of storekeeper that wrote it, or a newer one")
            return .no
        }
        guard run.reading.isComplete else {
            io.complain(
                "the export is not whole: its last line is not an end that counts the others",
                hint: "what came so far is in the store; export again and import that as well")
            return .no
        }
        guard summary.ledger[.keyTaken] == nil else { return .no }
        // What was rejected before may be rejected again.
        return summary.rejected <= run.reading.counts.rejected ? .fine : .no
    }
}

/// Tells a rejected input that is in a store already.
private struct RejectedKey: Hashable, Sendable {
    private let digest: SHA256Digest
    private let receivedAt: Int64

    init(body: [UInt8], receivedAt: Int64) {
        digest = SHA256.digest(of: body)
        self.receivedAt = receivedAt
    }

    /// Those of a store, whose number is bounded.
    static func all(in store: any EntitlementStore) async throws(StoreError) -> Set<RejectedKey> {
        var keys: Set<RejectedKey> = []
        var last: Int64?
        repeat {
            let page = try await store.rejected(after: last, limit: 64)
            for row in page { keys.insert(RejectedKey(body: row.input.body, receivedAt: row.input.receivedAt)) }
            last = page.last?.sequence
        } while last != nil
        return keys
    }
}
