internal import AppStoreVerification
internal import Entitlements
internal import NotificationProcessing
internal import StrictJSON

/// Tells what came out otherwise than before.
struct ReplayReport {
    private let io: CommandIO
    private let isJSON: Bool
    private var progress: ProgressBar
    private var unchanged = 0
    private var changed = 0
    /// How many were verified before and are not now.
    private(set) var lost = 0

    init(io: CommandIO, isJSON: Bool) {
        self.io = io
        self.isJSON = isJSON
        progress = ProgressBar(io: io, unit: "inputs", total: nil, isPlain: io.output.isTerminal)
    }

    /// Adds what became of one input.
    mutating func add(_ stored: StoredInputs.Stored, _ result: Result<ProcessingReport, VerificationFailure>?) {
        switch result {
        case .failure(let failure):
            guard stored.outcome != .rejected else {
                unchanged += 1
                break
            }
            lost += 1
            tell(stored, now: "rejected", failure)
        case .success(let report):
            let outcome = report.outcome ?? .duplicate
            let isSame = outcome == .duplicate || outcome == .quarantined && stored.outcome == .quarantined
            if isSame {
                unchanged += 1
            } else {
                changed += 1
                if outcome == .quarantined, stored.outcome != .rejected { lost += 1 }
                tell(stored, now: outcome.rawValue, report.failure)
            }
        case nil: break
        }
        progress.update(bytes: 0, items: unchanged + changed + lost)
    }

    private mutating func tell(_ stored: StoredInputs.Stored, now: String, _ failure: VerificationFailure?) {
        progress.clear()
        guard isJSON else {
            let code = failure.map { "  \($0.code)  \($0.message)" } ?? ""
            io.output.writeLine(
                "\(TerminalText.plain(stored.name)): \(stored.outcome.rawValue) before, \(now) now\(code)")
            return
        }
        io.output.writeLine(
            JSONWriter().text([
                "name": .string(stored.name), "before": .string(stored.outcome.rawValue), "now": .string(now),
                "code": .optional(failure?.code.rawValue),
            ]))
    }

    /// Tells the sum.
    mutating func finish() {
        progress.clear()
        io.output.writeLine(
            isJSON
                ? JSONWriter().text([
                    "summary": [
                        "unchanged": .integer(unchanged), "changed": .integer(changed), "lost": .integer(lost),
                    ]
                ]) : "\(unchanged) unchanged, \(changed) changed, \(lost) verified before and not now")
    }
}
