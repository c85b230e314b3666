internal import EntitlementStorage
internal import Entitlements
internal import StrictJSON
internal import WebhookDelivery

/// Writes deliveries: for programs as JSON, for people in words.
struct DeliveryLines {
    let now: Int64
    let style: TerminalStyle

    // MARK: - For programs

    /// A delivery as one line of JSON.
    static func json(_ record: DeliveryRecord) -> String { JSONWriter(sortsNames: true).text(.object(members(record))) }

    /// A delivery with its event and attempts as one line of JSON.
    static func json(_ delivery: PendingDelivery, _ attempts: [DeliveryAttempt]) -> String {
        let more = [
            JSONMember("event", delivery.event.json),
            JSONMember(
                "attempted",
                .array(
                    attempts.map { attempt in
                        [
                            "startedAt": .integer(attempt.startedAt), "milliseconds": .integer(attempt.duration),
                            "status": .optional(attempt.status.map(Int64.init)), "error": .optional(attempt.error),
                            "answer": .string(String(decoding: attempt.answer, as: UTF8.self)),
                        ]
                    })),
        ]
        return JSONWriter(sortsNames: true).text(.object(members(delivery.record) + more))
    }

    private static func members(_ record: DeliveryRecord) -> [JSONMember] {
        [
            JSONMember("id", .integer(record.id)), JSONMember("target", .string(record.target)),
            JSONMember("state", .string(record.progress.state.rawValue)),
            JSONMember("eventId", .string(record.eventId)),
            JSONMember("sequence", .integer(record.sequence)), JSONMember("type", .string(record.type.rawValue)),
            JSONMember("environment", .string(record.scope.environment)),
            JSONMember("bundleId", .string(record.scope.bundleId)),
            JSONMember("originalTransactionId", .optional(record.originalTransactionId)),
            JSONMember("attempts", .integer(record.attempts)),
            JSONMember("nextAttempt", .optional(record.progress.nextAttempt)),
            JSONMember("createdAt", .integer(record.createdAt)), JSONMember("changedAt", .integer(record.changedAt)),
        ]
    }

    // MARK: - For people

    /// The table of some deliveries.
    func table(_ records: [DeliveryRecord]) -> [String] {
        var table = TextTable([
            ("ID", .right), ("TARGET", .left), ("STATE", .left), ("EVENT", .left), ("LINE", .left),
            ("ATTEMPTS", .right), ("NEXT", .left),
        ])
        for record in records {
            table.add(
                [
                    String(record.id), record.target, record.progress.state.rawValue, record.type.rawValue,
                    record.originalTransactionId ?? "-", String(record.attempts), next(record.progress),
                ].map(TerminalText.plain))
        }
        return table.lines
    }

    /// How a target stands, in one line.
    func text(_ counts: TargetCounts) -> String {
        var parts = ["\(counts.waiting) waiting"]
        if let oldest = counts.oldest { parts.append("the oldest since \(TimeText.both(oldest, now: now))") }
        if counts.failed > 0 { parts.append("\(counts.failed) failed") }
        if let pause = counts.target.pause {
            parts.append("paused since \(TimeText.both(pause.at, now: now)): \(pause.reason)")
        } else if let until = counts.target.health.closedUntil, until > now {
            parts.append(
                "left alone until \(TimeText.both(until, now: now)) after \(counts.target.health.failures) failures")
        }
        return TerminalText.plain(counts.target.name + "  " + parts.joined(separator: ", "))
    }

    /// A delivery with its event and attempts.
    func text(_ delivery: PendingDelivery, _ attempts: [DeliveryAttempt]) -> [String] {
        let record = delivery.record
        let state = style.paint(record.progress.state.rawValue, record.progress.state == .failed ? .bad : .good)
        var lines = [
            "DELIVERY \(record.id)  to \(TerminalText.plain(record.target))  \(state)  \(record.scope.environment)",
            "  event    \(TerminalText.plain("\(record.type.rawValue)  \(record.eventId)"))",
            "  written  \(TimeText.both(delivery.event.createdAt, now: now))",
        ]
        if let line = record.originalTransactionId { lines.append("  line     \(TerminalText.plain(line))") }
        if record.progress.state == .waiting { lines.append("  next     \(next(record.progress))") }
        if attempts.isEmpty { lines.append("  no attempt yet") }
        for (index, attempt) in attempts.enumerated() {
            let result = attempt.status.map { "status \($0)" } ?? attempt.error ?? "no answer"
            lines.append(
                TerminalText.plain(
                    "  attempt \(index + 1)  \(TimeText.utc(attempt.startedAt))  \(result)  \(attempt.duration) ms"))
            let answer = String(decoding: attempt.answer.prefix(200), as: UTF8.self)
            if !answer.isEmpty { lines.append("    answered  \(TerminalText.plain(answer))") }
        }
        return lines
    }

    private func next(_ progress: DeliveryProgress) -> String {
        guard progress.state == .waiting else { return "" }
        guard let time = progress.nextAttempt else { return "after an earlier one of its line" }
        return time <= now ? "now" : RelativeTime.text(time, now: now)
    }
}
