internal import EntitlementStorage
internal import Entitlements

/// One connection and the thread it lives on.
actor DatabaseActor {
    private nonisolated let executor: DatabaseExecutor
    private let file: DatabaseFile
    private let isWriter: Bool
    private var connection: Connection?
    private var known = KnownRows()
    private var isClosed = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    init(file: DatabaseFile, isWriter: Bool) {
        self.file = file
        self.isWriter = isWriter
        executor = DatabaseExecutor(label: isWriter ? "storekeeper.sqlite.writer" : "storekeeper.sqlite.reader")
    }

    /// Opens the connection; readers do it when first asked.
    func open() throws(StoreError) { _ = try opened() }

    private func opened() throws(StoreError) -> Connection {
        guard !isClosed else { throw .unavailable(reason: "the store is closed") }
        if let connection { return connection }
        let opened = try isWriter ? file.openWriter() : file.openReader()
        connection = opened
        return opened
    }

    func close() {
        isClosed = true
        connection = nil
    }

    /// Asks on one unchanging state of the database.
    func read<Value: Sendable>(
        _ body: @Sendable (StoreQueries) throws(SQLiteFailure) -> Value
    ) throws(StoreError) -> Value {
        let connection = try opened()
        return try file.retrying { () throws(SQLiteFailure) in
            try connection.read { () throws(SQLiteFailure) in try body(StoreQueries(connection: connection)) }
        }
    }

    /// Does the work of one write transaction.
    func write<Value: Sendable>(
        _ body: @Sendable (inout BatchCommit) throws(SQLiteFailure) -> Value
    ) throws(StoreError) -> Value {
        let connection = try opened()
        let known = known
        let options = file.options
        let outcome = try file.retrying { () throws(SQLiteFailure) -> Committed<Value> in
            try connection.write { () throws(SQLiteFailure) -> Committed<Value> in
                let schema = try connection.number("PRAGMA user_version")
                guard schema == Schema.current else { return .migrated(schema) }
                var commit = BatchCommit(connection: connection, options: options, known: known)
                return .done(try body(&commit), commit.known)
            }
        }
        switch outcome {
        case .done(let value, let rows):
            self.known = rows
            return value
        case .migrated(let schema):
            throw .newerSchema(file: file.path, found: Int(schema), supported: Schema.current)
        }
    }

    /// Takes the writer's lock and lets go of it.
    func checkWriting() throws(StoreError) {
        let connection = try opened()
        try file.retrying { () throws(SQLiteFailure) in
            try connection.write { () throws(SQLiteFailure) in _ = try connection.number("PRAGMA user_version") }
        }
    }

    private enum Committed<Value> {
        case done(Value, KnownRows)
        /// Another process has changed the layout since this one opened the file.
        case migrated(Int64)
    }
}
