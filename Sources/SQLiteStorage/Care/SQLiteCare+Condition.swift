package import EntitlementStorage

extension SQLiteCare {
    /// Looks at a database and its disk, and leaves nothing behind; a missing file is not made.
    ///
    /// The disk is asked first: on a full one SQLite says many things, and seldom that.
    package func condition() -> StoreCondition {
        var condition = StoreCondition()
        var disk = DatabaseDisk.look(at: file.path)
        if disk.exists {
            do throws(StoreError) {
                let connection = try file.open()
                try file.inspect(connection)
                let (version, journal) = try file.retrying { () throws(SQLiteFailure) in
                    (
                        try connection.number("PRAGMA user_version"),
                        try connection.first("PRAGMA journal_mode") { row throws(SQLiteFailure) in try row.text(0) }
                    )
                }
                condition.schema = SchemaStatus(found: Int(version), needed: Schema.current)
                disk.journal = journal
                // The writer's lock, and a page that is changed and changed back.
                try file.retrying { () throws(SQLiteFailure) in
                    try connection.run("BEGIN IMMEDIATE")
                    try connection.run("ROLLBACK")
                }
            } catch {
                condition.failure = error
            }
        } else {
            condition.schema = SchemaStatus(found: 0, needed: Schema.current)
        }
        condition.disk = disk
        return condition
    }
}
