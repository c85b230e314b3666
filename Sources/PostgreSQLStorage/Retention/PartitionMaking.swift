package import EntitlementStorage

/// Cuts the log into months that are still to come.
struct PartitionMaking {
    let connection: Connection
    let options: PostgreSQLOptions

    /// How many milliseconds others may have to wait while the default partition is looked through.
    private static let patience = 5_000

    private struct Month {
        var name: String
        var table: String
        var start: Int64
        var end: Int64
    }

    /// Makes what is missing, each month in a transaction of its own; no row is moved.
    func run(ahead months: Int, now: Int64) throws(PostgreSQLFailure) -> [MonthPartition] {
        var partitions: [MonthPartition] = []
        for month in try self.months(ahead: months, now: now) {
            partitions.append(MonthPartition(month: month.name, state: try make(month)))
        }
        return partitions
    }

    private func months(ahead months: Int, now: Int64) throws(PostgreSQLFailure) -> [Month] {
        let answers = try connection.run(
            [
                Command(
                    """
                    SELECT to_char(m, 'YYYY-MM'), to_char(m, '"notification_"YYYY_MM'),
                        (extract(epoch FROM m) * 1000)::int8,
                        (extract(epoch FROM m + interval '1 month') * 1000)::int8
                    FROM (SELECT date_trunc('month', to_timestamp($1::int8 / 1000) AT TIME ZONE 'UTC')) AS p (present)
                    CROSS JOIN LATERAL generate_series(
                        p.present, p.present + $2::int8 * interval '1 month', interval '1 month') AS m
                    """, .integer(now), .integer(Int64(months)))
            ], patience: options.answerPatience)
        guard let rows = answers.first else { return [] }
        return (0..<rows.count).map { row in
            Month(
                name: rows.text(row, 0), table: rows.text(row, 1), start: rows.integer(row, 2),
                end: rows.integer(row, 3))
        }
    }

    private func make(_ month: Month) throws(PostgreSQLFailure) -> MonthPartition.State {
        do throws(PostgreSQLFailure) {
            let answers = try connection.run(
                [
                    Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"), Migration.version,
                    Command(
                        """
                        SELECT set_config(name, $1::text, true)
                        FROM unnest(ARRAY['statement_timeout', 'lock_timeout']) AS k (name)
                        """, .text("\(Self.patience)")),
                    Command(
                        "SELECT pg_advisory_xact_lock($1::int4, hashtext(current_schema()) # $2::int4)",
                        .word(Schema.lockClass), .word(Schema.migrationLock)),
                    Command(
                        """
                        SELECT count(*) FROM pg_class
                        WHERE relnamespace = current_schema()::regnamespace AND relname = $1::text
                        """, .text(month.table)),
                    Command(
                        "SELECT EXISTS (SELECT 1 FROM notification_default WHERE date >= $1::int8 AND date < $2::int8)",
                        .integer(month.start), .integer(month.end)),
                ], patience: options.answerPatience)
            let isThere = answers[4].integer(0, 0) > 0
            guard !isThere, !answers[5].flag(0, 0) else {
                try rollBack()
                return isThere ? .present : .occupied
            }
            _ = try connection.run(
                [
                    // The name and the bounds are made of numbers.
                    Command(
                        """
                        CREATE TABLE \(month.table) PARTITION OF notification
                        FOR VALUES FROM (\(month.start)) TO (\(month.end))
                        """), Command("COMMIT"),
                ], patience: options.answerPatience)
            return .made
        } catch {
            if !connection.isBroken { try? rollBack() }
            throw error
        }
    }

    private func rollBack() throws(PostgreSQLFailure) {
        _ = try connection.run([Command("ROLLBACK")], patience: options.answerPatience)
    }
}

extension ServerConnection {
    /// Makes partitions of months that are still to come.
    func makePartitions(ahead months: Int, now: Int64) throws(StoreError) -> [MonthPartition] {
        try once { connection, options throws(PostgreSQLFailure) in
            try PartitionMaking(connection: connection, options: options).run(ahead: months, now: now)
        }
    }
}

extension PostgreSQLStore: PartitioningStore {
    package func makePartitions(ahead months: Int, now: Int64) async throws(StoreError) -> [MonthPartition] {
        try await writers.with { connection throws(StoreError) in
            try await connection.makePartitions(ahead: months, now: now)
        }
    }
}
