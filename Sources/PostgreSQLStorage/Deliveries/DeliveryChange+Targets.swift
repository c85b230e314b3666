internal import EntitlementStorage

extension DeliveryChange where Value == Void {
    static func addTarget(_ name: String, from start: TargetStart) -> Self {
        Self([
            Command(
                """
                INSERT INTO webhook_target (name, cursor)
                SELECT $1::bytea, CASE WHEN $2::bool THEN 0 ELSE coalesce((SELECT max(sequence) FROM event), 0) END
                WHERE NOT EXISTS (SELECT 1 FROM webhook_target WHERE name = $1::bytea) ON CONFLICT (name) DO NOTHING
                """, .text(name), .flag(start == .beginning))
        ]) { _ in ([], ()) }
    }

    static func release(_ target: String, holder: String) -> Self {
        Self([
            Command(
                """
                UPDATE webhook_target SET holder = NULL, held_until = 0
                WHERE name = $1::bytea AND holder = $2::bytea
                """, .text(target), .text(holder))
        ]) { _ in ([], ()) }
    }
}

extension DeliveryChange where Value == Bool {
    /// Keeps the lease that the holder has; otherwise takes it, unless another process is just at this target.
    static func lease(_ target: String, holder: String, now: Int64, until: Int64) -> Self {
        Self([
            Command(
                """
                UPDATE webhook_target SET held_until = $3::int8 WHERE name = $1::bytea AND holder = $2::bytea
                RETURNING id
                """, .text(target), .text(holder), .integer(until)),
            Command(
                """
                UPDATE webhook_target SET holder = $2::bytea, held_until = $4::int8 WHERE id = (
                    SELECT id FROM webhook_target WHERE name = $1::bytea AND holder IS DISTINCT FROM $2::bytea
                    AND held_until <= $3::int8 FOR UPDATE SKIP LOCKED)
                RETURNING id
                """, .text(target), .text(holder), .integer(now), .integer(until)),
        ]) { answers in ([], answers.contains { $0.count > 0 }) }
    }

    static func pause(_ target: String, _ pause: TargetPause) -> Self {
        Self([
            Command(
                """
                UPDATE webhook_target SET paused_at = $2::int8, pause_reason = $3::bytea WHERE name = $1::bytea
                RETURNING id
                """, .text(target), .integer(pause.at), .text(pause.reason))
        ]) { answers in ([], answers.contains { $0.count > 0 }) }
    }

    static func resume(_ target: String, at now: Int64) -> Self {
        Self([
            Command(
                """
                UPDATE webhook_target SET paused_at = NULL, pause_reason = NULL, failures = 0, closed_until = NULL
                WHERE name = $1::bytea RETURNING id
                """, .text(target))
        ]) { answers in
            guard let row = answers.first, row.count == 1 else { return ([], false) }
            return ([makeDue(row.integer(0, 0), at: now)], true)
        }
    }
}
