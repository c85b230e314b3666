internal import StrictJSON

/// Tells what a receiver answered to bodies that were sent once more.
struct RepostReport {
    private let io: CommandIO
    private let isJSON: Bool
    private var progress: ProgressBar
    private var counts: [String: Int] = [:]
    private var total = 0
    private(set) var refused = 0
    /// The place of the last body before the first that was not taken, and of the last of all.
    private(set) var lastTaken: Int64?
    private var isUnbroken = true

    init(io: CommandIO, isJSON: Bool) {
        self.io = io
        self.isJSON = isJSON
        progress = ProgressBar(io: io, unit: "bodies", total: nil, isPlain: io.output.isTerminal)
    }

    mutating func add(_ stored: StoredInputs.Stored, _ answer: RepostRun.Answer) {
        total += 1
        if !answer.isTaken {
            refused += 1
            isUnbroken = false
        } else if isUnbroken {
            lastTaken = stored.sequence
        }
        let word: String
        var object: JSONValue = ["sequence": .integer(stored.sequence), "name": .string(stored.name)]
        switch answer {
        case .status(let status):
            word = "answered \(status)"
            object["status"] = .integer(status)
        case .none(let reason):
            word = "unanswered"
            object["error"] = .string(reason)
        }
        counts[word, default: 0] += 1
        progress.clear()
        if isJSON {
            io.output.writeLine(JSONWriter().text(object))
        } else if !answer.isTaken {
            let reason = if case .none(let reason) = answer { "  \(reason)" } else { "" }
            io.output.writeLine("\(stored.sequence)  \(TerminalText.plain(stored.name)): \(word)\(reason)")
        }
        progress.update(bytes: 0, items: total)
    }

    /// Tells the sum.
    mutating func finish() {
        progress.clear()
        let sorted = counts.sorted { $0.key < $1.key }
        if isJSON {
            let answers = sorted.map { JSONMember($0.key, .integer($0.value)) }
            io.output.writeLine(
                JSONWriter().text([
                    "summary": ["sent": .integer(total), "refused": .integer(refused), "answers": .object(answers)]
                ]))
        } else {
            let parts = sorted.map { "\($0.value) \($0.key)" }
            io.output.writeLine("\(total) sent" + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")))
        }
    }
}
