internal import EntitlementStorage
internal import Entitlements

extension BatchCommit {
    /// Keeps what was not verified, for a while.
    mutating func keep(_ input: RejectedInput) throws(SQLiteFailure) -> CommitResult {
        _ = try connection.insert(
            "INSERT INTO rejected (received_at, source, code, message, label, body) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(input.receivedAt), .integer(input.source.storedNumber), .text(input.code),
                .text(input.message), .optional(input.label), .blob(input.body),
            ])
        count(.rejected)
        count(.rejectedBytes, Int64(input.body.count))
        return CommitResult(outcome: .rejected)
    }

    /// Drops the oldest until the table is within its limits again.
    mutating func dropRejections() throws(SQLiteFailure) {
        var (rows, bytes) = try (total(.rejected), total(.rejectedBytes))
        guard rows > limits.rows || bytes > limits.bytes else { return }
        var (droppedRows, droppedBytes, last) = (0 as Int64, 0 as Int64, 0 as Int64)
        while rows > limits.rows || bytes > limits.bytes {
            // A page at a time: the answer is read whole.
            let oldest = try connection.all(
                "SELECT sequence, length(body) FROM rejected WHERE sequence > ? ORDER BY sequence LIMIT 64",
                .integer(last)
            ) { row throws(SQLiteFailure) in (sequence: row.integer(0), size: row.integer(1)) }
            guard !oldest.isEmpty else { break }
            for row in oldest where rows > limits.rows || bytes > limits.bytes {
                last = row.sequence
                rows -= 1
                bytes -= row.size
                droppedRows += 1
                droppedBytes += row.size
            }
        }
        try connection.run("DELETE FROM rejected WHERE sequence <= ?", .integer(last))
        count(.rejected, -droppedRows)
        count(.rejectedBytes, -droppedBytes)
    }
}
