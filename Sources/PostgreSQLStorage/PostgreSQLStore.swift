package import EntitlementStorage
package import Entitlements
internal import Synchronization

/// A store in a PostgreSQL database: some connections write, some read beside them.
///
/// Any number of stores, in any number of processes on any number of machines, may use one database. Nothing is believed
/// of it that another process could change.
package final class PostgreSQLStore: EntitlementStore {
    let writers: ConnectionPool
    private let readers: ConnectionPool

    private let rules: EventRules
    let listener: EventListener

    package let commitConcurrency: Int

    /// Connects to a database and brings it to the present schema.
    package init(
        _ address: PostgreSQLAddress, options: PostgreSQLOptions = PostgreSQLOptions()
    ) async throws(StoreError) {
        let server = try DatabaseServer(address, options: options)
        rules = options.eventRules
        listener = EventListener(server: server, own: String(UInt64.random(in: .min ... .max), radix: 16))
        commitConcurrency = max(options.writers, 1)
        writers = ConnectionPool(server: server, count: commitConcurrency, name: "writer")
        readers = ConnectionPool(server: server, count: max(options.readers, 1), name: "reader")
        do throws(StoreError) {
            try await writers.with { connection throws(StoreError) in try await connection.prepare() }
        } catch {
            await close()
            throw error
        }
    }

    package func commit(_ batch: [Submission]) async throws(StoreError) -> [CommitResult] {
        guard !batch.isEmpty else { return [] }
        return try await writers.with { connection throws(StoreError) in
            defer { announce(over: connection) }
            return try await connection.commit(batch)
        }
    }

    /// Nobody waits for it; what is committed meanwhile is told of together.
    private func announce(over connection: ServerConnection) {
        Task { [own = listener.own] in await connection.announce(as: own) }
    }

    package func sweep(at now: Int64, limit: Int) async throws(StoreError) -> Int {
        guard rules.clock == .now else { return 0 }
        return try await writers.with { connection throws(StoreError) in
            defer { announce(over: connection) }
            return try await connection.sweep(at: now, limit: limit)
        }
    }

    package func mend(_ lines: [LineIdentity]) async throws(StoreError) {
        guard !lines.isEmpty else { return }
        try await writers.with { connection throws(StoreError) in try await connection.mend(lines) }
    }

    package func check() async throws(StoreError) {
        _ = try await greatestDate()
        try await writers.with { connection throws(StoreError) in try await connection.checkWriting() }
    }

    package func close() async {
        await readers.close()
        await writers.close()
    }

    func read<Value: Sendable>(
        _ body: @Sendable (StoreQueries) throws(PostgreSQLFailure) -> Value
    ) async throws(StoreError) -> Value {
        try await readers.with { connection throws(StoreError) in try await connection.read(body) }
    }
}

extension PostgreSQLStore {
    package func line(_ line: LineIdentity) async throws(StoreError) -> LineRecord? {
        try await read { queries throws(PostgreSQLFailure) in try queries.line(line) }
    }

    package func lines(ofCustomer id: String, environment: String) async throws(StoreError) -> [LineIdentity] {
        try await read { queries throws(PostgreSQLFailure) in
            try queries.lines(ofCustomer: id, environment: environment)
        }
    }

    package func lines(
        originalTransactionId: String, environment: String?
    ) async throws(StoreError) -> [LineIdentity] {
        try await read { queries throws(PostgreSQLFailure) in
            try queries.lines(originalTransactionId: originalTransactionId, environment: environment)
        }
    }

    package func lines(
        after line: LineIdentity?, environment: String?, limit: Int
    ) async throws(StoreError) -> [LineRecord] {
        try await read { queries throws(PostgreSQLFailure) in
            try queries.lines(after: line, environment: environment, limit: limit)
        }
    }

    package func versions(after key: VersionKey?, limit: Int) async throws(StoreError) -> [VersionEntry] {
        try await read { queries throws(PostgreSQLFailure) in try queries.versions(after: key, limit: limit) }
    }

    package func texts(of identity: FactIdentity) async throws(StoreError) -> [VersionText] {
        try await read { queries throws(PostgreSQLFailure) in try queries.texts(of: identity) }
    }

    package func greatestDate() async throws(StoreError) -> Int64? {
        try await read { queries throws(PostgreSQLFailure) in try queries.greatestDate() }
    }

    package func notifications(_ query: NotificationQuery) async throws(StoreError) -> [NotificationRecord] {
        try await read { queries throws(PostgreSQLFailure) in try queries.notifications(query) }
    }

    package func notification(uuid: String) async throws(StoreError) -> [NotificationText] {
        try await read { queries throws(PostgreSQLFailure) in try queries.notification(uuid: uuid) }
    }

    package func events(_ query: EventQuery) async throws(StoreError) -> EventPage {
        try await read { queries throws(PostgreSQLFailure) in try queries.events(query) }
    }

    package func event(id: String) async throws(StoreError) -> OutgoingEvent? {
        try await read { queries throws(PostgreSQLFailure) in try queries.event(id: id) }
    }

    package func projection(of line: LineIdentity) async throws(StoreError) -> LineProjection? {
        try await read { queries throws(PostgreSQLFailure) in try queries.projection(of: line) }
    }

    package func rejected(after sequence: Int64?, limit: Int) async throws(StoreError) -> [RejectedRecord] {
        try await read { queries throws(PostgreSQLFailure) in try queries.rejected(after: sequence, limit: limit) }
    }

    package func counts() async throws(StoreError) -> StoreCounts {
        try await read { queries throws(PostgreSQLFailure) in try queries.counts() }
    }
}
