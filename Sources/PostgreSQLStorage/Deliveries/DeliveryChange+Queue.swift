internal import EntitlementStorage

extension DeliveryChange where Value == Int {
    static func requeue(_ selection: DeliverySelection, at now: Int64) -> Self {
        let lock =
            switch selection {
            case .one(let id):
                Command(
                    """
                    SELECT id FROM webhook_target WHERE id = (SELECT target FROM delivery WHERE delivery.id = $1::int8)
                    FOR UPDATE
                    """, .integer(id))
            case .failed(let target, _):
                Command("SELECT id FROM webhook_target WHERE name = $1::bytea FOR UPDATE", .text(target))
            }
        return Self([lock, DeliveryQueries.ids(selection)]) { answers in
            guard let found = answers.last, found.count > 0 else { return ([], 0) }
            let ids = (0..<found.count).map { found.integer($0, 0) }
            return (
                [
                    Command(
                        """
                        UPDATE delivery SET state = 1, tries = 0, since = NULL, next_attempt = $2::int8,
                            changed_at = $2::int8
                        WHERE id = ANY ($1::int8[])
                        """, .integers(ids), .integer(now)), orderLines(of: ids, at: now),
                ], ids.count
            )
        }
    }

    /// Deliveries that another process is just forgetting are left to it.
    static func forget(deliveredBefore time: Int64, limit: Int) -> Self {
        Self([
            Command(
                """
                WITH old AS MATERIALIZED (
                    SELECT id FROM delivery WHERE state = 2 AND changed_at < $1::int8 ORDER BY changed_at
                    LIMIT $2::int8 FOR UPDATE SKIP LOCKED
                ), attempts AS (
                    DELETE FROM delivery_attempt USING old WHERE delivery = old.id
                ), gone AS (
                    DELETE FROM delivery USING old WHERE delivery.id = old.id RETURNING delivery.id
                )
                SELECT count(*) FROM gone
                """, .integer(time), .integer(Int64(max(limit, 0))))
        ]) { answers in ([], Int(answers.first?.integer(0, 0) ?? 0)) }
    }
}

extension DeliveryChange {
    /// Gives the earliest waiting delivery of each line a time, and takes it from those that must wait for it.
    static func orderLines(of deliveries: [Int64], at now: Int64) -> Command {
        Command(
            """
            WITH line AS MATERIALIZED (
                SELECT DISTINCT target, scope, original FROM delivery WHERE id = ANY ($1::int8[]) AND original IS NOT NULL
            ), first AS MATERIALIZED (
                SELECT line.*, own.id FROM line CROSS JOIN LATERAL (
                    SELECT id FROM delivery WHERE delivery.target = line.target AND delivery.scope = line.scope
                    AND delivery.original = line.original AND state = 1 ORDER BY event LIMIT 1) AS own
            )
            UPDATE delivery d SET next_attempt = CASE WHEN d.id = first.id THEN $2::int8 END FROM first
            WHERE d.target = first.target AND d.scope = first.scope AND d.original = first.original AND d.state = 1
            AND (d.id = first.id) = (d.next_attempt IS NULL)
            """, .integers(deliveries), .integer(now))
    }

    static func makeDue(_ target: Int64, at now: Int64) -> Command {
        Command(
            """
            UPDATE delivery SET next_attempt = $2::int8 WHERE target = $1::int8 AND state = 1 AND next_attempt > $2::int8
            """, .integer(target), .integer(now))
    }
}
