internal import EntitlementStorage

/// The questions about what is on its way to targets.
struct DeliveryQueries {
    let queries: StoreQueries

    private static let targetColumns = "name, cursor, paused_at, pause_reason, failures, closed_until"

    func target(_ name: String) throws(PostgreSQLFailure) -> TargetRecord? {
        let found = try queries.rows(
            "SELECT \(Self.targetColumns) FROM webhook_target WHERE name = $1::bytea", .text(name))
        return found.count == 0 ? nil : Self.target(found, 0)
    }

    func counts() throws(PostgreSQLFailure) -> [TargetCounts] {
        let found = try queries.rows(
            """
            SELECT \(Self.targetColumns),
                (SELECT count(*) FROM delivery WHERE target = webhook_target.id AND state = 1),
                (SELECT count(*) FROM delivery WHERE target = webhook_target.id AND state = 3),
                (SELECT min(created_at) FROM delivery WHERE target = webhook_target.id AND state = 1)
            FROM webhook_target ORDER BY name
            """)
        return (0..<found.count).map { row in
            TargetCounts(
                target: Self.target(found, row), waiting: found.integer(row, 6), failed: found.integer(row, 7),
                oldest: found.optionalInteger(row, 8))
        }
    }

    private static func target(_ rows: Rows, _ row: Int) -> TargetRecord {
        let reason = rows.text(row, 3)
        return TargetRecord(
            name: rows.text(row, 0), cursor: rows.integer(row, 1),
            pause: rows.optionalInteger(row, 2).map { TargetPause(at: $0, reason: reason) },
            health: TargetHealth(
                failures: Int(clamping: rows.integer(row, 4)), closedUntil: rows.optionalInteger(row, 5)))
    }

    // MARK: - Deliveries

    private static let columns = """
        \(StoreQueries.eventColumns), d.id, t.name, d.state, d.created_at, d.changed_at, d.attempts, d.tries, d.since,
        d.next_attempt
        """
    /// An event `e` and its scope for each delivery `d`.
    private static let event = """
        CROSS JOIN LATERAL (SELECT * FROM event WHERE event.sequence = d.event LIMIT 1) AS e
        CROSS JOIN LATERAL (SELECT * FROM scope WHERE scope.id = e.scope LIMIT 1) AS s
        """
    /// The target `t` of each delivery `d`.
    private static let target =
        "CROSS JOIN LATERAL (SELECT name FROM webhook_target WHERE webhook_target.id = d.target LIMIT 1) AS t"

    func pending(for target: String, limit: Int) throws(PostgreSQLFailure) -> [PendingDelivery] {
        try pending(
            queries.rows(
                """
                SELECT \(Self.columns) FROM webhook_target t CROSS JOIN LATERAL (
                    SELECT * FROM delivery WHERE delivery.target = t.id AND state = 1 AND next_attempt IS NOT NULL
                    ORDER BY next_attempt, event LIMIT $2::int8) AS d
                \(Self.event)
                WHERE t.name = $1::bytea ORDER BY d.next_attempt, d.event
                """, .text(target), .integer(Int64(max(limit, 0)))))
    }

    func delivery(_ id: Int64) throws(PostgreSQLFailure) -> PendingDelivery? {
        try pending(
            queries.rows(
                "SELECT \(Self.columns) FROM delivery d \(Self.target) \(Self.event) WHERE d.id = $1::int8",
                .integer(id))
        ).first
    }

    func list(_ query: DeliveryQuery) throws(PostgreSQLFailure) -> [DeliveryRecord] {
        // Those of one event are found by it, all others by their numbers.
        let (source, condition) =
            query.eventId == nil
            ? ("delivery d", "$3::bytea IS NULL")
            : (
                """
                (SELECT sequence FROM event WHERE event.id = $3::bytea OFFSET 0) AS own
                CROSS JOIN LATERAL (SELECT * FROM delivery WHERE delivery.event = own.sequence OFFSET 0) AS d
                """, "true"
            )
        return try pending(
            queries.rows(
                """
                SELECT \(Self.columns) FROM \(source) \(Self.target) \(Self.event)
                WHERE ($1::bytea IS NULL OR t.name = $1::bytea) AND ($2::int8 IS NULL OR d.state = $2::int8)
                AND \(condition) AND ($4::int8 IS NULL OR d.id < $4::int8)
                ORDER BY d.id DESC LIMIT $5::int8
                """, .optional(query.target.map { Array($0.utf8) }), .optional(query.state?.storedNumber),
                .optional(query.eventId.map { Array($0.utf8) }), .optional(query.before),
                .integer(Int64(max(query.limit, 0))))
        ).map(\.record)
    }

    private func pending(_ rows: Rows) throws(PostgreSQLFailure) -> [PendingDelivery] {
        var deliveries: [PendingDelivery] = []
        let first = StoreQueries.eventColumnCount
        for row in 0..<rows.count {
            let event = try StoreQueries.event(rows, row)
            let record = DeliveryRecord(
                id: rows.integer(row, first), target: rows.text(row, first + 1), sequence: event.sequence,
                eventId: event.id, type: event.type, scope: event.scope,
                originalTransactionId: event.originalTransactionId, createdAt: rows.integer(row, first + 3),
                changedAt: rows.integer(row, first + 4), attempts: Int(clamping: rows.integer(row, first + 5)),
                progress: DeliveryProgress(
                    state: try rows.word(row, first + 2), tries: Int(clamping: rows.integer(row, first + 6)),
                    since: rows.optionalInteger(row, first + 7), nextAttempt: rows.optionalInteger(row, first + 8)))
            deliveries.append(PendingDelivery(record: record, event: event))
        }
        return deliveries
    }

    func attempts(of delivery: Int64) throws(PostgreSQLFailure) -> [DeliveryAttempt] {
        let found = try queries.rows(
            """
            SELECT started_at, duration, status, error, answer FROM delivery_attempt WHERE delivery = $1::int8
            ORDER BY number
            """, .integer(delivery))
        return (0..<found.count).map { row in
            DeliveryAttempt(
                startedAt: found.integer(row, 0), duration: found.integer(row, 1),
                status: found.optionalInteger(row, 2).map { Int(clamping: $0) }, error: found.optionalText(row, 3),
                answer: found.bytes(row, 4))
        }
    }

    /// Asks for the numbers of the deliveries that a selection has.
    static func ids(_ selection: DeliverySelection) -> Command {
        switch selection {
        case .one(let id): Command("SELECT id FROM delivery WHERE id = $1::int8", .integer(id))
        case .failed(let target, let since):
            Command(
                """
                SELECT d.id FROM webhook_target t CROSS JOIN LATERAL (
                    SELECT id, event FROM delivery WHERE delivery.target = t.id AND state = 3 ORDER BY id) AS d
                CROSS JOIN LATERAL (SELECT created_at FROM event WHERE event.sequence = d.event LIMIT 1) AS e
                WHERE t.name = $1::bytea AND e.created_at >= $2::int8
                """, .text(target), .integer(since))
        }
    }

    func count(_ selection: DeliverySelection) throws(PostgreSQLFailure) -> Int {
        let command = Self.ids(selection)
        return try queries.connection.run([command], patience: queries.patience).first?.count ?? 0
    }
}
