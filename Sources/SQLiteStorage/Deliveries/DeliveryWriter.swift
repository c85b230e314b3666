internal import EntitlementStorage

/// Changes what is on its way to targets, within a write transaction.
struct DeliveryWriter {
    let connection: Connection

    func addTarget(_ name: String, from start: TargetStart) throws(SQLiteFailure) {
        try connection.run(
            """
            INSERT INTO webhook_target (name, cursor)
            VALUES (?1, CASE WHEN ?2 THEN 0 ELSE coalesce((SELECT max(sequence) FROM event), 0) END)
            ON CONFLICT (name) DO NOTHING
            """, .text(name), .integer(start == .beginning ? 1 : 0))
    }

    func lease(_ target: String, holder: String, now: Int64, until: Int64) throws(SQLiteFailure) -> Bool {
        try connection.upsert(
            """
            UPDATE webhook_target SET holder = ?2, held_until = ?4
            WHERE name = ?1 AND (holder = ?2 OR held_until <= ?3)
            """, [.text(target), .text(holder), .integer(now), .integer(until)]
        ).hasChanged
    }

    func release(_ target: String, holder: String) throws(SQLiteFailure) {
        try connection.run(
            "UPDATE webhook_target SET holder = NULL, held_until = 0 WHERE name = ? AND holder = ?", .text(target),
            .text(holder))
    }

    func enqueue(
        _ events: [Int64], for target: String, holder: String, from previous: Int64, to cursor: Int64, at now: Int64
    ) throws(SQLiteFailure) -> Bool {
        guard let row = try row(of: target, heldBy: holder) else { return false }
        let hasMoved = try connection.upsert(
            "UPDATE webhook_target SET cursor = ?3 WHERE id = ?1 AND cursor = ?2",
            [.integer(row), .integer(previous), .integer(cursor)]
        ).hasChanged
        guard hasMoved else { return false }
        for event in events {
            // The first of its line that waits may be sent at once.
            try connection.run(
                """
                INSERT INTO delivery (target, event, line, state, created_at, changed_at, next_attempt)
                SELECT ?1, sequence, line, 1, ?3, ?3,
                    CASE WHEN EXISTS (
                        SELECT 1 FROM delivery WHERE target = ?1 AND line = event.line AND state = 1
                    ) THEN NULL ELSE ?3 END
                FROM event WHERE sequence = ?2
                """, .integer(row), .integer(event), .integer(now))
        }
        return true
    }

    func settle(
        _ report: TargetReport, for target: String, holder: String, at now: Int64
    ) throws(SQLiteFailure) -> Bool {
        guard let row = try row(of: target, heldBy: holder) else { return false }
        try connection.run(
            "UPDATE webhook_target SET failures = ?, closed_until = ? WHERE id = ?",
            .integer(Int64(report.health.failures)), .optional(report.health.closedUntil), .integer(row))
        if let pause = report.pause { _ = try self.pause(target, pause) }
        for result in report.results { try settle(result, at: now) }
        if report.isRecovered { try makeDue(row, at: now) }
        return true
    }

    private func settle(_ result: TargetReport.Result, at now: Int64) throws(SQLiteFailure) {
        let progress = result.progress
        let isWritten = try connection.upsert(
            """
            UPDATE delivery SET state = ?2, tries = ?3, since = ?4, next_attempt = ?5, changed_at = ?6,
                attempts = attempts + 1
            WHERE id = ?1 AND state = 1
            """,
            [
                .integer(result.delivery), .integer(progress.state.storedNumber), .integer(Int64(progress.tries)),
                .optional(progress.since), .optional(progress.nextAttempt), .integer(now),
            ]
        ).hasChanged
        guard isWritten else { return }
        let attempt = result.attempt
        try connection.run(
            """
            INSERT INTO delivery_attempt (delivery, number, started_at, duration, status, error, answer)
            SELECT id, attempts, ?2, ?3, ?4, ?5, ?6 FROM delivery WHERE id = ?1
            """, .integer(result.delivery), .integer(attempt.startedAt), .integer(attempt.duration),
            .optional(attempt.status.map(Int64.init)), .optional(attempt.error), .blob(attempt.answer))
        try orderLine(of: result.delivery, at: now)
    }

