internal import EntitlementStorage

extension DeliveryChange where Value == Bool {
    /// Asks for the target's row while it is the holder's, and keeps it so to the end of the transaction.
    private static func held(_ target: String, by holder: String) -> Command {
        Command(
            """
            SELECT id, cursor FROM webhook_target WHERE name = $1::bytea AND holder = $2::bytea FOR UPDATE
            """, .text(target), .text(holder))
    }

    static func enqueue(
        _ events: [Int64], for target: String, holder: String, from previous: Int64, to cursor: Int64, at now: Int64
    ) -> Self {
        Self([held(target, by: holder)]) { answers in
            guard let row = answers.first, row.count == 1, row.integer(0, 1) == previous else { return ([], false) }
            let id = row.integer(0, 0)
            return (
                [
                    Command(
                        "UPDATE webhook_target SET cursor = $2::int8 WHERE id = $1::int8", .integer(id),
                        .integer(cursor)),
                    Command(addDeliveries, .integer(id), .integers(events), .integer(now)),
                ], true
            )
        }
    }

    /// The first of its line that waits may be sent at once.
    private static var addDeliveries: String {
        """
        INSERT INTO delivery (target, event, scope, original, state, created_at, changed_at, next_attempt)
        SELECT $1::int8, e.sequence, e.scope, e.original, 1, $3::int8, $3::int8,
            CASE WHEN e.original IS NULL OR (
                row_number() OVER (PARTITION BY e.scope, e.original ORDER BY k.at) = 1 AND NOT EXISTS (
                    SELECT 1 FROM delivery d WHERE d.target = $1::int8 AND d.scope = e.scope
                    AND d.original = e.original AND d.state = 1)
            ) THEN $3::int8 END
        FROM unnest($2::int8[]) WITH ORDINALITY AS k (sequence, at)
        CROSS JOIN LATERAL (
            SELECT sequence, scope, original FROM event WHERE event.sequence = k.sequence LIMIT 1) AS e
        ORDER BY k.at
        """
    }

    static func settle(_ report: TargetReport, for target: String, holder: String, at now: Int64) -> Self {
        Self([held(target, by: holder)]) { answers in
            guard let row = answers.first, row.count == 1 else { return ([], false) }
            let id = row.integer(0, 0)
            var commands = [
                Command(
                    """
                    UPDATE webhook_target SET failures = $2::int8, closed_until = $3::int8,
                        paused_at = CASE WHEN $4::bool THEN $5::int8 ELSE paused_at END,
                        pause_reason = CASE WHEN $4::bool THEN $6::bytea ELSE pause_reason END
                    WHERE id = $1::int8
                    """, .integer(id), .integer(Int64(report.health.failures)), .optional(report.health.closedUntil),
                    .flag(report.pause != nil), .optional(report.pause?.at),
                    .optional(report.pause.map { Array($0.reason.utf8) }))
            ]
            for result in report.results {
                commands += [settle(result, at: now), orderLines(of: [result.delivery], at: now)]
            }
            if report.isRecovered { commands.append(makeDue(id, at: now)) }
            return (commands, true)
        }
    }

    /// A delivery that waits no more keeps what it has: a word about it came late.
    private static func settle(_ result: TargetReport.Result, at now: Int64) -> Command {
        let (progress, attempt) = (result.progress, result.attempt)
        return Command(
            """
            WITH settled AS (
                UPDATE delivery SET state = $2::int8, tries = $3::int8, since = $4::int8, next_attempt = $5::int8,
                    changed_at = $6::int8, attempts = attempts + 1
                WHERE id = $1::int8 AND state = 1 RETURNING id, attempts
            )
            INSERT INTO delivery_attempt (delivery, number, started_at, duration, status, error, answer)
            SELECT id, attempts, $7::int8, $8::int8, $9::int8, $10::bytea, $11::bytea FROM settled
            """, .integer(result.delivery), .integer(progress.state.storedNumber), .integer(Int64(progress.tries)),
            .optional(progress.since), .optional(progress.nextAttempt), .integer(now), .integer(attempt.startedAt),
            .integer(attempt.duration), .optional(attempt.status.map(Int64.init)),
            .optional(attempt.error.map { Array($0.utf8) }), .blob(attempt.answer))
    }
}
