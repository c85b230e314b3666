extension Schema {
    /// What was told last about each line, and what is to be told.
    ///
    /// - `projection` can be worked out again from the versions of the line at `evaluated_at`. A line from before this schema was never told of: its next change is due at once.
    /// - `event` is the one order for all who listen. A number is drawn under a lock that is held until the transaction
    ///   ends, so that numbers come in the order of commits: a reader that has seen one number has seen all before it.
    static func schema2(partitions: Int) -> [String] {
        [
            """
            CREATE TABLE projection (
                version bigint NOT NULL,
                evaluated_at bigint NOT NULL,
                next_change bigint,
                scope integer NOT NULL,
                original bytea NOT NULL,
                answers bytea NOT NULL,
                PRIMARY KEY (scope, original)
            ) PARTITION BY HASH (original)
            """
        ]
            + (0..<partitions).map { number in
                "CREATE TABLE projection_\(number) PARTITION OF projection "
                    + "FOR VALUES WITH (MODULUS \(partitions), REMAINDER \(number))"
            } + [
                """
                CREATE INDEX projection_by_next_change ON projection (next_change) WHERE next_change IS NOT NULL
                """,
                """
                INSERT INTO projection (version, evaluated_at, next_change, scope, original, answers)
                SELECT 0, 0, 0, scope, original, ''::bytea FROM line
                """,
                """
                CREATE TABLE event (
                    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                    created_at bigint NOT NULL,
                    line_version bigint,
                    scope integer NOT NULL,
                    type smallint NOT NULL,
                    is_inferred boolean NOT NULL,
                    id bytea NOT NULL,
                    original bytea,
                    customer bytea,
                    content bytea NOT NULL
                )
                """,
                "CREATE INDEX event_by_id ON event (id)",
            ]
    }
}
