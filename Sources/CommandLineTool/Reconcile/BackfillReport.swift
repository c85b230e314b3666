internal import AppStoreModels
internal import AppStoreServerAPI
internal import AppStoreVerification
internal import Entitlements
internal import NotificationProcessing
internal import Reconciliation
internal import StrictJSON

/// Tells which notifications are missing, why, and what became of them.
struct BackfillReport {
    /// What was counted.
    private struct Counts {
        var held = 0
        var refused = 0
        /// What is missing, by the App Store's word for why.
        var unheld: [String: (count: Int, verdict: DeliveryVerdict)] = [:]
        var outcomes: [ProcessingOutcome: Int] = [:]

        var missing: Int { unheld.values.reduce(0) { $0 + $1.count } }
        var total: Int { held + refused + missing }
    }

    private let io: CommandIO
    private let plan: BackfillPlan
    private let isApplied: Bool
    private let isJSON: Bool
    private var progress: ProgressBar
    private var counts = Counts()
    /// As it was when the present question began.
    private var before = Counts()

    init(io: CommandIO, plan: BackfillPlan, isApplied: Bool, isJSON: Bool) {
        self.io = io
        self.plan = plan
        self.isApplied = isApplied
        self.isJSON = isJSON
        progress = ProgressBar(io: io, unit: "notifications", total: nil, isPlain: io.output.isTerminal)
    }

    /// What is to be told the caller.
    var status: ExitStatus {
        let isWhole = counts.refused == 0 && counts.outcomes[.rejected] == nil && counts.outcomes[.quarantined] == nil
        return isWhole && (isApplied || counts.missing == 0) ? .fine : .no
    }

    /// Begins the next question.
    mutating func beginQuestion() { before = counts }

    /// Begins the present question again.
    mutating func beginAgain() { counts = before }

    /// Adds a page.
    mutating func add(_ page: NotificationBackfill.Page, _ outcomes: [ProcessingReport]) {
        progress.clear()
        counts.held += page.heldCount
        for (index, notification) in page.unheld.enumerated() {
            let verdict = notification.verdict
            counts.unheld[verdict.word, default: (0, verdict)].count += 1
            let report = index < outcomes.count ? outcomes[index] : nil
            if let outcome = report?.outcome { counts.outcomes[outcome, default: 0] += 1 }
            tell(notification, report)
        }
        for refusal in page.refusals {
            counts.refused += 1
            tell(refusal)
        }
        progress.update(bytes: 0, items: counts.total)
    }

    private func tell(_ notification: UnheldNotification, _ report: ProcessingReport?) {
        let verdict = notification.verdict
        guard !isJSON else {
            io.output.writeLine(
                JSONWriter().text([
                    "missing": [
                        "notificationUUID": .string(notification.uuid),
                        "notificationType": .string(notification.type), "subtype": .optional(notification.subtype),
                        "signedDate": .integer(notification.signedDate),
                        "originalTransactionId": .optional(notification.originalTransactionId),
                        "productId": .optional(notification.productId),
                        "sendAttemptResult": .optional(verdict.result?.rawValue),
                        "attempts": .integer(verdict.attempts), "outcome": .optional(report?.outcome?.rawValue),
                        "code": .optional(report?.failure?.code.rawValue),
                    ]
                ]))
            return
        }
        let type = notification.type + (notification.subtype.map { "/\($0)" } ?? "")
        var parts = ["- \(type)", notification.uuid]
        if let line = notification.originalTransactionId { parts.append("line \(line)") }
        if let product = notification.productId { parts.append(product) }
        parts.append("signed \(TimeText.utc(notification.signedDate))")
        parts.append(verdict.attempts > 1 ? "\(verdict.word) (\(verdict.attempts) attempts)" : verdict.word)
        if let outcome = report?.outcome { parts.append(outcome.rawValue) }
        if let failure = report?.failure { parts.append(failure.code.rawValue) }
        io.output.writeLine(TerminalText.plain(parts.joined(separator: "  ")))
    }

    private func tell(_ refusal: SignedFieldFailure) {
        if isJSON {
            io.output.writeLine(
                JSONWriter().text([
                    "refused": [
                        "path": .string(refusal.path), "code": .string(refusal.failure.code.rawValue),
                        "message": .string(refusal.failure.message),
                    ]
                ]))
        } else {
            io.output.writeLine(TerminalText.plain("- not believed: \(refusal)"))
        }
    }

    /// Tells the sum.
    mutating func finish(isComplete: Bool) {
        progress.clear()
        let causes = counts.unheld.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        guard !isJSON else {
            io.output.writeLine(
                JSONWriter().text([
                    "summary": [
                        "environment": .string(plan.environment.rawValue), "since": .integer(plan.window.since),
                        "until": .integer(plan.window.until), "notifications": .integer(counts.total),
                        "held": .integer(counts.held), "missing": .integer(counts.missing),
                        "refused": .integer(counts.refused),
                        "causes": .object(causes.map { JSONMember($0.key, .integer($0.value.count)) }),
                        "applied": .boolean(isApplied),
                        "outcomes": .object(
                            IngestSummary.order.compactMap { outcome in
                                counts.outcomes[outcome].map { JSONMember(outcome.rawValue, .integer($0)) }
                            }), "complete": .boolean(isComplete),
                    ]
                ]))
            return
        }
        let window = "\(TimeText.utc(plan.window.since)) to \(TimeText.utc(plan.window.until))"
        var line = "\(plan.environment)  \(window): \(counts.total) notifications, \(counts.held) held, "
        line += "\(counts.missing) missing"
        if counts.refused > 0 { line += ", \(counts.refused) not believed" }
        io.output.writeLine(line + (isComplete ? "" : "; not read to the end"))
        for (word, cause) in causes {
            io.output.writeLine(TerminalText.plain("  \(cause.count) \(word): \(cause.verdict.meaning)"))
        }
        if isApplied {
            let parts = IngestSummary.order.compactMap { outcome in
                counts.outcomes[outcome].map { "\($0) \(outcome.rawValue)" }
            }
            if !parts.isEmpty { io.output.writeLine("brought in: " + parts.joined(separator: ", ")) }
        } else if counts.missing > 0 {
            io.output.writeLine(
                "nothing was changed; \(BackfillCommand.apply.dashed) brings these in by the normal way, as source history"
            )
        }
    }
}
