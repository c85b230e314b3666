internal import CPostgreSQL

/// The answer to one statement (`PGresult`), read in binary form.
@safe final class Rows {
    private let handle: OpaquePointer
    /// How many rows there are.
    let count: Int
    /// How many columns there are.
    let columns: Int
    /// How many warnings came with the answer.
    let warnings: UInt32

    /// Takes over a result.
    init(owning result: OpaquePointer, warnings: UInt32) {
        unsafe handle = result
        count = unsafe Int(PQntuples(result))
        columns = unsafe Int(PQnfields(result))
        self.warnings = warnings
    }

    deinit { unsafe PQclear(handle) }

    var status: ExecStatusType { unsafe PQresultStatus(handle) }

    /// What was done, such as `COMMIT`; a COMMIT that could only roll back says `ROLLBACK`.
    var tag: String {
        guard let tag = unsafe PQcmdStatus(handle) else { return "" }
        return unsafe String(cString: tag)
    }

    func isNull(_ row: Int, _ column: Int) -> Bool {
        guard row < count else { return true }
        return unsafe PQgetisnull(handle, Int32(row), Int32(column)) == 1
    }

    /// The bytes of a value; none when it is null.
    func bytes(_ row: Int, _ column: Int) -> [UInt8] {
        guard !isNull(row, column), let start = unsafe PQgetvalue(handle, Int32(row), Int32(column)) else { return [] }
        let length = unsafe Int(PQgetlength(handle, Int32(row), Int32(column)))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: length))
    }

    /// What went wrong, when this is no answer but an error.
    func failure(operation: String, index: Int) -> PostgreSQLFailure {
        let state = unsafe storekeeper_sqlstate(handle)
        let message = unsafe storekeeper_primary_message(handle) ?? UnsafePointer(PQresultErrorMessage(handle))
        return PostgreSQLFailure(
            state: unsafe state.map { SQLState(rawValue: unsafe String(cString: $0)) },
            message: PostgreSQLFailure.oneLine(unsafe message.map { unsafe String(cString: $0) } ?? "unknown error"),
            operation: operation, index: index)
    }
}
