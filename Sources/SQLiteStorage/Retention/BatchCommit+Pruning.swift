internal import EntitlementStorage
internal import Entitlements

extension BatchCommit {
    /// Forgets some old rows, or counts them.
    func prune(
        _ request: PruneRequest, after cursor: Int64, limit: Int, isPlan: Bool
    ) throws(SQLiteFailure) -> PruneStep {
        switch request.kind {
        case .notifications: try pruneLog(request, after: cursor, limit: limit, isPlan: isPlan)
        case .events: try pruneEvents(request, after: cursor, limit: limit, isPlan: isPlan)
        case .rejected: try pruneRejected(request, after: cursor, limit: limit, isPlan: isPlan)
        }
    }

    // MARK: - Events

    private func pruneEvents(
        _ request: PruneRequest, after cursor: Int64, limit: Int, isPlan: Bool
    ) throws(SQLiteFailure) -> PruneStep {
        var page = PrunePage(request)
        let rows = try connection.all(
            """
            SELECT sequence, created_at, length(content), EXISTS (
                SELECT 1 FROM delivery WHERE event = sequence AND state <> 2
            ) OR sequence > (SELECT coalesce(min(cursor), ?3) FROM webhook_target)
            FROM event WHERE sequence > ?1 ORDER BY sequence LIMIT ?2
            """, .integer(cursor), .integer(Int64(max(limit, 0))), .integer(.max)
        ) { row throws(SQLiteFailure) in
            (place: row.integer(0), date: row.integer(1), bytes: row.integer(2), isNeeded: row.integer(3) != 0)
        }
        for row in rows { page.add(row.place, date: row.date, isNeeded: row.isNeeded, bytes: row.bytes) }
        guard !isPlan, let greatest = page.places.max() else { return page.step }
        for place in page.places {
            try connection.run(
                "DELETE FROM delivery_attempt WHERE delivery IN (SELECT id FROM delivery WHERE event = ?)",
                .integer(place))
            try connection.run("DELETE FROM delivery WHERE event = ?", .integer(place))
            try connection.run("DELETE FROM event WHERE sequence = ?", .integer(place))
        }
        try connection.run(
            """
            INSERT INTO total (name, value) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)
            """, .text(Total.prunedEvents.rawValue), .integer(greatest))
        return page.step
    }

    // MARK: - The log

    private func pruneLog(
        _ request: PruneRequest, after cursor: Int64, limit: Int, isPlan: Bool
    ) throws(SQLiteFailure) -> PruneStep {
        var page = PrunePage(request)
        let needed = try neededFrom()
        let rows = try connection.all(
            """
            SELECT sequence, date, max(date, received_at), length(payload) + length(signature), outcome, resolved_by,
                EXISTS (
                    SELECT 1 FROM line JOIN fact USING (scope, rank) WHERE line.id = notification.line
                    AND fact.kind = ?3 AND fact.name = line.original
                    AND (fact.date, fact.digest) = (notification.date, notification.digest))
            FROM notification JOIN notification_text USING (sequence) WHERE sequence > ?1 ORDER BY sequence LIMIT ?2
            """, .integer(cursor), .integer(Int64(max(limit, 0))), .integer(FactKind.storeStatus.storedNumber)
        ) { row throws(SQLiteFailure) in
            let outcome: ProcessingOutcome = try row.word(4)
            return (
                place: row.integer(0), date: row.integer(1), latest: row.integer(2), bytes: row.integer(3),
                outcome: row.isNull(5) ? outcome : nil, isStatus: row.integer(6) != 0
            )
        }
        for row in rows {
            page.add(
                row.place, date: row.date, isNeeded: needed.map { row.latest >= $0 } ?? false,
                isStatus: row.isStatus, bytes: row.bytes, outcome: row.outcome)
        }
        guard !isPlan else { return page.step }
        for place in page.places {
            // A row that was in quarantine before says by which it was resolved: it has the same date, and goes too.
            for statement in [
                "DELETE FROM embedded WHERE notification = ?1",
                """
                DELETE FROM notification_text WHERE sequence = ?1
                OR sequence IN (SELECT sequence FROM notification WHERE resolved_by = ?1)
                """, "DELETE FROM notification WHERE resolved_by = ?1", "DELETE FROM notification WHERE sequence = ?1",
            ] {
                try connection.run(statement, .integer(place))
            }
        }
        for (outcome, count) in page.outcomes { try add(-count, to: outcome.total) }
        try add(page.step.pruned, to: .prunedNotifications)
        return page.step
    }

    private func add(_ count: Int64, to total: Total) throws(SQLiteFailure) {
        try connection.run(
            """
            INSERT INTO total (name, value) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET value = value + excluded.value
            """, .text(total.rawValue), .integer(count))
    }

    // MARK: - What was rejected

    private func pruneRejected(
        _ request: PruneRequest, after cursor: Int64, limit: Int, isPlan: Bool
    ) throws(SQLiteFailure) -> PruneStep {
        var page = PrunePage(request)
        let rows = try connection.all(
            "SELECT sequence, received_at, length(body) FROM rejected WHERE sequence > ? ORDER BY sequence LIMIT ?",
            .integer(cursor), .integer(Int64(max(limit, 0)))
        ) { row throws(SQLiteFailure) in (place: row.integer(0), date: row.integer(1), bytes: row.integer(2)) }
        for row in rows { page.add(row.place, date: row.date, bytes: row.bytes) }
        guard !isPlan, !page.places.isEmpty else { return page.step }
        for place in page.places { try connection.run("DELETE FROM rejected WHERE sequence = ?", .integer(place)) }
        try add(-page.step.pruned, to: .rejected)
        try add(-page.step.bytes, to: .rejectedBytes)
        return page.step
    }

    /// The time of the first event that a target still has to get; nil when there is none.
    private func neededFrom() throws(SQLiteFailure) -> Int64? {
        try connection.first(
            """
            SELECT min(created_at) FROM (
                SELECT created_at FROM event WHERE sequence > (SELECT min(cursor) FROM webhook_target)
                UNION ALL
                SELECT event.created_at FROM delivery JOIN event ON event.sequence = delivery.event
                WHERE delivery.state IN (1, 3)
            )
            """
        ) { row throws(SQLiteFailure) in row.optionalInteger(0) } ?? nil
    }
}
