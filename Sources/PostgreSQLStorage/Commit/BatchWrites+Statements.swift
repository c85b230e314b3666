/// The statements that write; each takes many rows as one array a column.
extension BatchWrites {
    /// A key that exists is an error: it was looked for under the lock of its fact, so something went past the locks.
    static let addVersions = """
        INSERT INTO version (root, scope, kind, name, date, digest, received_at, source, statement, header, signature,
            payload)
        SELECT * FROM unnest($1::bytea[], $2::int4[], $3::int2[], $4::bytea[], $5::int8[], $6::bytea[], $7::int8[],
            $8::int2[], $9::bytea[], $10::int4[], $11::bytea[], $12::bytea[])
        """

    static let addCustomers = """
        INSERT INTO customer (id, scope, original) SELECT * FROM unnest($1::bytea[], $2::int4[], $3::bytea[])
        ON CONFLICT DO NOTHING
        """

    /// The merge rule stands here as well, so that it also guards against whoever writes past this program.
    static let hold = """
        INSERT INTO fact AS f (scope, kind, name, date, digest, is_ambiguous)
        SELECT k.*, false FROM unnest($1::int4[], $2::int2[], $3::bytea[], $4::int8[], $5::bytea[]) AS k
        ON CONFLICT (scope, kind, name) DO UPDATE SET date = excluded.date, digest = excluded.digest
        WHERE f.date IS NULL OR (excluded.date, excluded.digest) > (f.date, f.digest)
        """

    static let markAmbiguous =
        "UPDATE fact SET is_ambiguous = true WHERE scope = $1::int4 AND kind = $2::int2 AND name = $3::bytea"

    static let addPlace = """
        UPDATE fact SET others = array_append(others, $4::bytea)
        WHERE scope = $1::int4 AND kind = $2::int2 AND name = $3::bytea
        """

    static let addNotifications = """
        INSERT INTO notification (sequence, scope, uuid, date, digest, is_quarantined, type, subtype, outcome,
            is_flagged, received_at, source, failure_code, failure_path, failure_message, header, signature, payload,
            embedded, root)
        SELECT nextval('notification_sequence'), k.* FROM unnest($1::int4[], $2::bytea[], $3::int8[], $4::bytea[],
            $5::bool[], $6::bytea[], $7::bytea[], $8::int2[], $9::bool[], $10::int8[], $11::int2[], $12::bytea[],
            $13::bytea[], $14::bytea[], $15::int4[], $16::bytea[], $17::bytea[], $18::bytea[], $19::bytea[]) AS k
        """

    static let resolve = """
        UPDATE notification SET resolved_by = (
            SELECT n.sequence FROM notification n
            WHERE n.scope = $1::int4 AND n.uuid = $2::bytea AND n.date = $3::int8 AND n.digest = $4::bytea
            AND NOT n.is_quarantined)
        WHERE scope = $1::int4 AND uuid = $2::bytea AND date = $3::int8 AND digest = $4::bytea AND is_quarantined
        """

    static let noteFailure = """
        UPDATE notification SET failure_code = $5::bytea, failure_path = $6::bytea, failure_message = $7::bytea
        WHERE scope = $1::int4 AND uuid = $2::bytea AND date = $3::int8 AND digest = $4::bytea AND is_quarantined
        """

    /// Compares two JWS of one payload as texts: their headers, with the full stop that follows, then their signatures.
    private static func isSmaller(_ segment: String, _ signature: String) -> String {
        """
        (\(segment) || '\\x2e'::bytea, \(base64URL(signature))) < (
            SELECT h.segment || '\\x2e'::bytea, \(base64URL("r.signature")) FROM header h WHERE h.id = r.header)
        """
    }

    private static func base64URL(_ bytes: String) -> String {
        "translate(encode(\(bytes), 'base64'), E'+/=\\n', '-_') COLLATE \"C\""
    }

    static let rewriteVersion = """
        UPDATE version r SET header = $7::int4, signature = $8::bytea, payload = $9::bytea
        WHERE root = $1::bytea AND scope = $2::int4 AND kind = $3::int2 AND name = $4::bytea AND date = $5::int8
        AND digest = $6::bytea AND (r.header IS NULL OR \(isSmaller("$10::bytea", "$8::bytea")))
        """

    static let rewriteLog = """
        UPDATE notification r SET header = $5::int4, signature = $6::bytea
        WHERE scope = $1::int4 AND uuid = $2::bytea AND date = $3::int8 AND digest = $4::bytea
        AND NOT is_quarantined AND \(isSmaller("$7::bytea", "$6::bytea"))
        """

    static let addRejections = """
        INSERT INTO rejected (received_at, source, code, message, label, body, size)
        SELECT k.*, length(k.body) FROM unnest($1::int8[], $2::int2[], $3::bytea[], $4::bytea[], $5::bytea[],
            $6::bytea[]) AS k (received_at, source, code, message, label, body)
        """

    static let addTotals = """
        INSERT INTO total AS t (name, shard, value)
        SELECT k.name, pg_backend_pid() % 32, k.value FROM unnest($1::int2[], $2::int8[]) AS k (name, value)
        ON CONFLICT (name, shard) DO UPDATE SET value = CASE WHEN t.name = \(Total.greatestDate.rawValue)
            THEN greatest(t.value, excluded.value) ELSE t.value + excluded.value END
        """

    /// Drops the oldest until the newest are within the limits; somebody else who does it now does it for us.
    static let dropRejections = """
        WITH place AS (
            SELECT sequence, row_number() OVER newest AS rows, sum(size) OVER newest AS bytes FROM rejected
            WHERE (SELECT pg_try_advisory_xact_lock($3::int4, hashtext(current_schema()) # $4::int4))
            WINDOW newest AS (ORDER BY sequence DESC)
        ), gone AS (
            DELETE FROM rejected r USING place
            WHERE r.sequence = place.sequence AND (place.rows > $1::int8 OR place.bytes > $2::int8)
            RETURNING r.size
        )
        INSERT INTO total AS t (name, shard, value)
        SELECT n.name, pg_backend_pid() % 32, n.value
        FROM (SELECT count(*) AS rows, coalesce(sum(size), 0) AS bytes FROM gone) AS c
        CROSS JOIN LATERAL (VALUES (\(Total.rejected.rawValue), -c.rows), (\(Total.rejectedBytes.rawValue), -c.bytes))
            AS n (name, value)
        ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value
        """
}
