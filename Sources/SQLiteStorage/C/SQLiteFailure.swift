internal import CSQLite

/// A call of SQLite that did not succeed.
struct SQLiteFailure: Error, Hashable, Sendable {
    /// What SQLite returned.
    let code: ResultCode
    /// SQLite's own words; they name tables and columns, never values.
    let message: String
    /// The statement or function that failed.
    let operation: String

    /// Whether a lock was in the way, so that trying again can help.
    var isLock: Bool { [.busy, .locked, .lockingProtocol].contains(code.primary) }

    init(code: ResultCode, message: String, operation: String) {
        self.code = code
        self.message = message
        self.operation = operation
    }

    /// Reads the message that belongs to the last call on `database`.
    init(status: Int32, database: OpaquePointer?, operation: String) {
        // Without a handle there is no message of its own, only the text for the code.
        let extended = unsafe database.map { unsafe sqlite3_extended_errcode($0) } ?? status
        // Functions that refuse their arguments return a code and leave the handle's error alone.
        let isOfThisCall = extended & 0xFF == status & 0xFF
        let text: UnsafePointer<CChar>?
        if let database = unsafe database, isOfThisCall {
            unsafe text = sqlite3_errmsg(database)
        } else {
            unsafe text = sqlite3_errstr(status)
        }
        code = ResultCode(rawValue: isOfThisCall ? extended : status)
        message = unsafe text.map { unsafe String(cString: $0) } ?? "unknown error"
        self.operation = operation
    }
}

extension SQLiteFailure: CustomStringConvertible {
    var description: String { "\(message) (code \(code.rawValue)) in: \(operation)" }
}
