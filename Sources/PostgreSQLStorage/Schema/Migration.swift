internal import EntitlementStorage

/// Brings a database to the present schema: one process does it, the others wait.
struct Migration {
    let connection: Connection
    let address: String
    let options: PostgreSQLOptions

    /// What a look at the schema found.
    enum Finding: Hashable {
        case empty
        case foreign
        case version(Int)
    }

    /// Does whatever is missing; a schema of somebody else, or of a newer program, is left as it is.
    func run() throws(StoreError) {
        if try isCurrent(try translating { () throws(PostgreSQLFailure) in try look() }) { return }
        do throws(PostgreSQLFailure) {
            _ = try connection.run(
                [
                    Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
                    Command(
                        "SELECT set_config('lock_timeout', $1::text, true)", .text("\(options.migrationPatience)")),
                    Command(
                        "SELECT pg_advisory_xact_lock($1::int4, hashtext(current_schema()) # $2::int4)",
                        .word(Schema.lockClass), .word(Schema.migrationLock)),
                ], patience: options.migrationPatience + options.answerPatience)
        } catch {
            rollBack()
            throw StoreError(error, address: address)
        }
        do throws(StoreError) {
            // Again, now that nobody else can migrate.
            let finding = try translating { () throws(PostgreSQLFailure) in try look() }
            guard try !isCurrent(finding) else { return rollBack() }
            let found = if case .version(let version) = finding { version } else { 0 }
            try translating { () throws(PostgreSQLFailure) in try migrate(from: found) }
        } catch {
            rollBack()
            throw error
        }
    }

    private func isCurrent(_ finding: Finding) throws(StoreError) -> Bool {
        switch finding {
        case .empty:
            guard !options.mustExist else { throw .missing(address: address) }
            return false
        case .foreign: throw .foreignDatabase(file: address)
        case .version(let version):
            guard version <= Schema.current else { throw Migration.newer(version, address: address) }
            return version == Schema.current
        }
    }

    static func newer(_ version: Int, address: String) -> StoreError {
        .newerSchema(file: address, found: version, supported: Schema.current)
    }

    /// Which schema there is, and which one is needed; a schema of somebody else is an error.
    func status() throws(StoreError) -> SchemaStatus {
        switch try translating({ () throws(PostgreSQLFailure) in try look() }) {
        case .empty: return SchemaStatus(found: 0, needed: Schema.current)
        case .foreign: throw .foreignDatabase(file: address)
        case .version(let version):
            guard version <= Schema.current else { throw Migration.newer(version, address: address) }
            return SchemaStatus(found: version, needed: Schema.current)
        }
    }

    private func look() throws(PostgreSQLFailure) -> Finding {
        let rows = try connection.run(
            [
                Command(
                    """
                    SELECT c.relname::text, c.relname::text = $1::text FROM pg_class c
                    WHERE c.relnamespace = (
                        SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relname::text = ANY ($2::text[])
                    """, .text(Schema.versionTable), .texts([Schema.versionTable] + Schema.tables))
            ], patience: options.answerPatience)
        let found = rows[0]
        guard (0..<found.count).contains(where: { found.flag($0, 1) }) else {
            return found.count == 0 ? .empty : .foreign
        }
        do throws(PostgreSQLFailure) {
            return .version(
                Int(try connection.run([Migration.version], patience: options.answerPatience)[0].integer(0, 0)))
        } catch {
            // A table with our name and other columns.
            guard error.state == .undefinedColumn else { throw error }
            return .foreign
        }
    }

    /// Asks for the schema; the answer holds to the end of the transaction, since a migration waits for it.
    static let version = Command("SELECT coalesce(max(version), 0)::int4 FROM \(Schema.versionTable)")

    private func migrate(from found: Int) throws(PostgreSQLFailure) {
        var commands: [Command] = []
        if found == 0 {
            commands.append(
                Command(
                    """
                    CREATE TABLE IF NOT EXISTS \(Schema.versionTable) (
                        version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())
                    """))
        } else {
            // Whoever commits has read the version under a lock that this one waits for.
            commands.append(Command("LOCK TABLE \(Schema.versionTable) IN ACCESS EXCLUSIVE MODE"))
        }
        for (number, script) in Schema.migrations(partitions: options.partitions).enumerated().dropFirst(found) {
            commands += script.map { Command($0) }
            commands.append(
                Command("INSERT INTO \(Schema.versionTable) (version) VALUES ($1::int4)", .word(Int32(number + 1))))
        }
        commands.append(Command("COMMIT"))
        // Each statement is compiled when those before it have run, so that it sees their tables.
        for command in commands { _ = try connection.run([command], patience: options.migrationPatience) }
    }

    private func rollBack() { _ = try? connection.run([Command("ROLLBACK")], patience: options.answerPatience) }

    private func translating<Value>(_ body: () throws(PostgreSQLFailure) -> Value) throws(StoreError) -> Value {
        do throws(PostgreSQLFailure) { return try body() } catch { throw StoreError(error, address: address) }
    }
}
