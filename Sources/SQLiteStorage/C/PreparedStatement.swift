internal import CSQLite

/// One compiled statement of SQLite (`sqlite3_stmt`), used on the thread of its connection.
///
/// Text and blobs are bound as copies and read by length, so a NUL within a value is a byte like any other.
@safe final class PreparedStatement {
    private let handle: OpaquePointer
    private let sql: String
    /// Whether rows of an execution are still to come.
    private(set) var isRunning = false

    /// Compiles exactly one statement.
    init(_ sql: String, database: OpaquePointer) throws(SQLiteFailure) {
        var handle: OpaquePointer?
        var sqlBytes = sql
        let (status, hasTail) = sqlBytes.withUTF8 { bytes -> (Int32, Bool) in
            unsafe bytes.withMemoryRebound(to: CChar.self) { text -> (Int32, Bool) in
                var tail: UnsafePointer<CChar>?
                let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
                let status = unsafe sqlite3_prepare_v3(
                    database, text.baseAddress, Int32(text.count), flags, &handle, &tail)
                guard let start = text.baseAddress, let end = unsafe tail else { return (status, false) }
                return (status, unsafe end - start < text.count)
            }
        }
        guard status == SQLITE_OK, let compiled = unsafe handle else {
            throw unsafe SQLiteFailure(status: status, database: database, operation: sql)
        }
        unsafe self.handle = compiled
        self.sql = sql
        // Owned from here: `deinit` also runs when the next line throws.
        guard !hasTail else {
            throw SQLiteFailure(
                code: ResultCode(rawValue: SQLITE_ERROR), message: "more than one statement", operation: sql)
        }
    }

    // The result repeats the error of the last step, which has been reported already.
    deinit { unsafe _ = sqlite3_finalize(handle) }

    /// Gives every parameter a value; a wrong number of values is an error.
    func bind(_ values: [SQLValue]) throws(SQLiteFailure) {
        guard unsafe Int(sqlite3_bind_parameter_count(handle)) == values.count else {
            throw SQLiteFailure(code: .range, message: "\(values.count) values for other parameters", operation: sql)
        }
        var position: Int32 = 0
        for value in values {
            position += 1
            let status: Int32
            switch value {
            case .null: unsafe status = sqlite3_bind_null(handle, position)
            case .integer(let number): unsafe status = sqlite3_bind_int64(handle, position, number)
            case .text(var text):
                status = text.withUTF8 { bytes in
                    // A null pointer would bind NULL.
                    guard let start = bytes.baseAddress else {
                        return unsafe storekeeper_bind_text_copy(handle, position, "", 0)
                    }
                    return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                        unsafe storekeeper_bind_text_copy(handle, position, start, UInt64(bytes.count))
                    }
                }
            case .blob(let bytes):
                unsafe status = bytes.withUnsafeBytes { bytes in
                    // A null pointer would bind NULL.
                    guard let start = bytes.baseAddress else {
                        return unsafe sqlite3_bind_zeroblob(handle, position, 0)
                    }
                    return unsafe storekeeper_bind_blob_copy(handle, position, start, UInt64(bytes.count))
                }
            }
            guard status == SQLITE_OK else { throw failure(status) }
        }
    }

    /// Goes to the next row; false when there is none.
    func step() throws(SQLiteFailure) -> Bool {
        let status = unsafe sqlite3_step(handle)
        switch ResultCode(rawValue: status) {
        case .row:
            isRunning = true
            return true
        case .done:
            isRunning = false
            return false
        default:
            isRunning = false
            throw failure(status)
        }
    }

    /// Makes the statement ready for another execution and lets go of the bound values.
    func reset() {
        isRunning = false
        // Both repeat or cannot fail: `sqlite3_reset` returns the error of the last step.
        unsafe _ = sqlite3_reset(handle)
        unsafe _ = sqlite3_clear_bindings(handle)
    }

    private func failure(_ status: Int32) -> SQLiteFailure {
        unsafe SQLiteFailure(status: status, database: sqlite3_db_handle(handle), operation: sql)
    }
}

// MARK: - Columns of the present row

extension PreparedStatement {
    func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func text(_ column: Int32) throws(SQLiteFailure) -> String {
        // The pointer first: asking for the length first could be followed by a conversion that changes it.
        let start = unsafe sqlite3_column_text(handle, column)
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        guard let start = unsafe start else { return try emptyUnlessOutOfMemory(column, "") }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) throws(SQLiteFailure) -> String? { isNull(column) ? nil : try text(column) }

    func blob(_ column: Int32) throws(SQLiteFailure) -> [UInt8] {
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        guard let start = unsafe start else { return try emptyUnlessOutOfMemory(column, []) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    func optionalBlob(_ column: Int32) throws(SQLiteFailure) -> [UInt8]? { isNull(column) ? nil : try blob(column) }

    /// A null pointer stands for NULL, for nothing, and for memory that could not be had.
    private func emptyUnlessOutOfMemory<Value>(_ column: Int32, _ empty: Value) throws(SQLiteFailure) -> Value {
        guard unsafe sqlite3_errcode(sqlite3_db_handle(handle)) != SQLITE_NOMEM else { throw failure(SQLITE_NOMEM) }
        return empty
    }
}