    func pause(_ target: String, _ pause: TargetPause) throws(SQLiteFailure) -> Bool {
        try connection.upsert(
            "UPDATE webhook_target SET paused_at = ?2, pause_reason = ?3 WHERE name = ?1",
            [.text(target), .integer(pause.at), .text(pause.reason)]
        ).hasChanged
    }

    func resume(_ target: String, at now: Int64) throws(SQLiteFailure) -> Bool {
        guard let row = try connection.number("SELECT id FROM webhook_target WHERE name = ?", [.text(target)]) else {
            return false
        }
        try connection.run(
            """
            UPDATE webhook_target SET paused_at = NULL, pause_reason = NULL, failures = 0, closed_until = NULL
            WHERE id = ?
            """, .integer(row))
        try makeDue(row, at: now)
        return true
    }

    func requeue(_ selection: DeliverySelection, at now: Int64) throws(SQLiteFailure) -> Int {
        let ids = try DeliveryQueries(connection: connection).ids(selection)
        for id in ids {
            try connection.run(
                """
                UPDATE delivery SET state = 1, tries = 0, since = NULL, next_attempt = ?2, changed_at = ?2
                WHERE id = ?1
                """, .integer(id), .integer(now))
            try orderLine(of: id, at: now)
        }
        return ids.count
    }

    func forget(deliveredBefore time: Int64, limit: Int) throws(SQLiteFailure) -> Int {
        let ids = try connection.all(
            "SELECT id FROM delivery WHERE state = 2 AND changed_at < ? ORDER BY changed_at LIMIT ?", .integer(time),
            .integer(Int64(max(limit, 0)))
        ) { row throws(SQLiteFailure) in row.integer(0) }
        for id in ids {
            try connection.run("DELETE FROM delivery_attempt WHERE delivery = ?", .integer(id))
            try connection.run("DELETE FROM delivery WHERE id = ?", .integer(id))
        }
        return ids.count
    }

    // MARK: - Parts

    private func row(of target: String, heldBy holder: String) throws(SQLiteFailure) -> Int64? {
        try connection.number(
            "SELECT id FROM webhook_target WHERE name = ? AND holder = ?", [.text(target), .text(holder)])
    }

    /// Gives the earliest waiting delivery of a line a time, and takes it from those that must wait for it.
    private func orderLine(of delivery: Int64, at now: Int64) throws(SQLiteFailure) {
        let place = try connection.first("SELECT target, line FROM delivery WHERE id = ?", .integer(delivery)) {
            row throws(SQLiteFailure) in (target: row.integer(0), line: row.optionalInteger(1))
        }
        guard let place, let line = place.line else { return }
        let first = try connection.number(
            "SELECT id FROM delivery WHERE target = ? AND line = ? AND state = 1 ORDER BY event LIMIT 1",
            [.integer(place.target), .integer(line)])
        guard let first else { return }
        try connection.run(
            """
            UPDATE delivery SET next_attempt = NULL
            WHERE target = ?1 AND line = ?2 AND state = 1 AND next_attempt IS NOT NULL AND id <> ?3
            """, .integer(place.target), .integer(line), .integer(first))
        try connection.run(
            "UPDATE delivery SET next_attempt = ?2 WHERE id = ?1 AND next_attempt IS NULL", .integer(first),
            .integer(now))
    }

    private func makeDue(_ target: Int64, at now: Int64) throws(SQLiteFailure) {
        try connection.run(
            "UPDATE delivery SET next_attempt = ?2 WHERE target = ?1 AND state = 1 AND next_attempt > ?2",
            .integer(target), .integer(now))
    }
}
