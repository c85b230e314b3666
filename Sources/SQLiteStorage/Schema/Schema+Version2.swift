extension Schema {
    /// What was told last about each line, and what is to be told.
    ///
    /// - `projection` can be worked out again from the versions of the line at `evaluated_at`. A line from before this schema was never told of: its next change is due at once.
    /// - `event` is the one order for all who listen: there is one writer at a time, so that numbers come in the order of
    ///   commits, and none is given twice.
    static let schema2 = """
        CREATE TABLE projection (
            line INTEGER PRIMARY KEY REFERENCES line,
            version INTEGER NOT NULL,
            evaluated_at INTEGER NOT NULL,
            next_change INTEGER,
            answers BLOB NOT NULL
        ) STRICT;
        CREATE INDEX projection_by_next_change ON projection (next_change) WHERE next_change IS NOT NULL;
        INSERT INTO projection (line, version, evaluated_at, next_change, answers)
            SELECT id, 0, 0, 0, x'' FROM line;

        CREATE TABLE event (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL,
            type INTEGER NOT NULL,
            scope INTEGER NOT NULL REFERENCES scope,
            line INTEGER REFERENCES line,
            line_version INTEGER,
            customer TEXT,
            created_at INTEGER NOT NULL,
            is_inferred INTEGER NOT NULL,
            content BLOB NOT NULL
        ) STRICT;
        CREATE INDEX event_by_id ON event (id);
        """
}
