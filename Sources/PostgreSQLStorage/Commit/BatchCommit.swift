internal import EntitlementStorage
internal import Entitlements

/// The work of one write transaction, in two round trips: lock and read, then write and commit.
struct BatchCommit {
    /// Why a batch was not committed, or may have been.
    enum Failure: Error, Hashable, Sendable {
        /// Nothing was committed.
        case refused(PostgreSQLFailure)
        /// The COMMIT was sent, and what became of it is not known.
        case unknown(String)
        /// Nothing was sent.
        case store(StoreError)
    }

    let connection: Connection
    let address: String
    let options: PostgreSQLOptions
    /// Whether events were written that others may wait for.
    var hasNews = false

    init(connection: Connection, address: String, options: PostgreSQLOptions) {
        self.connection = connection
        self.address = address
        self.options = options
    }

    /// Commits a batch; what it learns about rows goes into `known`.
    mutating func run(_ batch: [Submission], known: inout KnownRows) throws(Failure) -> [CommitResult] {
        try undoing { () throws(PostgreSQLFailure) in try learn(batch, &known) }
        let numbered: NumberedBatch
        do throws(StoreError) { numbered = try NumberedBatch(batch, known: known) } catch { throw .store(error) }
        var further: [LineKey: LineIdentity] = [:]
        for _ in 0..<BatchCommit.rounds {
            let (results, missing) = try round(numbered, further: further, known: known)
            if let results { return results }
            further.merge(missing) { known, _ in known }
        }
        throw .refused(PostgreSQLFailure(message: "transactions move between lines faster than they can be followed"))
    }

    /// How often further lines may turn up.
    private static let rounds = 16

    /// Commits a batch, or finds lines that have to be locked with the others first.
    ///
    /// A transaction that moves to another line leaves one behind that the batch does not name. It is not locked there
    /// and then, since all take their locks in one order: all are let go, and taken again with those.
    private mutating func round(
        _ numbered: NumberedBatch, further: [LineKey: LineIdentity], known: KnownRows
    ) throws(Failure) -> (results: [CommitResult]?, missing: [LineKey: LineIdentity]) {
        let keys = BatchKeys(numbered, further: further.keys)
        let lines = numbered.lines.merging(further) { known, _ in known }
        let reading = LineReading(lines: lines.sorted { $0.key < $1.key }.map { (key: $0.key, line: $0.value) })
        let (schema, existing, read) = try undoing { () throws(PostgreSQLFailure) in
            let own = keys.commands
            let answers = try connection.run(own + reading.commands, patience: options.answerPatience)
            return (
                Int(answers[1].integer(0, 0)), try keys.existing(Array(answers[..<own.count])),
                try reading.read(answers[own.count...])
            )
        }
        guard schema == Schema.current else {
            rollBack()
            throw .store(Migration.newer(schema, address: address))
        }
        var decision = BatchDecision(numbered, keys: keys, existing: existing, limits: options.rejectionLimits)
        let results = decision.run()
        let tellings = decision.tellings
        let missing = try undoing { () throws(PostgreSQLFailure) in
            try self.lines(touchedBy: tellings, known: known).filter { lines[$0.key] == nil }
        }
        guard missing.isEmpty else {
            rollBack()
            return (nil, missing)
        }
        let told = try undoing { () throws(PostgreSQLFailure) in try tell(tellings, read: read, known: known) }
        try write(
            decision.writes.commands(limits: options.rejectionLimits) + told.projecting
                + CommitOrder.commands(decision.writes.logCommands + told.telling))
        hasNews = told.hasEvents
        return (results, [:])
    }

    func write(_ commands: [Command]) throws(Failure) {
        let answers: [Rows]
        do throws(PostgreSQLFailure) {
            answers = try connection.run(commands + [Command("COMMIT")], patience: options.answerPatience)
        } catch {
            // The server named a statement before the COMMIT: then it did not come to that.
            if error.state != nil, let index = error.index, index < commands.count {
                rollBack()
                throw .refused(error)
            }
            // While it waits for its standby a server that shuts down has committed already (class 57).
            if error.isConnectionLost || error.state == nil || error.state?.group == "57" {
                throw .unknown("the connection to '\(address)' was lost during a commit")
            }
            rollBack()
            throw .refused(error)
        }
        guard let commit = answers.last, commit.tag == "COMMIT" else {
            throw .refused(PostgreSQLFailure(message: "the transaction was rolled back"))
        }
        // The server committed here and gave up waiting for its standby: a failover could still lose it.
        guard commit.warnings == 0 else {
            throw .unknown("'\(address)' did not wait for its standby during a commit")
        }
    }

    /// Runs `body`, and ends its transaction when it fails.
    func undoing<Value>(_ body: () throws(PostgreSQLFailure) -> Value) throws(Failure) -> Value {
        do throws(PostgreSQLFailure) {
            return try body()
        } catch {
            rollBack()
            throw .refused(error)
        }
    }

    func rollBack() {
        guard !connection.isBroken else { return }
        _ = try? connection.run([Command("ROLLBACK")], patience: options.answerPatience)
    }

    /// Finds or makes the rows of scopes and headers that a batch refers to, in transactions of their own.
    ///
    /// Such a row says nothing until something refers to it, so it does no harm when the batch fails.
    private func learn(_ batch: [Submission], _ known: inout KnownRows) throws(PostgreSQLFailure) {
        known.shrink()
        let (scopes, headers) = NumberedBatch.unknown(in: batch, known: known)
        for scope in scopes.sorted() { try learn(scope, &known) }
        for header in headers {
            known.remember(
                header: header, id: try row([BatchCommit.addHeader, BatchCommit.findHeader], [.blob(header)]))
        }
    }

    /// Finds or makes the row of a scope.
    func learn(_ scope: AppScope, _ known: inout KnownRows) throws(PostgreSQLFailure) {
        let values: [Parameter] = [.text(scope.environment), .text(scope.bundleId), .text(scope.realm)]
        known.remember(scope, id: try row([BatchCommit.addScope, BatchCommit.findScope], values))
    }

    private func row(_ statements: [String], _ values: [Parameter]) throws(PostgreSQLFailure) -> Int32 {
        // The second statement sees what another process has committed while the first waited for it.
        let answers = try connection.run(
            [Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")] + statements.map { Command($0, values) }
                + [Command("COMMIT")], patience: options.answerPatience)
        guard answers.count == 4, answers[2].count == 1 else { throw .damage("an index misses a row") }
        return Int32(truncatingIfNeeded: answers[2].integer(0, 0))
    }

    private static let addScope = """
        INSERT INTO scope (environment, bundle, realm) SELECT $1::bytea, $2::bytea, $3::bytea
        WHERE NOT EXISTS (SELECT 1 FROM scope WHERE environment = $1::bytea AND bundle = $2::bytea AND realm = $3::bytea)
        ON CONFLICT DO NOTHING
        """

    private static let findScope =
        "SELECT id FROM scope WHERE environment = $1::bytea AND bundle = $2::bytea AND realm = $3::bytea"

    private static let addHeader = """
        INSERT INTO header (segment) SELECT $1::bytea
        WHERE NOT EXISTS (SELECT 1 FROM header WHERE digest = sha256($1::bytea)) ON CONFLICT DO NOTHING
        """

    private static let findHeader = "SELECT id FROM header WHERE digest = sha256($1::bytea)"
}
