internal import EntitlementStorage
internal import Glibc

/// A database by its path: makes it, opens it, and refuses what is not ours.
struct DatabaseFile: Sendable {
    let path: String
    let options: SQLiteOptions

    var isInMemory: Bool { path == ":memory:" }

    /// Opens the connection that writes, and brings the file to the present schema.
    func openWriter() throws(StoreError) -> Connection {
        if !isInMemory { try create() }
        let connection = try open()
        // Before the first write: a foreign file is left as it is.
        try inspect(connection)
        if !isInMemory { try useWriteAheadLog(connection) }
        try migrate(connection)
        return connection
    }

    /// Opens a connection that reads beside the writer.
    func openReader() throws(StoreError) -> Connection {
        let connection = try open()
        try translating { () throws(SQLiteFailure) in try connection.execute("PRAGMA query_only = ON") }
        return connection
    }

    /// Runs `body` again while it meets the lock of another process, a bounded number of times.
    func retrying<Value>(_ body: () throws(SQLiteFailure) -> Value) throws(StoreError) -> Value {
        var attempt = 1
        while true {
            do throws(SQLiteFailure) {
                return try body()
            } catch {
                guard error.isLock, attempt < options.attempts else { throw StoreError(error, file: path) }
                attempt += 1
            }
        }
    }

    private func translating<Value>(_ body: () throws(SQLiteFailure) -> Value) throws(StoreError) -> Value {
        do throws(SQLiteFailure) { return try body() } catch { throw StoreError(error, file: path) }
    }

    // MARK: - Steps

    /// Makes an empty file that only its owner may read: it will hold the ids of customers.
    private func create() throws(StoreError) {
        // `mknod` opens nothing. Closing a file that another connection of this process has open would let go of that
        // connection's locks (POSIX, fcntl).
        let status = unsafe options.mustExist ? access(path, F_OK) : mknod(path, S_IFREG | 0o600, 0)
        let code = errno
        guard status != 0, options.mustExist || code != EEXIST else { return }
        throw .cannotOpen(file: path, reason: unsafe String(cString: strerror(code)))
    }

    func open() throws(StoreError) -> Connection {
        do throws(SQLiteFailure) {
            let connection = try Connection(path: path, isReadOnly: false, busyTimeout: options.busyTimeout)
            try connection.execute(
                """
                PRAGMA foreign_keys = ON;
                PRAGMA synchronous = FULL;
                PRAGMA cell_size_check = ON;
                PRAGMA temp_store = MEMORY;
                PRAGMA cache_size = -16384;
                """)
            if let limit = options.pageLimit { try connection.execute("PRAGMA max_page_count = \(limit)") }
            return connection
        } catch {
            guard error.code.primary == .cannotOpen else { throw StoreError(error, file: path) }
            throw .cannotOpen(file: path, reason: error.message)
        }
    }

    func inspect(_ connection: Connection) throws(StoreError) {
        // In one look: another process may be making the file at this moment.
        let (application, version, tables) = try retrying { () throws(SQLiteFailure) in
            try connection.read { () throws(SQLiteFailure) in
                (
                    try connection.number("PRAGMA application_id"), try connection.number("PRAGMA user_version"),
                    try connection.number("SELECT count(*) FROM sqlite_schema")
                )
            }
        }
        let isEmpty = application == 0 && version == 0 && tables == 0
        guard application == Schema.applicationID || isEmpty else { throw .foreignDatabase(file: path) }
        guard version <= Schema.current else { throw newerSchema(version) }
        guard !connection.isReadOnly else { throw .cannotOpen(file: path, reason: "the file may only be read") }
        let size = try retrying { () throws(SQLiteFailure) in
            try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size")
        }
        guard size <= options.checkedSize else { return }
        let finding = try retrying { () throws(SQLiteFailure) in
            try connection.first("PRAGMA quick_check(1)") { row throws(SQLiteFailure) in try row.text(0) }
        }
        guard finding == "ok" else { throw .damaged(file: path, reason: finding ?? "the check says nothing") }
    }

    private func useWriteAheadLog(_ connection: Connection) throws(StoreError) {
        var mode: String?
        // The change of mode does not wait for a lock by itself, and two processes may make the file at once.
        var patience = options.busyTimeout
        while mode == nil {
            do throws(SQLiteFailure) {
                mode = try connection.first("PRAGMA journal_mode = WAL") { row throws(SQLiteFailure) in try row.text(0)
                }
            } catch {
                guard error.isLock, patience > 0 else { throw StoreError(error, file: path) }
                patience -= 1
                Connection.pause()
            }
        }
        // Folding the log into the file costs two waits for the disk; 16 MiB between them suits large batches.
        try translating { () throws(SQLiteFailure) in
            try connection.execute("PRAGMA wal_autocheckpoint = 4096; PRAGMA journal_size_limit = 67108864")
        }
        guard mode == "wal" else {
            throw .cannotOpen(file: path, reason: "this file system cannot keep a write-ahead log")
        }
    }

    private func migrate(_ connection: Connection) throws(StoreError) {
        let found = try retrying { () throws(SQLiteFailure) in
            try connection.write { () throws(SQLiteFailure) in
                // Again, now that nobody else can migrate.
                let version = try connection.number("PRAGMA user_version")
                guard version < Schema.current else { return version }
                for script in Schema.migrations[Int(version)...] { try connection.execute(script) }
                try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
                try connection.execute("PRAGMA user_version = \(Schema.current)")
                return Int64(Schema.current)
            }
        }
        guard found == Schema.current else { throw newerSchema(found) }
    }

    private func newerSchema(_ found: Int64) -> StoreError {
        .newerSchema(file: path, found: Int(found), supported: Schema.current)
    }
}
