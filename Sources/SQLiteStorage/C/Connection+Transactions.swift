extension Connection {
    /// Runs `body` as the only writer: all of it is kept, on the disk, when this returns, and nothing when it throws.
    ///
    /// - Throws: The first error; a rollback that fails as well says nothing new.
    func write<Value>(_ body: () throws(SQLiteFailure) -> Value) throws(SQLiteFailure) -> Value {
        // Immediate: a read lock that must grow into a write lock can meet another one doing the same.
        try transaction("BEGIN IMMEDIATE", body)
    }

    /// Runs `body` on one unchanging state of the database.
    func read<Value>(_ body: () throws(SQLiteFailure) -> Value) throws(SQLiteFailure) -> Value {
        try transaction("BEGIN DEFERRED", body)
    }

    private func transaction<Value>(
        _ begin: String, _ body: () throws(SQLiteFailure) -> Value
    ) throws(SQLiteFailure) -> Value {
        try run(begin)
        do throws(SQLiteFailure) {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // After some errors (disk full, out of memory) SQLite has rolled back by itself.
            if !isAutocommitting { try? run("ROLLBACK") }
            throw error
        }
    }
}
