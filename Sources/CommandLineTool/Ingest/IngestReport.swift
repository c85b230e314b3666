internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing
internal import StrictJSON

/// Counts of what became of the lines.
struct IngestSummary: Hashable, Sendable {
    private(set) var lines = 0
    private var counts: [ProcessingOutcome: Int] = [:]

    mutating func add(_ outcome: ProcessingOutcome) {
        lines += 1
        counts[outcome, default: 0] += 1
    }

    /// How many entries of a ledger were added, were there already, or have a key that is taken.
    private(set) var ledger: [LedgerTaking: Int] = [:]

    mutating func add(_ taking: LedgerTaking) { ledger[taking, default: 0] += 1 }

    subscript(outcome: ProcessingOutcome) -> Int { counts[outcome] ?? 0 }

    /// How many lines could not be verified.
    var rejected: Int { self[.rejected] }

    /// The outcomes in the order they are told.
    static let order: [ProcessingOutcome] = [
        .applied, .duplicate, .superseded, .recorded, .quarantined, .rejected,
    ]
}

/// Tells what became of each line: to a person only what needs attention, to a program everything.
struct IngestReport {
    private let io: CommandIO
    private let isJSON: Bool
    private(set) var summary = IngestSummary()

    init(io: CommandIO, isJSON: Bool) {
        self.io = io
        self.isJSON = isJSON
    }

    /// Tells of one line.
    mutating func add(_ report: ProcessingReport, line: Int) {
        let outcome = report.outcome ?? .rejected
        summary.add(outcome)
        if isJSON {
            var object: JSONValue = ["line": .integer(line), "outcome": .string(outcome.rawValue)]
            if let uuid = report.summary.notificationUUID { object["notificationUUID"] = .string(uuid) }
            if let failure = report.failure {
                object["code"] = .string(failure.code.rawValue)
                if let path = failure.path { object["path"] = .string(path) }
            }
            if report.isFlagged { object["flagged"] = true }
            io.output.writeLine(JSONWriter().text(object))
        } else if let failure = report.failure {
            let place = failure.path.map { " in \($0)" } ?? ""
            io.output.writeLine("line \(line): \(outcome.rawValue)  \(failure.code)\(place)  \(failure.message)")
        }
    }

    /// Tells of one entry of a ledger.
    mutating func add(_ taking: LedgerTaking, _ entry: LedgerEntry, line: Int) {
        summary.add(taking)
        guard taking == .keyTaken else { return }
        let message = "the entry's key is taken by another one"
        if isJSON {
            io.output.writeLine(
                JSONWriter().text(["line": .integer(line), "code": "ledger.key_taken", "message": .string(message)]))
        } else {
            io.output.writeLine("line \(line): ledger.key_taken  \(message)")
        }
    }

    /// Tells the sum.
    func finish() {
        if isJSON {
            var counts: JSONValue = ["lines": .integer(summary.lines)]
            for outcome in IngestSummary.order { counts[outcome.rawValue] = .integer(summary[outcome]) }
            if !summary.ledger.isEmpty {
                counts["ledger"] = [
                    "added": .integer(summary.ledger[.added] ?? 0), "known": .integer(summary.ledger[.known] ?? 0),
                    "keyTaken": .integer(summary.ledger[.keyTaken] ?? 0),
                ]
            }
            io.output.writeLine(JSONWriter().text(["summary": counts]))
        } else {
            let parts = IngestSummary.order.map { "\(summary[$0]) \($0.rawValue)" }
            io.output.writeLine("\(summary.lines) lines: " + parts.joined(separator: ", "))
            if !summary.ledger.isEmpty {
                let (added, known) = (summary.ledger[.added] ?? 0, summary.ledger[.known] ?? 0)
                let taken = (summary.ledger[.keyTaken] ?? 0)
                io.output.writeLine("ledger: \(added) added, \(known) known, \(taken) whose key is taken")
            }
        }
        if summary.rejected > 0 {
            io.hint("a code is explained by: storekeeper help CODE")
        }
    }
}
