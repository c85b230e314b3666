internal import AppStoreModels
internal import SimulatorScenarios
internal import StoreSimulator
internal import StrictJSON

/// Tells what comes of a scenario, one line a step: to a person in words, to a program as JSON.
struct ScenarioLines {
    private let scenario: Scenario
    private let start: Int64
    private let style: TerminalStyle
    private let isJSON: Bool
    private let output: OutputWriter

    init(_ scenario: Scenario, start: Int64, isJSON: Bool, io: CommandIO) {
        self.scenario = scenario
        self.start = start
        self.isJSON = isJSON
        style = io.style(isPlain: false)
        output = io.output
    }

    /// Tells what begins.
    func begin(app: SimulatedApp, seed: UInt64) {
        guard !isJSON else { return }
        let purpose = scenario.purpose.isEmpty ? "" : "  \(TerminalText.plain(scenario.purpose))"
        output.writeLine(style.paint(TerminalText.plain(scenario.name), .strong) + purpose)
        output.writeLine(
            "\(TerminalText.plain(app.bundleId))  \(app.environment.rawValue)  from \(MomentText.utc(start))  seed \(seed)"
        )
    }

    /// Tells of a step.
    func add(_ report: ScenarioStepReport) {
        if isJSON { addJSON(report) } else { addText(report) }
    }

    private func addText(_ report: ScenarioStepReport) {
        let words = short(report.words, 42)
        guard let check = report.check else {
            guard !report.deliveries.isEmpty else {
                output.writeLine("\(elapsed(report.date))  \(short(report.words, 88))")
                return
            }
            for (place, delivery) in report.deliveries.enumerated() {
                output.writeLine(line(delivery, words: place == 0 ? words : ""))
            }
            return
        }
        // A step that should have been done and was refused may still have sent something.
        for delivery in report.deliveries { output.writeLine(line(delivery, words: "")) }
        let start = "\(elapsed(report.date))  \(short(report.words, 66).padded(to: 78))  "
        switch check {
        case .met: output.writeLine(start + style.paint(style.yes, .good))
        case .unasked: output.writeLine(start + style.paint(style.skipped, .doubtful) + " not asked")
        case .unmet(let expected, let got):
            output.writeLine(start + style.paint(style.no, .bad))
            output.writeLine("         expected  \(TerminalText.plain(expected))")
            output.writeLine("         got       \(TerminalText.plain(got))")
        }
    }

    private func short(_ text: String, _ limit: Int) -> String {
        TerminalText.plain(ShortText.head(text, limit: limit, ellipsis: style.ellipsis))
    }

    private func line(_ delivery: ScenarioStepReport.Delivery, words: String) -> String {
        let isFine = delivery.receipt.result == .success
        let answer = style.paint(TerminalText.plain(delivery.receipt.answer), isFine ? .good : .bad)
        let time = delivery.receipt.milliseconds.map { "  \($0) ms" } ?? ""
        var pair = delivery.notification.notification.pair
        if delivery.isDuplicate { pair += " again" } else if delivery.number > 1 { pair += " try \(delivery.number)" }
        return "\(elapsed(delivery.date))  \(words.padded(to: 42))  \(pair.padded(to: 34))  \(answer)\(time)"
    }

    /// How long after the start, such as `  31d` or `  3d12h`.
    private func elapsed(_ date: Int64) -> String {
        let minutes = max(date - start, 0) / 60_000
        let (days, rest) = (minutes / 1440, minutes % 1440)
        let hours = rest == 0 ? "" : rest % 60 == 0 ? "\(rest / 60)h" : "\(rest / 60)h\(rest % 60)m"
        return "\(days)d\(hours)".paddedLeft(to: 7)
    }

    /// Tells the sum.
    func finish(_ summary: ScenarioSummary) {
        if isJSON {
            output.writeLine(
                JSONWriter().text([
                    "schema": "storekeeper.simulate.run/1", "command": "simulate run",
                    "ok": .boolean(summary.isFine), "scenario": .string(scenario.name),
                    "notifications": .integer(summary.notifications), "attempts": .integer(summary.attempts),
                    "failedAttempts": .integer(summary.failedAttempts),
                    "undelivered": .integer(summary.undelivered), "met": .integer(summary.met),
                    "unmet": .integer(summary.unmet), "unasked": .integer(summary.unasked),
                    "digest": .optional(summary.digest),
                ]))
            return
        }
        let count = summary.notifications
        var parts = ["\(count) notification\(count == 1 ? "" : "s")"]
        parts.append("\(summary.failedAttempts) of \(summary.attempts) attempts failed")
        if summary.undelivered > 0 { parts.append("\(summary.undelivered) not delivered") }
        parts.append("\(summary.met) of \(summary.met + summary.unmet) expectations met")
        if summary.unasked > 0 { parts.append("\(summary.unasked) not asked") }
        if let digest = summary.digest { parts.append("end state \(digest.prefix(16))") }
        output.writeLine(
            style.paint(parts.joined(separator: style.usesUnicode ? " · " : ", "), summary.isFine ? .good : .bad))
    }
}

extension ScenarioLines {
    private func addJSON(_ report: ScenarioStepReport) {
        for delivery in report.deliveries {
            let notification = delivery.notification.notification
            output.writeLine(
                JSONWriter().text([
                    "event": "sent", "step": .optional(report.number.map(Int64.init)), "at": .integer(delivery.date),
                    "words": .string(report.words), "notificationType": .string(notification.type.rawValue),
                    "subtype": .optional(notification.subtype?.rawValue), "notificationUUID": .string(notification.id),
                    "attempt": .integer(delivery.number), "duplicate": .boolean(delivery.isDuplicate),
                    "result": .string(delivery.receipt.result.rawValue), "answer": .string(delivery.receipt.answer),
                    "milliseconds": .optional(delivery.receipt.milliseconds),
                ]))
        }
        guard let check = report.check else {
            guard report.deliveries.isEmpty else { return }
            output.writeLine(JSONWriter().text(object(report, event: "step")))
            return
        }
        var line = object(report, event: "expectation")
        switch check {
        case .met: line["ok"] = true
        case .unasked: line["ok"] = .null
        case .unmet(let expected, let got):
            line["ok"] = false
            line["expected"] = .string(expected)
            line["got"] = .string(got)
        }
        output.writeLine(JSONWriter().text(line))
    }

    private func object(_ report: ScenarioStepReport, event: String) -> JSONValue {
        [
            "event": .string(event), "step": .optional(report.number.map(Int64.init)), "at": .integer(report.date),
            "words": .string(report.words),
        ]
    }
}
