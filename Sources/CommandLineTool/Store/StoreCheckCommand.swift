internal import EntitlementStorage
internal import Entitlements
internal import OpenSSLCrypto
internal import StrictJSON

/// Works out again what a store has derived, and compares.
struct StoreCheckCommand: Command {
    static let repair = FlagDefinition.toggle(
        "repair", "works out the projections that differ again; nothing else is ever changed")
    static let yes = FlagDefinition.toggle("yes", "with --repair: does it; without it the plan is shown")
    static let json = FlagDefinition.toggle("json", "prints one object a finding, the summary last")

    static let definition = CommandDefinition(
        "store check", "works out again what a store has derived, and compares",
        discussion: [
            "Looks at the projection of every line, the digest of every payload, what each payload says, which versions "
                + "are held, and the totals. It reads beside a running service; exit code 1 means that something differs.",
            "Projections follow the configuration that they were worked out with: name the one of the service.",
        ],
        flags: [StoreOption.flag, EntitlementsCommand.config, repair, yes, json],
        examples: [
            .init("store check --store sqlite:storekeeper.db --config storekeeper.json", "looks"),
            .init("store check --store sqlite:storekeeper.db --config storekeeper.json --repair --yes", "repairs"),
        ])

    private let store: StoreOption
    private let configurationFile: String?
    private let repairs: Bool
    private let isSure: Bool
    private let isJSON: Bool

    init(reading arguments: inout ArgumentReader) {
        store = StoreOption(reading: &arguments)
        configurationFile = arguments.text(EntitlementsCommand.config)
        repairs = arguments.isSet(Self.repair)
        isSure = arguments.isSet(Self.yes)
        isJSON = arguments.isSet(Self.json)
        if isSure, !repairs { arguments.note(Problem("\(Self.yes.dashed) goes with \(Self.repair.dashed)")) }
    }

    func run(io: CommandIO) async throws(CommandError) -> ExitStatus {
        let configuration = try EvaluationConfiguration(file: configurationFile, io: io)
        let store = try await self.store.open(
            mustExist: true, rules: EventRules(configuration: configuration), io: io)
        let result = await check(store, configuration, io: io)
        await store.close()
        return try result.get()
    }

    private func check(
        _ store: any EntitlementStore, _ configuration: EvaluationConfiguration, io: CommandIO
    ) async -> Result<ExitStatus, CommandError> {
        let report = StoreCheckReport(io: io, isJSON: isJSON)
        do throws(StoreError) {
            var audit = StoreAudit(
                of: store, configuration: configuration,
                sha256: { FactDigest(bytes: SHA256.digest(of: $0).bytes) },
                tell: { report.add($0) }, show: { report.show($0) })
            try await audit.run()
            let lines = report.repairable
            var mended = 0
            if repairs, isSure {
                for start in stride(from: 0, to: lines.count, by: 64) {
                    try await store.mend(Array(lines[start..<min(start + 64, lines.count)]))
                }
                mended = lines.count
            }
            report.finish(audit.progress, mended: repairs ? mended : nil)
            return .success(report.count == mended ? .fine : .no)
        } catch {
            return .failure(CommandError(error))
        }
    }
}

/// Tells what a check finds.
private final class StoreCheckReport {
    private let io: CommandIO
    private let isJSON: Bool
    private var progress: ProgressBar
    private(set) var count = 0
    /// The lines whose projections can be worked out again.
    private(set) var repairable: [LineIdentity] = []

    init(io: CommandIO, isJSON: Bool) {
        self.io = io
        self.isJSON = isJSON
        progress = ProgressBar(io: io, unit: "rows", total: nil, isPlain: false)
    }

    func show(_ done: StoreAudit.Progress) { progress.update(bytes: 0, items: done.total) }

    func add(_ finding: StoreFinding) {
        count += 1
        if finding.isRepairable, let line = finding.line { repairable.append(line) }
        progress.clear()
        guard isJSON else {
            let subject = TerminalText.plain(finding.subject)
            let line = finding.line.map { "  line \(TerminalText.plain($0.originalTransactionId))" } ?? ""
            io.output.writeLine("\(finding.kind.rawValue)  \(subject)\(line)  \(finding.message)")
            return
        }
        io.output.writeLine(
            JSONWriter().text([
                "kind": .string(finding.kind.rawValue), "subject": .string(finding.subject),
                "environment": .optional(finding.line?.scope.environment),
                "bundleId": .optional(finding.line?.scope.bundleId),
                "originalTransactionId": .optional(finding.line?.originalTransactionId),
                "message": .string(finding.message), "repairable": .boolean(finding.isRepairable),
            ]))
    }

    func finish(_ done: StoreAudit.Progress, mended: Int?) {
        progress.clear()
        if isJSON {
            io.output.writeLine(
                JSONWriter().text([
                    "summary": [
                        "lines": .integer(done.lines), "versions": .integer(done.versions),
                        "notifications": .integer(done.notifications), "untold": .integer(done.untold),
                        "wasWritten": .boolean(done.wasWritten), "differences": .integer(count),
                        "repairable": .integer(repairable.count), "repaired": .integer(mended ?? 0),
                    ]
                ]))
        } else {
            let untold = done.untold > 0 ? ", \(done.untold) lines never told of yet" : ""
            io.output.writeLine(
                "\(done.lines) lines, \(done.versions) versions, \(done.notifications) notifications: "
                    + "\(count) differences\(untold)")
            if let mended {
                io.output.writeLine(
                    mended > 0
                        ? "worked out \(mended) projections again"
                        : "would work out \(repairable.count) projections again, each at its own instant")
            }
        }
        advise(mended: mended)
    }

    private func advise(mended: Int?) {
        if !repairable.isEmpty, mended ?? 0 == 0 {
            io.hint(
                mended == nil
                    ? "is --config the service's own? if so, --repair works the projections out again"
                    : "add --yes to do it")
        }
        if count > repairable.count {
            io.hint("the rest cannot be worked out again: stop the service, keep a copy, and restore a backup")
        }
    }
}
