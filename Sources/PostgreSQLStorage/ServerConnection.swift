internal import EntitlementStorage
internal import Entitlements

/// One connection and the thread it lives on; a connection that is lost is replaced when it is needed next.
actor ServerConnection {
    private nonisolated let executor: DatabaseExecutor
    private let server: DatabaseServer
    private var connection: Connection?
    private var known = KnownRows()
    private var isClosed = false
    /// Whether events were committed that nobody was told of.
    private var hasNews = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    init(server: DatabaseServer, label: String) {
        self.server = server
        executor = DatabaseExecutor(label: label)
    }

    /// Connects and brings the database to the present schema.
    func prepare() throws(StoreError) { try server.prepare(opened()) }

    /// Asks which schema the database has.
    func schema() throws(StoreError) -> SchemaStatus {
        try Migration(connection: opened(), address: server.address, options: server.options).status()
    }

    func close() {
        isClosed = true
        announce(as: nil)
        connection = nil
    }

    private func opened() throws(StoreError) -> Connection {
        guard !isClosed else { throw .unavailable(reason: "the store is closed") }
        if let connection, !connection.isBroken { return connection }
        connection = nil
        known = KnownRows()
        let opened = try server.connect()
        connection = opened
        return opened
    }

    /// Whether another try may go better; a connection that is of no use any more is let go.
    private func canRetry(_ failure: PostgreSQLFailure) -> Bool {
        if failure.isConnectionLost || failure.state == .readOnlyTransaction || failure.state?.group == "57" {
            // Another server may be the one that takes writes by now.
            connection = nil
            return true
        }
        return failure.state?.isConflict ?? false
    }

    /// Asks a question.
    func read<Value: Sendable>(
        _ body: @Sendable (StoreQueries) throws(PostgreSQLFailure) -> Value
    ) throws(StoreError) -> Value {
        var attempt = 1
        while true {
            let connection = try opened()
            do throws(PostgreSQLFailure) {
                return try body(StoreQueries(connection: connection, patience: server.options.answerPatience))
            } catch {
                // An answer that did not come in time will not come the second time either.
                guard attempt < 2, canRetry(error) else { throw StoreError(error, address: server.address) }
                attempt += 1
            }
        }
    }

    /// Does something that is not tried again when it took too long.
    func once<Value: Sendable>(
        _ body: @Sendable (Connection, PostgreSQLOptions) throws(PostgreSQLFailure) -> Value
    ) throws(StoreError) -> Value {
        let connection = try opened()
        do throws(PostgreSQLFailure) {
            return try body(connection, server.options)
        } catch {
            if error.isConnectionLost { self.connection = nil }
            throw StoreError(error, address: server.address)
        }
    }

    /// Merges a batch in one transaction.
    func commit(_ batch: [Submission]) throws(StoreError) -> [CommitResult] {
        try write { commit, known throws(BatchCommit.Failure) in try commit.run(batch, known: &known) }
    }

    /// Tells what time alone has changed.
    func sweep(at now: Int64, limit: Int) throws(StoreError) -> Int {
        try write { commit, _ throws(BatchCommit.Failure) in try commit.sweep(at: now, limit: limit) }
    }

    /// Works out the projections of some lines again.
    func mend(_ lines: [LineIdentity]) throws(StoreError) {
        try write { commit, _ throws(BatchCommit.Failure) in try commit.mend(lines) }
    }

    /// Makes a change of what is on its way to targets.
    func change<Value: Sendable>(_ make: @Sendable () -> DeliveryChange<Value>) throws(StoreError) -> Value {
        let change = make()
        return try write { commit, _ throws(BatchCommit.Failure) in try commit.run(change) }
    }

    /// Tells all who listen to this database that there are new events, once for all that were committed since.
    ///
    /// That is no part of the commit: in its transaction it would take a lock that is one for all databases of the
    /// server, and fail when somebody does not fetch what is said. Whoever is not told looks by himself.
    func announce(as author: String?) {
        guard hasNews, let connection, !connection.isBroken else { return }
        hasNews = false
        _ = try? connection.run([EventChannel.notify(author)], patience: server.options.answerPatience)
    }

    /// Decides on a subject of the ledger.
    func decide<Answer: Sendable>(
        _ question: LedgerQuestion, _ body: @Sendable (LedgerView) -> LedgerDecision<Answer>
    ) throws(StoreError) -> Answer {
        try write { commit, known throws(BatchCommit.Failure) in
            try commit.decide(question, known: &known, body)
        }
    }

    private func write<Value>(
        _ body: (inout BatchCommit, inout KnownRows) throws(BatchCommit.Failure) -> Value
    ) throws(StoreError) -> Value {
        var attempt = 1
        while true {
            let connection = try opened()
            do throws(BatchCommit.Failure) {
                var commit = BatchCommit(connection: connection, address: server.address, options: server.options)
                let value = try body(&commit, &known)
                if commit.hasNews { hasNews = true }
                return value
            } catch {
                switch error {
                case .unknown(let reason):
                    // The same batch again would be told that all of it was there before; the sender must ask anew.
                    throw .unavailable(reason: reason + ": what became of it is not known")
                case .store(let error): throw error
                case .refused(let failure):
                    guard canRetry(failure), attempt < server.options.attempts else {
                        throw StoreError(failure, address: server.address)
                    }
                    attempt += 1
                }
            }
        }
    }

    /// Asks whether the connection could write.
    func checkWriting() throws(StoreError) {
        let isReadOnly = try read { queries throws(PostgreSQLFailure) in
            _ = try queries.rows(Migration.version.sql)
            return try queries.rows("SELECT current_setting('transaction_read_only') = 'on'").flag(0, 0)
        }
        guard isReadOnly else { return }
        connection = nil
        throw .unavailable(reason: "'\(server.address)' takes no writes")
    }
}
