package import EntitlementStorage
internal import Entitlements

extension DeliveryChange where Value == PruneStep {
    /// Forgets some old rows, or counts them; the targets are locked, so that none gets to need a row meanwhile.
    static func prune(_ request: PruneRequest, after cursor: Int64, limit: Int, isPlan: Bool) -> Self {
        let lock = Command("SELECT id FROM webhook_target ORDER BY id FOR UPDATE")
        let count = Parameter.integer(Int64(max(limit, 0)))
        return switch request.kind {
        case .events:
            Self([lock, Command(events, .integer(cursor), count)]) { answers in
                let page = page(request, answers.last)
                guard !isPlan, let greatest = page.places.max() else { return ([], page.step) }
                return (
                    [
                        Command(forgetDeliveries, .integers(page.places)),
                        Command("DELETE FROM event WHERE sequence = ANY ($1::int8[])", .integers(page.places)),
                        Command(
                            """
                            INSERT INTO total AS t (name, shard, value) VALUES ($1::int2, 0, $2::int8)
                            ON CONFLICT (name, shard) DO UPDATE SET value = greatest(t.value, excluded.value)
                            """, .small(Total.prunedEvents.rawValue), .integer(greatest)),
                    ], page.step
                )
            }
        case .notifications:
            Self([lock, Command(log, .integer(cursor), count)]) { answers in
                let page = page(request, answers.last)
                guard !isPlan, !page.places.isEmpty else { return ([], page.step) }
                var totals = page.outcomes.map { (name: $0.key.total.rawValue, value: -$0.value) }
                totals.append((name: Total.prunedNotifications.rawValue, value: page.step.pruned))
                totals.sort { $0.name < $1.name }
                return (
                    [
                        Command("DELETE FROM notification WHERE sequence = ANY ($1::int8[])", .integers(page.places)),
                        Command(BatchWrites.addTotals, [.smalls(totals.map(\.name)), .integers(totals.map(\.value))]),
                    ], page.step
                )
            }
        case .rejected:
            // No target needs them, so none is locked; totals follow what this statement itself removes.
            Self([Command(rejected, .integer(cursor), count)]) { answers in
                let page = page(request, answers.last)
                guard !isPlan, !page.places.isEmpty else { return ([], page.step) }
                return ([Command(forgetRejected, .integers(page.places))], page.step)
            }
        }
    }

    private static func page(_ request: PruneRequest, _ rows: Rows?) -> PrunePage {
        var page = PrunePage(request)
        guard let rows else { return page }
        for row in 0..<rows.count {
            page.add(
                rows.integer(row, 0), date: rows.integer(row, 1), isNeeded: rows.flag(row, 2),
                isStatus: rows.flag(row, 5), bytes: rows.integer(row, 3),
                outcome: rows.optionalInteger(row, 4).flatMap { try? ProcessingOutcome(storedNumber: $0) })
        }
        return page
    }

    private static var events: String {
        """
        SELECT e.sequence, e.created_at, e.sequence > (SELECT coalesce(min(cursor), \(Int64.max)) FROM webhook_target)
            OR EXISTS (SELECT 1 FROM delivery d WHERE d.event = e.sequence AND d.state <> 2),
            length(e.content), NULL::int8, false
        FROM event e WHERE e.sequence > $1::int8 ORDER BY e.sequence LIMIT $2::int8
        """
    }

    private static var log: String {
        """
        WITH needed AS MATERIALIZED (
            SELECT min(created_at) AS start FROM (
                SELECT created_at FROM event WHERE sequence > (SELECT min(cursor) FROM webhook_target)
                UNION ALL
                SELECT e.created_at FROM webhook_target t CROSS JOIN LATERAL (
                    SELECT event FROM delivery WHERE target = t.id AND state = 1
                    UNION ALL
                    SELECT event FROM delivery WHERE target = t.id AND state = 3) AS d
                CROSS JOIN LATERAL (SELECT created_at FROM event WHERE event.sequence = d.event LIMIT 1) AS e
            ) AS own
        )
        SELECT n.sequence, n.date, coalesce(greatest(n.date, n.received_at) >= (SELECT start FROM needed), false),
            length(n.payload) + length(n.signature) + coalesce(length(n.embedded), 0),
            CASE WHEN n.resolved_by IS NULL THEN n.outcome END,
            EXISTS (
                SELECT 1 FROM fact f WHERE f.scope = n.scope AND f.kind = \(FactKind.storeStatus.storedNumber)
                AND f.name = n.root AND f.date = n.date AND f.digest = n.digest)
        FROM notification n WHERE n.sequence > $1::int8 ORDER BY n.sequence LIMIT $2::int8
        """
    }

    private static var rejected: String {
        """
        SELECT sequence, received_at, false, size, NULL::int8, false FROM rejected
        WHERE sequence > $1::int8 ORDER BY sequence LIMIT $2::int8
        """
    }

    private static var forgetRejected: String {
        """
        WITH gone AS (DELETE FROM rejected WHERE sequence = ANY ($1::int8[]) RETURNING size)
        INSERT INTO total AS t (name, shard, value)
        SELECT n.name, pg_backend_pid() % 32, n.value
        FROM (SELECT count(*) AS rows, coalesce(sum(size), 0) AS bytes FROM gone) AS c
        CROSS JOIN LATERAL (VALUES (\(Total.rejected.rawValue), -c.rows), (\(Total.rejectedBytes.rawValue), -c.bytes))
            AS n (name, value)
        ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value
        """
    }

    private static var forgetDeliveries: String {
        """
        WITH gone AS (
            DELETE FROM delivery WHERE event = ANY ($1::int8[]) RETURNING id
        )
        DELETE FROM delivery_attempt USING gone WHERE delivery = gone.id
        """
    }
}

extension PostgreSQLStore: PruningStore {
    package func prune(
        _ request: PruneRequest, after cursor: Int64, limit: Int, isPlan: Bool
    ) async throws(StoreError) -> PruneStep {
        try await writers.with { connection throws(StoreError) in
            try await connection.change { .prune(request, after: cursor, limit: limit, isPlan: isPlan) }
        }
    }
}
