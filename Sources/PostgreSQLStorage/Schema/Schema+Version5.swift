extension Schema {
    /// What the operator's own programs decided: entries about purchases, lines and downloads, which are only ever added.
    ///
    /// - `number` counts the entries of a subject: of two who would add the same number at once one must decide anew.
    /// - `key` is that of the request; no two entries have one.
    /// - Statements say from now on how many were bought, where that is not one: field 16, of one byte since the App
    ///   Store sells ten at most.
    static let schema5 = [
        """
        CREATE TABLE ledger (
            sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            number bigint NOT NULL,
            at bigint NOT NULL,
            scope integer NOT NULL,
            kind smallint NOT NULL,
            name bytea NOT NULL,
            key bytea UNIQUE,
            customer bytea,
            content bytea NOT NULL,
            UNIQUE (scope, kind, name, number)
        )
        """,
        "CREATE INDEX ledger_by_customer ON ledger (customer) WHERE customer IS NOT NULL",
        """
        UPDATE version SET statement = statement || decode(
            '20' || lpad(to_hex(2 * (convert_from(payload, 'UTF8')::json->>'quantity')::int), 2, '0'), 'hex')
        WHERE kind = 5 AND convert_from(payload, 'UTF8')::json->>'quantity' ~ '^([2-9]|[1-5][0-9]|6[0-3])$'
        """,
    ]
}
