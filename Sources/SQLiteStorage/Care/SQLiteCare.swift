package import EntitlementStorage
internal import Glibc

/// Looks after a database by its path, beside the stores that use it.
package actor SQLiteCare {
    private nonisolated let executor = DatabaseExecutor(label: "storekeeper.sqlite.care")
    let file: DatabaseFile

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    /// Names a database that must exist.
    package init(path: String) {
        file = DatabaseFile(path: path, options: SQLiteOptions(mustExist: true, checkedSize: 0))
    }

    /// Asks which schema the file has, and changes nothing.
    package func schema() throws(StoreError) -> SchemaStatus {
        let connection = try file.open()
        try file.inspect(connection)
        let found = try file.retrying { () throws(SQLiteFailure) in try connection.number("PRAGMA user_version") }
        return SchemaStatus(found: Int(found), needed: Schema.current)
    }

    /// What a copy holds.
    package struct Copy: Hashable, Sendable {
        /// How many bytes it has.
        package var bytes: Int64
        /// Its schema.
        package var schema: Int
        /// How many rows the log has.
        package var notifications: Int64
    }

    /// Writes a copy of one moment, while others go on reading and writing; only its owner may read it.
    ///
    /// The copy is checked and on the disk before it gets its name; nobody ever sees half of it.
    ///
    /// - Parameters:
    ///   - target: The path of the copy.
    ///   - replacing: Whether a file of that name is replaced.
    /// - Returns: What the copy holds.
    /// - Throws: ``StoreError`` when something cannot be read or written.
    package func copy(to target: String, replacing: Bool) throws(StoreError) -> Copy {
        try refuseDatabase(at: target)
        let temporary = "\(target).\(getpid()).part"
        guard unsafe mknod(temporary, S_IFREG | 0o600, 0) == 0 else { throw SQLiteCare.cannotWrite(target) }
        defer { unsafe _ = unlink(temporary) }
        try vacuum(into: temporary)
        let copy = try check(temporary, named: target)
        try SQLiteCare.sync(temporary, named: target)
        // A link never takes the place of a file; a rename does.
        let status = unsafe replacing ? rename(temporary, target) : link(temporary, target)
        guard status == 0 else { throw SQLiteCare.cannotWrite(target) }
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
        try SQLiteCare.sync(folder, named: target)
        return copy
    }

    /// Refuses to take the place of this database, or of one that is in use: whoever has it open would go on writing to a
    /// file without a name, and the next to open it would read the log of one file into another.
    private func refuseDatabase(at target: String) throws(StoreError) {
        let path = file.path
        let isOwn = SQLiteCare.identity(of: target).map { $0 == SQLiteCare.identity(of: path) } ?? false
        let suffixes = ["-wal", "-shm", "-journal"]
        guard !isOwn, !suffixes.contains(where: { target == path + $0 }) else {
            throw .cannotReplace(file: target, reason: "it belongs to the store that is to be copied")
        }
        for suffix in suffixes where SQLiteCare.identity(of: target + suffix) != nil {
            throw .cannotReplace(
                file: target, reason: "'\(target)\(suffix)' is there: it is a database in use, or was not closed")
        }
    }

    /// What is the same for every name of a file; nil when there is none.
    private static func identity(of path: String) -> [UInt64]? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    private func vacuum(into temporary: String) throws(StoreError) {
        let connection = try file.open()
        try file.inspect(connection)
        // As for a connection: a leading `./` keeps a name such as `file:x` a name.
        let name = temporary.hasPrefix("/") ? temporary : "./" + temporary
        try file.retrying { () throws(SQLiteFailure) in try connection.run("VACUUM INTO ?", .text(name)) }
    }

    private func check(_ temporary: String, named target: String) throws(StoreError) -> Copy {
        do throws(SQLiteFailure) {
            let connection = try Connection(path: temporary, isReadOnly: true, busyTimeout: 0)
            let finding = try connection.first("PRAGMA quick_check(1)") { row throws(SQLiteFailure) in try row.text(0) }
            guard finding == "ok", try connection.number("PRAGMA application_id") == Schema.applicationID else {
                throw SQLiteFailure(
                    code: .corrupt, message: finding ?? "the check says nothing", operation: "quick_check")
            }
            return Copy(
                bytes: try connection.number("PRAGMA page_count") * connection.number("PRAGMA page_size"),
                schema: Int(try connection.number("PRAGMA user_version")),
                notifications: try connection.number("SELECT count(*) FROM notification"))
        } catch {
            throw StoreError(error, file: target)
        }
    }

    /// Waits until a file or a folder is on the disk; no other connection of this process has it open.
    private static func sync(_ path: String, named target: String) throws(StoreError) {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw cannotWrite(target) }
        defer { close(number) }
        guard fsync(number) == 0 else { throw cannotWrite(target) }
    }

    /// What the last call of the system left behind.
    private static func cannotWrite(_ target: String) -> StoreError {
        let code = errno
        return .cannotOpen(file: target, reason: unsafe String(cString: strerror(code)))
    }
}
