internal import CSQLite

/// One open database of SQLite (`sqlite3`), used by one thread at a time.
///
/// Extended result codes are on. A lock held by somebody else is waited for, up to the busy timeout.
@safe final class Connection {
    private let handle: OpaquePointer
    private var statements: [String: PreparedStatement] = [:]

    /// Opens a file, or a database in memory when `path` is `:memory:`.
    ///
    /// - Parameters:
    ///   - path: A path as the file system knows it; it is never read as a `file:` URI.
    ///   - isReadOnly: Whether writing is refused and a missing file is an error.
    ///   - busyTimeout: How many milliseconds to wait for a lock.
    /// - Throws: What SQLite said; a missing folder and a missing permission are `cannotOpen`.
    init(path: String, isReadOnly: Bool, busyTimeout: Int) throws(SQLiteFailure) {
        let isInMemory = path == ":memory:"
        // Debian's SQLite reads URIs everywhere; a leading `./` keeps a name such as `file:x` a name.
        let name = isInMemory || path.hasPrefix("/") ? path : "./" + path
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let status = unsafe sqlite3_open_v2(name, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let opened = unsafe opened else {
            throw unsafe SQLiteFailure(status: status, database: nil, operation: "open")
        }
        unsafe handle = opened
        // Owned from here: SQLite wants the handle closed even when opening failed, and `deinit` does it.
        guard status == SQLITE_OK else { throw failure(status, "open") }
        try check(unsafe storekeeper_make_defensive(handle), "sqlite3_db_config")
        // The timeout travels as the context pointer's number, so there is no memory to own.
        let milliseconds = unsafe UnsafeMutableRawPointer(bitPattern: max(busyTimeout, 0))
        let wait: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = { milliseconds, calls in
            guard Int(calls) < Int(bitPattern: milliseconds) else { return 0 }
            // SQLite's own handler backs off to 100 ms, and so loses to a process that commits all the time.
            Connection.pause()
            return 1
        }
        try check(unsafe sqlite3_busy_handler(handle, wait, milliseconds), "sqlite3_busy_handler")
    }

    deinit {
        // Statements first: closing also folds the write-ahead log into the file, and leaves that to whoever is last.
        statements.removeAll()
        unsafe _ = sqlite3_close_v2(handle)
    }

    /// Whether the file may only be read.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether no transaction is open.
    var isAutocommitting: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// Waits a millisecond.
    static func pause() { _ = sqlite3_sleep(1) }

    /// Runs statements that take no values and whose rows, if any, do not matter.
    func execute(_ script: String) throws(SQLiteFailure) {
        try check(unsafe sqlite3_exec(handle, script, nil, nil, nil), script)
    }

    /// Runs one statement that gives no rows.
    func run(_ sql: String, _ values: SQLValue...) throws(SQLiteFailure) {
        _ = try first(sql, values) { _ throws(SQLiteFailure) in () }
    }

    /// The number in the only row of a query; 0 when there is no row.
    func number(_ sql: String, _ values: SQLValue...) throws(SQLiteFailure) -> Int64 {
        try first(sql, values) { row throws(SQLiteFailure) in row.integer(0) } ?? 0
    }

    /// The number in the only row of a query; nil when there is no row.
    func number(_ sql: String, _ values: [SQLValue]) throws(SQLiteFailure) -> Int64? {
        try first(sql, values) { row throws(SQLiteFailure) in row.integer(0) }
    }

    /// Inserts one row and gives its id.
    func insert(_ sql: String, _ values: [SQLValue]) throws(SQLiteFailure) -> Int64 {
        _ = try first(sql, values) { _ throws(SQLiteFailure) in () }
        return unsafe sqlite3_last_insert_rowid(handle)
    }

    /// Runs an INSERT that on a conflict changes a row or does nothing.
    ///
    /// A RETURNING clause would say the same, at the price of a table of its own for each execution.
    func upsert(_ sql: String, _ values: [SQLValue]) throws(SQLiteFailure) -> (inserted: Int64?, hasChanged: Bool) {
        // No row of ours has the id 0.
        unsafe sqlite3_set_last_insert_rowid(handle, 0)
        _ = try first(sql, values) { _ throws(SQLiteFailure) in () }
        let inserted = unsafe sqlite3_last_insert_rowid(handle)
        return unsafe (inserted == 0 ? nil : inserted, sqlite3_changes64(handle) > 0)
    }

    /// The id of the row that a query finds, or of the row that the other statement inserts for the same values.
    func find(_ query: String, orInsert insertion: String, _ values: [SQLValue]) throws(SQLiteFailure) -> Int64 {
        if let id = try number(query, values) { return id }
        return try insert(insertion, values)
    }

    /// The first row of a query, or nil.
    func first<Value>(
        _ sql: String, _ values: SQLValue..., read: (PreparedStatement) throws(SQLiteFailure) -> Value
    ) throws(SQLiteFailure) -> Value? {
        try first(sql, values, read: read)
    }

    /// Every row of a query.
    func all<Value>(
        _ sql: String, _ values: SQLValue..., read: (PreparedStatement) throws(SQLiteFailure) -> Value
    ) throws(SQLiteFailure) -> [Value] {
        try all(sql, values, read: read)
    }

    /// Every row of a query whose values were gathered before.
    func all<Value>(
        _ sql: String, _ values: [SQLValue], read: (PreparedStatement) throws(SQLiteFailure) -> Value
    ) throws(SQLiteFailure) -> [Value] {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [Value] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
    }

    private func first<Value>(
        _ sql: String, _ values: [SQLValue], read: (PreparedStatement) throws(SQLiteFailure) -> Value
    ) throws(SQLiteFailure) -> Value? {
        let statement = try statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step() else { return nil }
        let value = try read(statement)
        // A statement that writes and returns is only done when it says so.
        while try statement.step() {}
        return value
    }

    /// The compiled form of a text; each text is compiled once.
    private func statement(_ sql: String) throws(SQLiteFailure) -> PreparedStatement {
        // Texts are the program's own, never made from input, so their number is bounded.
        if let known = statements[sql], !known.isRunning { return known }
        let compiled = try unsafe PreparedStatement(sql, database: handle)
        statements[sql] = compiled
        return compiled
    }

    private func check(_ status: Int32, _ operation: String) throws(SQLiteFailure) {
        guard status == SQLITE_OK else { throw failure(status, operation) }
    }

    private func failure(_ status: Int32, _ operation: String) -> SQLiteFailure {
        unsafe SQLiteFailure(status: status, database: handle, operation: operation)
    }
}
