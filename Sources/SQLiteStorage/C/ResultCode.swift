internal import CSQLite

/// A result code of SQLite, extended where SQLite gives more than the primary code.
struct ResultCode: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    static let ok = ResultCode(rawValue: SQLITE_OK)
    static let row = ResultCode(rawValue: SQLITE_ROW)
    static let done = ResultCode(rawValue: SQLITE_DONE)
    static let busy = ResultCode(rawValue: SQLITE_BUSY)
    static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
    static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    static let full = ResultCode(rawValue: SQLITE_FULL)
    static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    static let lockingProtocol = ResultCode(rawValue: SQLITE_PROTOCOL)
    static let permission = ResultCode(rawValue: SQLITE_PERM)
    static let authorization = ResultCode(rawValue: SQLITE_AUTH)
    static let range = ResultCode(rawValue: SQLITE_RANGE)
    static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

    /// The code without its extension: the low eight bits.
    var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }
}
