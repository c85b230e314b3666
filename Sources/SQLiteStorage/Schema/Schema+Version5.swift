extension Schema {
    /// What the operator's own programs decided: entries about purchases, lines and downloads, which are only ever added.
    ///
    /// - `number` counts the entries of a subject.
    /// - `key` is that of the request; no two entries have one.
    /// - Statements say from now on how many were bought, where that is not one: field 16, of one byte since the App
    ///   Store sells ten at most.
    static let schema5 = """
        CREATE TABLE ledger (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            scope INTEGER NOT NULL REFERENCES scope,
            kind INTEGER NOT NULL,
            name TEXT NOT NULL,
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            key TEXT UNIQUE,
            customer TEXT,
            content BLOB NOT NULL,
            UNIQUE (scope, kind, name, number)
        ) STRICT;
        CREATE INDEX ledger_by_customer ON ledger (customer) WHERE customer IS NOT NULL;

        UPDATE version SET statement = CAST(
            statement || char(32, 2 * json_extract(CAST(payload AS TEXT), '$.quantity')) AS BLOB)
        WHERE payload IS NOT NULL AND fact IN (SELECT id FROM fact WHERE kind = 5)
        AND json_valid(CAST(payload AS TEXT))
        AND json_type(CAST(payload AS TEXT), '$.quantity') = 'integer'
        AND json_extract(CAST(payload AS TEXT), '$.quantity') BETWEEN 2 AND 63;
        """
}
