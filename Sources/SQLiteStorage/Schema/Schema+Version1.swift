extension Schema {
    /// Facts and their versions, the log, what was rejected.
    ///
    /// - `rank` puts ids in order: decimal ids by their length, all others after them.
    /// - `kind` numbers the kinds of facts in their order.
    /// - `fact` holds the greatest date and digest of its versions, guarded by the upsert that writes them.
    /// - `line_fact` ties a line to every fact that any version ever placed on it.
    /// - The payload of a notification is kept without the signed objects inside: `embedded` says where which version
    ///   goes, so that nothing is kept twice.
    /// - Rows of `notification` are narrow and apart from their text: filters scan them.
    static let schema1 = """
        CREATE TABLE scope (
            id INTEGER PRIMARY KEY,
            environment TEXT NOT NULL,
            bundle TEXT NOT NULL,
            realm TEXT NOT NULL,
            UNIQUE (environment, bundle, realm)
        ) STRICT;

        CREATE TABLE header (
            id INTEGER PRIMARY KEY,
            hash INTEGER NOT NULL,
            segment BLOB NOT NULL
        ) STRICT;
        CREATE INDEX header_by_hash ON header (hash);

        CREATE TABLE line (
            id INTEGER PRIMARY KEY,
            scope INTEGER NOT NULL REFERENCES scope,
            rank INTEGER NOT NULL,
            original TEXT NOT NULL,
            UNIQUE (scope, rank, original)
        ) STRICT;

        CREATE TABLE fact (
            id INTEGER PRIMARY KEY,
            scope INTEGER NOT NULL REFERENCES scope,
            kind INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            name TEXT NOT NULL,
            date INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            UNIQUE (scope, kind, rank, name)
        ) STRICT;

        CREATE TABLE version (
            id INTEGER PRIMARY KEY,
            fact INTEGER NOT NULL REFERENCES fact,
            date INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            line INTEGER REFERENCES line,
            received_at INTEGER NOT NULL,
            source INTEGER NOT NULL,
            statement BLOB NOT NULL,
            header INTEGER REFERENCES header,
            signature BLOB,
            payload BLOB,
            UNIQUE (fact, date, digest)
        ) STRICT;

        CREATE TABLE line_fact (
            line INTEGER NOT NULL REFERENCES line,
            fact INTEGER NOT NULL REFERENCES fact,
            PRIMARY KEY (line, fact)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE customer (
            id TEXT NOT NULL,
            line INTEGER NOT NULL REFERENCES line,
            PRIMARY KEY (id, line)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE notification (
            sequence INTEGER PRIMARY KEY,
            scope INTEGER NOT NULL REFERENCES scope,
            rank INTEGER NOT NULL,
            uuid TEXT NOT NULL,
            is_quarantined INTEGER NOT NULL,
            date INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            type TEXT NOT NULL,
            subtype TEXT,
            outcome INTEGER NOT NULL,
            is_flagged INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            source INTEGER NOT NULL,
            failure_code TEXT,
            failure_path TEXT,
            failure_message TEXT,
            resolved_by INTEGER REFERENCES notification,
            UNIQUE (scope, rank, uuid, is_quarantined, date, digest)
        ) STRICT;

        CREATE TABLE notification_text (
            sequence INTEGER PRIMARY KEY REFERENCES notification,
            header INTEGER NOT NULL REFERENCES header,
            signature BLOB NOT NULL,
            payload BLOB NOT NULL
        ) STRICT;

        CREATE TABLE embedded (
            notification INTEGER NOT NULL REFERENCES notification,
            position INTEGER NOT NULL,
            header INTEGER NOT NULL REFERENCES header,
            version INTEGER NOT NULL REFERENCES version,
            PRIMARY KEY (notification, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE rejected (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            received_at INTEGER NOT NULL,
            source INTEGER NOT NULL,
            code TEXT NOT NULL,
            message TEXT NOT NULL,
            label TEXT,
            body BLOB NOT NULL
        ) STRICT;

        CREATE TABLE total (
            name TEXT PRIMARY KEY,
            value INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
