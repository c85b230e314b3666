package import EntitlementStorage
package import Entitlements
internal import Synchronization

/// A store in a SQLite file: one thread writes, a few read beside it.
///
/// Any number of stores, in any number of processes on one machine, may use one file.
package final class SQLiteStore: EntitlementStore {
    let writer: DatabaseActor
    private let rules: EventRules
    private let readers: [DatabaseActor]
    /// How many questions wait for each reader.
    private let waiting: Mutex<[Int]>

    /// Opens a file, or creates it, and brings it to the present schema.
    package convenience init(path: String, options: SQLiteOptions = SQLiteOptions()) async throws(StoreError) {
        try await self.init(file: DatabaseFile(path: path, options: options))
    }

    /// Opens a new database in memory.
    package static func inMemory(options: SQLiteOptions = SQLiteOptions()) async throws(StoreError) -> SQLiteStore {
        try await SQLiteStore(file: DatabaseFile(path: ":memory:", options: options))
    }

    private init(file: DatabaseFile) async throws(StoreError) {
        writer = DatabaseActor(file: file, isWriter: true)
        rules = file.options.eventRules
        // A database in memory belongs to its one connection.
        let count = file.isInMemory ? 0 : max(file.options.readers, 0)
        readers = (0..<count).map { _ in DatabaseActor(file: file, isWriter: false) }
        waiting = Mutex(Array(repeating: 0, count: count))
        try await writer.open()
    }

    package func commit(_ batch: [Submission]) async throws(StoreError) -> [CommitResult] {
        guard !batch.isEmpty else { return [] }
        return try await writer.write { commit throws(SQLiteFailure) in try commit.run(batch) }
    }

    package func sweep(at now: Int64, limit: Int) async throws(StoreError) -> Int {
        guard rules.clock == .now else { return 0 }
        return try await writer.write { commit throws(SQLiteFailure) in try commit.sweep(at: now, limit: limit) }
    }

    package func mend(_ lines: [LineIdentity]) async throws(StoreError) {
        try await writer.write { commit throws(SQLiteFailure) in try commit.mend(lines) }
    }

    package func check() async throws(StoreError) {
        _ = try await greatestDate()
        try await writer.checkWriting()
    }

    package func close() async {
        for reader in readers { await reader.close() }
        // Last, so that its connection folds the write-ahead log into the file.
        await writer.close()
    }

    /// Asks the reader that has the least to do.
    func read<Value: Sendable>(
        _ body: @Sendable (StoreQueries) throws(SQLiteFailure) -> Value
    ) async throws(StoreError) -> Value {
        let reader = waiting.withLock { waiting -> Int? in
            guard let least = waiting.indices.min(by: { waiting[$0] < waiting[$1] }) else { return nil }
            waiting[least] += 1
            return least
        }
        guard let reader else { return try await writer.read(body) }
        defer { waiting.withLock { $0[reader] -= 1 } }
        return try await readers[reader].read(body)
    }
}

extension SQLiteStore {
    package func line(_ line: LineIdentity) async throws(StoreError) -> LineRecord? {
        try await read { queries throws(SQLiteFailure) in try queries.line(line) }
    }

    package func lines(ofCustomer id: String, environment: String) async throws(StoreError) -> [LineIdentity] {
        try await read { queries throws(SQLiteFailure) in try queries.lines(ofCustomer: id, environment: environment) }
    }

    package func lines(
        originalTransactionId: String, environment: String?
    ) async throws(StoreError) -> [LineIdentity] {
        try await read { queries throws(SQLiteFailure) in
            try queries.lines(originalTransactionId: originalTransactionId, environment: environment)
        }
    }

    package func lines(
        after line: LineIdentity?, environment: String?, limit: Int
    ) async throws(StoreError) -> [LineRecord] {
        try await read { queries throws(SQLiteFailure) in
            try queries.lines(after: line, environment: environment, limit: limit)
        }
    }

    package func versions(after key: VersionKey?, limit: Int) async throws(StoreError) -> [VersionEntry] {
        try await read { queries throws(SQLiteFailure) in try queries.versions(after: key, limit: limit) }
    }

    package func texts(of identity: FactIdentity) async throws(StoreError) -> [VersionText] {
        try await read { queries throws(SQLiteFailure) in try queries.texts(of: identity) }
    }

    package func greatestDate() async throws(StoreError) -> Int64? {
        try await read { queries throws(SQLiteFailure) in try queries.greatestDate() }
    }

    package func notifications(_ query: NotificationQuery) async throws(StoreError) -> [NotificationRecord] {
        try await read { queries throws(SQLiteFailure) in try queries.notifications(query) }
    }

    package func notification(uuid: String) async throws(StoreError) -> [NotificationText] {
        try await read { queries throws(SQLiteFailure) in try queries.notification(uuid: uuid) }
    }

    package func events(_ query: EventQuery) async throws(StoreError) -> EventPage {
        try await read { queries throws(SQLiteFailure) in try queries.events(query) }
    }

    package func event(id: String) async throws(StoreError) -> OutgoingEvent? {
        try await read { queries throws(SQLiteFailure) in try queries.event(id: id) }
    }

    package func projection(of line: LineIdentity) async throws(StoreError) -> LineProjection? {
        try await read { queries throws(SQLiteFailure) in try queries.projection(of: line) }
    }

    package func rejected(after sequence: Int64?, limit: Int) async throws(StoreError) -> [RejectedRecord] {
        try await read { queries throws(SQLiteFailure) in try queries.rejected(after: sequence, limit: limit) }
    }

    package func counts() async throws(StoreError) -> StoreCounts {
        try await read { queries throws(SQLiteFailure) in try queries.counts() }
    }
}
