internal import EntitlementStorage

/// The questions about what is on its way to targets.
struct DeliveryQueries {
    let connection: Connection

    private static let targetColumns = "name, cursor, paused_at, pause_reason, failures, closed_until"

    func target(_ name: String) throws(SQLiteFailure) -> TargetRecord? {
        try connection.first(
            "SELECT \(Self.targetColumns) FROM webhook_target WHERE name = ?", .text(name), read: Self.target)
    }

    func counts() throws(SQLiteFailure) -> [TargetCounts] {
        try connection.all(
            """
            SELECT \(Self.targetColumns),
                (SELECT count(*) FROM delivery WHERE target = webhook_target.id AND state = 1),
                (SELECT count(*) FROM delivery WHERE target = webhook_target.id AND state = 3),
                (SELECT min(created_at) FROM delivery WHERE target = webhook_target.id AND state = 1)
            FROM webhook_target ORDER BY name
            """
        ) { row throws(SQLiteFailure) in
            TargetCounts(
                target: try Self.target(row), waiting: row.integer(6), failed: row.integer(7),
                oldest: row.optionalInteger(8))
        }
    }

    private static func target(_ row: PreparedStatement) throws(SQLiteFailure) -> TargetRecord {
        let reason = try row.optionalText(3)
        return TargetRecord(
            name: try row.text(0), cursor: row.integer(1),
            pause: row.optionalInteger(2).map { TargetPause(at: $0, reason: reason ?? "") },
            health: TargetHealth(
                failures: Int(clamping: row.integer(4)), closedUntil: row.optionalInteger(5)))
    }

    // MARK: - Deliveries

    private static let tables = """
        delivery JOIN webhook_target ON webhook_target.id = delivery.target
            JOIN event ON event.sequence = delivery.event JOIN scope ON scope.id = event.scope
            LEFT JOIN line ON line.id = event.line
        """
    private static let columns = """
        delivery.id, webhook_target.name, delivery.state, delivery.created_at, changed_at, attempts, tries, since,
            next_attempt
        """

    func pending(for target: String, limit: Int) throws(SQLiteFailure) -> [PendingDelivery] {
        guard let row = try connection.number("SELECT id FROM webhook_target WHERE name = ?", [.text(target)]) else {
            return []
        }
        return try connection.all(
            """
            SELECT \(StoreQueries.eventColumns), \(Self.columns) FROM \(Self.tables)
            WHERE delivery.target = ? AND delivery.state = 1 AND next_attempt IS NOT NULL
            ORDER BY next_attempt, delivery.event LIMIT ?
            """, .integer(row), .integer(Int64(max(limit, 0))), read: Self.pending)
    }

    func delivery(_ id: Int64) throws(SQLiteFailure) -> PendingDelivery? {
        try connection.first(
            "SELECT \(StoreQueries.eventColumns), \(Self.columns) FROM \(Self.tables) WHERE delivery.id = ?",
            .integer(id), read: Self.pending)
    }

    func list(_ query: DeliveryQuery) throws(SQLiteFailure) -> [DeliveryRecord] {
        try connection.all(
            """
            SELECT \(StoreQueries.eventColumns), \(Self.columns) FROM \(Self.tables)
            WHERE (?1 IS NULL OR webhook_target.name = ?1) AND (?2 IS NULL OR delivery.state = ?2)
            AND (?3 IS NULL OR event.id = ?3) AND (?4 IS NULL OR delivery.id < ?4)
            ORDER BY delivery.id DESC LIMIT ?5
            """, .optional(query.target), .optional(query.state?.storedNumber), .optional(query.eventId),
            .optional(query.before), .integer(Int64(max(query.limit, 0)))
        ) { row throws(SQLiteFailure) in try Self.pending(row).record }
    }

    private static func pending(_ row: PreparedStatement) throws(SQLiteFailure) -> PendingDelivery {
        let event = try StoreQueries.event(row)
        let first = StoreQueries.eventColumnCount
        let record = DeliveryRecord(
            id: row.integer(first), target: try row.text(first + 1), sequence: event.sequence, eventId: event.id,
            type: event.type, scope: event.scope, originalTransactionId: event.originalTransactionId,
            createdAt: row.integer(first + 3), changedAt: row.integer(first + 4),
            attempts: Int(clamping: row.integer(first + 5)),
            progress: DeliveryProgress(
                state: try row.word(first + 2),
                tries: Int(clamping: row.integer(first + 6)), since: row.optionalInteger(first + 7),
                nextAttempt: row.optionalInteger(first + 8)))
        return PendingDelivery(record: record, event: event)
    }

    func attempts(of delivery: Int64) throws(SQLiteFailure) -> [DeliveryAttempt] {
        try connection.all(
            """
            SELECT started_at, duration, status, error, answer FROM delivery_attempt WHERE delivery = ?
            ORDER BY number
            """, .integer(delivery)
        ) { row throws(SQLiteFailure) in
            DeliveryAttempt(
                startedAt: row.integer(0), duration: row.integer(1),
                status: row.optionalInteger(2).map { Int(clamping: $0) }, error: try row.optionalText(3),
                answer: try row.blob(4))
        }
    }

    func ids(_ selection: DeliverySelection) throws(SQLiteFailure) -> [Int64] {
        switch selection {
        case .one(let id):
            try connection.all("SELECT id FROM delivery WHERE id = ?", .integer(id)) { row throws(SQLiteFailure) in
                row.integer(0)
            }
        case .failed(let target, let since):
            try connection.all(
                """
                SELECT delivery.id FROM delivery JOIN webhook_target ON webhook_target.id = delivery.target
                    JOIN event ON event.sequence = delivery.event
                WHERE webhook_target.name = ? AND delivery.state = 3 AND event.created_at >= ? ORDER BY delivery.id
                """, .text(target), .integer(since)
            ) { row throws(SQLiteFailure) in row.integer(0) }
        }
    }
}
