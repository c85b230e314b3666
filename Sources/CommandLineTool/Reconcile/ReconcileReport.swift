internal import AppStoreServerAPI
internal import AppStoreVerification
internal import Entitlements
internal import NotificationProcessing
internal import Reconciliation
internal import StrictJSON

/// Tells what differs, as it is found, and the sum at the end.
struct ReconcileReport {
    /// How many lines without an answer are told one by one.
    private static let uncheckedShown = 20

    private let io: CommandIO
    private let environment: String
    private let budget: RequestBudget
    private let isApplied: Bool
    private let isJSON: Bool
    private let lines: DifferenceLines
    private var progress: ProgressBar
    private var asked = 0
    private var compared = 0
    private var kinds: [LineDifference.Kind: Int] = [:]
    /// Lines whose answers agree and of which statements are missing all the same.
    private var quietNews = 0
    private var refused = 0
    private(set) var uncheckedCount = 0
    private var outcomes: [ProcessingOutcome: Int] = [:]

    init(
        io: CommandIO, environment: String, budget: RequestBudget, isApplied: Bool, isJSON: Bool, isPlain: Bool
    ) {
        self.io = io
        self.environment = environment
        self.budget = budget
        self.isApplied = isApplied
        self.isJSON = isJSON
        lines = DifferenceLines(now: io.now(), style: io.style(isPlain: isPlain))
        progress = ProgressBar(io: io, unit: "lines", total: nil, isPlain: io.output.isTerminal || isPlain)
    }

    private var differences: Int { kinds.values.reduce(0, +) }

    /// What no statement of the App Store's can put right.
    private var unresolved: Int {
        [LineDifference.Kind.unknownAtApple, .unlisted, .status].reduce(0) { $0 + (kinds[$1] ?? 0) }
    }

    /// What is to be told the caller.
    var status: ExitStatus {
        if uncheckedCount > 0 { return .temporary }
        let isWhole = refused == 0 && outcomes[.rejected] == nil
        return isWhole && (isApplied ? unresolved : differences) == 0 ? .fine : .no
    }

    /// Adds what was found out about a page, of so many lines or ids.
    mutating func add(_ page: ReconciledPage, count: Int) {
        progress.clear()
        asked += count
        for comparison in page.comparisons {
            compared += 1
            guard let difference = comparison.difference else {
                if !comparison.news.isEmpty { quietNews += 1 }
                continue
            }
            kinds[difference.kind, default: 0] += 1
            let id = comparison.line
            io.output.write(isJSON ? lines.json(difference, of: id) + "\n" : lines.text(difference, of: id))
        }
        for refusal in page.refusals {
            refused += 1
            tell("not believed", id: refusal.id, "\(refusal.failure)", code: refusal.failure.failure.code.rawValue)
        }
        for unchecked in page.unchecked {
            uncheckedCount += 1
            guard isJSON || uncheckedCount <= ReconcileReport.uncheckedShown else { continue }
            tell("unchecked", id: unchecked.id, unchecked.error.map { "\($0)" } ?? "the answer does not end", code: nil)
        }
        progress.update(bytes: 0, items: asked)
    }

    /// Adds a line of a file; only one that leads nowhere is told.
    mutating func add(_ point: StartingPoints.Point) {
        guard let failure = point.failure else { return }
        progress.clear()
        refused += 1
        tell("not believed", id: "line \(point.line)", "\(failure)", code: failure.code.rawValue)
    }

    /// Adds what became of what was brought in.
    mutating func add(_ reports: [ProcessingReport]) {
        for case let outcome? in reports.map(\.outcome) { outcomes[outcome, default: 0] += 1 }
    }

    private func tell(_ kind: String, id: String, _ message: String, code: String?) {
        if isJSON {
            let name = kind == "unchecked" ? kind : "refused"
            io.output.writeLine(
                JSONWriter().text([
                    name: ["id": .string(id), "code": .optional(code), "message": .string(message)]
                ]))
        } else {
            io.output.writeLine(TerminalText.plain("- \(id)  \(kind): \(message)"))
        }
    }

    /// Tells the sum.
    mutating func finish(isComplete: Bool) {
        progress.clear()
        isJSON ? finishJSON(isComplete) : finishText(isComplete)
    }

    private func finishText(_ isComplete: Bool) {
        if uncheckedCount > ReconcileReport.uncheckedShown {
            io.output.writeLine("- and \(uncheckedCount - ReconcileReport.uncheckedShown) more unchecked")
        }
        var parts = ["\(compared) lines compared", "\(compared - differences) same"]
        for kind in LineDifference.Kind.allCases {
            if let count = kinds[kind] { parts.append("\(count) \(DifferenceLines.words(kind))") }
        }
        if uncheckedCount > 0 { parts.append("\(uncheckedCount) unchecked") }
        if refused > 0 { parts.append("\(refused) not believed") }
        var line = "\(environment)  " + parts.joined(separator: ", ")
        line += "; \(budget.sent) requests" + (budget.remaining.map { ", \($0) left" } ?? "")
        io.output.writeLine(line + (isComplete ? "" : "; not gone through to the end"))
        if isApplied {
            let parts = IngestSummary.order.compactMap { outcome in
                outcomes[outcome].map { "\($0) \(outcome.rawValue)" }
            }
            if !parts.isEmpty { io.output.writeLine("brought in: " + parts.joined(separator: ", ")) }
            return
        }
        if quietNews > 0 {
            io.output.writeLine("of \(quietNews) lines statements are missing on which no answer depends now")
        }
        if differences > unresolved || quietNews > 0 {
            io.output.writeLine(
                "nothing was changed; \(ReconcileCommand.apply.dashed) brings these in by the normal way, as source "
                    + "server-api")
        }
    }

    private func finishJSON(_ isComplete: Bool) {
        io.output.writeLine(
            JSONWriter().text([
                "summary": [
                    "environment": .string(environment), "checked": .integer(compared),
                    "same": .integer(compared - differences),
                    "differences": .object(
                        LineDifference.Kind.allCases.compactMap { kind in
                            kinds[kind].map { JSONMember(kind.rawValue, .integer($0)) }
                        }),
                    "withoutDifference": .integer(quietNews), "unchecked": .integer(uncheckedCount),
                    "refused": .integer(refused), "requests": .integer(budget.sent),
                    "remaining": .optional(budget.remaining.map(Int64.init)), "applied": .boolean(isApplied),
                    "outcomes": .object(
                        IngestSummary.order.compactMap { outcome in
                            outcomes[outcome].map { JSONMember(outcome.rawValue, .integer($0)) }
                        }), "complete": .boolean(isComplete),
                ]
            ]))
    }
}
