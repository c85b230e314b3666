extension Schema {
    /// Which line each notification of the log speaks about: its `root`, as in `version`.
    ///
    /// Those that were not verified as a whole have none. Rows from before this schema take it from the first of the
    /// places in `embedded`: 53 bytes, then the name and the root, each after its length in two bytes; no root stands
    /// where it is the name.
    static let schema4: [String] = [
        "ALTER TABLE notification ADD COLUMN root bytea",
        """
        UPDATE notification n SET root = CASE WHEN r.length = 0 THEN f.name ELSE
            substring(n.embedded FROM 58 + f.length FOR r.length) END
        FROM notification o
        CROSS JOIN LATERAL (SELECT get_byte(o.embedded, 53) * 256 + get_byte(o.embedded, 54) AS length) AS l
        CROSS JOIN LATERAL (SELECT l.length, substring(o.embedded FROM 56 FOR l.length) AS name) AS f
        CROSS JOIN LATERAL (
            SELECT get_byte(o.embedded, 55 + l.length) * 256 + get_byte(o.embedded, 56 + l.length) AS length) AS r
        WHERE o.embedded IS NOT NULL AND (n.scope, n.uuid, n.date, n.digest, n.is_quarantined)
            = (o.scope, o.uuid, o.date, o.digest, o.is_quarantined)
        """,
        "CREATE INDEX notification_by_line ON notification (scope, root) WHERE root IS NOT NULL",
    ]
}
