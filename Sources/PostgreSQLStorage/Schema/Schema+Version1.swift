extension Schema {
    /// Facts and their versions, the log, what was rejected.
    ///
    /// - Whatever comes from outside is `bytea`: it may hold a NUL, and is compared by its bytes.
    /// - Ids are kept as ``IdentifierKey`` writes them: bytes in the order of identifiers.
    /// - `fact` has a row for each identity, with the greatest date and digest of its versions. It is what a batch locks,
    ///   and it leads from any id to the line: `root` is where the first version placed it, `others` where later ones
    ///   did. The row of a notification that was never verified has no date.
    /// - `version` is partitioned by the line, so that all that was said about a line is in one place.
    /// - `notification` is partitioned by the date it was signed, which a repeated delivery keeps. Its payload is kept
    ///   without the signed objects inside: `embedded` says where which version goes.
    /// - No foreign keys: each would lock the few rows of `scope` and `header` for every writer at once.
    /// - `total` has several rows a name, so that writers do not wait for each other.
    static func schema1(partitions: Int) -> [String] {
        [
            """
            CREATE TABLE scope (
                id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                environment bytea NOT NULL,
                bundle bytea NOT NULL,
                realm bytea NOT NULL,
                UNIQUE (environment, bundle, realm)
            )
            """,
            """
            CREATE TABLE header (
                id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                segment bytea NOT NULL,
                digest bytea NOT NULL GENERATED ALWAYS AS (sha256(segment)) STORED UNIQUE
            )
            """,
            """
            CREATE TABLE line (
                scope integer NOT NULL,
                original bytea NOT NULL,
                PRIMARY KEY (scope, original)
            ) PARTITION BY HASH (original)
            """,
            """
            CREATE TABLE fact (
                scope integer NOT NULL,
                kind smallint NOT NULL,
                is_ambiguous boolean NOT NULL,
                name bytea NOT NULL,
                date bigint,
                digest bytea CHECK (length(digest) = 32),
                root bytea,
                others bytea[],
                PRIMARY KEY (scope, kind, name)
            ) PARTITION BY HASH (name)
            """,
            """
            CREATE TABLE version (
                date bigint NOT NULL,
                received_at bigint NOT NULL,
                scope integer NOT NULL,
                header integer,
                kind smallint NOT NULL,
                source smallint NOT NULL,
                root bytea NOT NULL,
                name bytea NOT NULL,
                digest bytea NOT NULL CHECK (length(digest) = 32),
                statement bytea NOT NULL,
                signature bytea,
                payload bytea,
                PRIMARY KEY (root, scope, kind, name, date, digest)
            ) PARTITION BY HASH (root)
            """,
            """
            CREATE TABLE customer (
                scope integer NOT NULL,
                id bytea NOT NULL,
                original bytea NOT NULL,
                PRIMARY KEY (id, scope, original)
            ) PARTITION BY HASH (id)
            """,
            "CREATE SEQUENCE notification_sequence",
            """
            CREATE TABLE notification (
                sequence bigint NOT NULL,
                date bigint NOT NULL,
                received_at bigint NOT NULL,
                resolved_by bigint,
                scope integer NOT NULL,
                header integer NOT NULL,
                outcome smallint NOT NULL,
                source smallint NOT NULL,
                is_quarantined boolean NOT NULL,
                is_flagged boolean NOT NULL,
                uuid bytea NOT NULL,
                digest bytea NOT NULL CHECK (length(digest) = 32),
                type bytea NOT NULL,
                subtype bytea,
                failure_code bytea,
                failure_path bytea,
                failure_message bytea,
                embedded bytea,
                signature bytea NOT NULL,
                payload bytea NOT NULL,
                PRIMARY KEY (scope, uuid, date, digest, is_quarantined)
            ) PARTITION BY RANGE (date)
            """,
            "CREATE INDEX notification_by_sequence ON notification (sequence)",
            // Nothing is ever refused for want of a partition; months can be cut out of it.
            "CREATE TABLE notification_default PARTITION OF notification DEFAULT",
            """
            CREATE TABLE rejected (
                sequence bigint GENERATED ALWAYS AS IDENTITY,
                received_at bigint NOT NULL,
                size bigint NOT NULL,
                source smallint NOT NULL,
                code bytea NOT NULL,
                message bytea NOT NULL,
                label bytea,
                body bytea NOT NULL,
                PRIMARY KEY (sequence) INCLUDE (size)
            )
            """,
            """
            CREATE TABLE total (
                name smallint NOT NULL,
                shard smallint NOT NULL,
                value bigint NOT NULL,
                PRIMARY KEY (name, shard)
            ) WITH (fillfactor = 50)
            """,
        ]
            + ["line", "fact", "version", "customer"].flatMap { table in
                (0..<partitions).map { number in
                    "CREATE TABLE \(table)_\(number) PARTITION OF \(table) "
                        + "FOR VALUES WITH (MODULUS \(partitions), REMAINDER \(number))"
                        // The row of a fact changes with every newer version, without touching an index.
                        + (table == "fact" ? " WITH (fillfactor = 85)" : "")
                }
            }
    }
}
