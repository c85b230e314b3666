internal import EntitlementStorage

/// A database by its address: connects to it, and sees to its schema.
struct DatabaseServer: Sendable {
    let options: PostgreSQLOptions
    /// The address without anything secret.
    let address: String
    private let settings: [ConnectionSetting]

    init(_ address: PostgreSQLAddress, options: PostgreSQLOptions) throws(StoreError) {
        guard let given = ConnectionSetting.all(in: address.connectionString) else {
            // Where the address is not well formed, what looks like a name may be a part of a password.
            let unknown = address.isWellFormed ? address.parameters.first { !ConnectionSetting.isKnown($0) } : nil
            throw unknown.map { .unknownParameter(address: address.shown, name: $0) } ?? .invalidURL(address.shown)
        }
        self.address = address.shown
        self.options = options
        let defaults = [
            ("fallback_application_name", "storekeeper"), ("connect_timeout", "\(options.connectTimeout)"),
            // A peer that is gone without a word is noticed in half a minute.
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "25000"),
            // Of several hosts the one that takes writes, also for readers: who just wrote wants to see it.
            ("target_session_attrs", "read-write"),
        ].map { ConnectionSetting(keyword: $0.0, value: $0.1) }
        settings =
            given + defaults.filter { setting in !given.contains { $0.keyword == setting.keyword } }
            // Identifiers are bytes to us; the names of settings and the words of errors are not.
            + [ConnectionSetting(keyword: "client_encoding", value: "UTF8")]
    }

    /// Opens a connection and makes it behave.
    func connect() throws(StoreError) -> Connection {
        do throws(PostgreSQLFailure) { return try connected() } catch { throw StoreError(error, address: address) }
    }

    /// Opens a connection, and says in the server's words why it cannot.
    func connected() throws(PostgreSQLFailure) -> Connection {
        let connection = try Connection(settings)
        let answers = try connection.run(introduction, patience: options.answerPatience)
        let version = answers[0].integer(0, 0)
        guard version >= 130_000 else {
            throw PostgreSQLFailure(
                state: .featureNotSupported, message: "PostgreSQL 13 or newer is needed, this is \(version / 10_000)")
        }
        return connection
    }

    /// Brings the database to the present schema, and makes the schema it lives in where the address names none.
    func prepare(_ connection: Connection) throws(StoreError) {
        let known: (name: String?, isOwn: Bool)
        do throws(PostgreSQLFailure) {
            let rows = try connection.run(
                [
                    Command(
                        "SELECT current_schema()::text, current_setting('search_path') = $1::text",
                        .text(Schema.defaultName))
                ],
                patience: options.answerPatience)
            known = (rows[0].optionalText(0, 0), rows[0].flag(0, 1))
            if known.name == nil, known.isOwn, !options.mustExist {
                _ = try connection.run(
                    [
                        Command("BEGIN"),
                        Command(
                            "SELECT pg_advisory_xact_lock($1::int4, $2::int4)", .word(Schema.lockClass),
                            .word(Schema.migrationLock)),
                        Command("CREATE SCHEMA IF NOT EXISTS \(Schema.defaultName)"),
                        Command("COMMIT"),
                    ], patience: options.migrationPatience)
            }
        } catch {
            _ = try? connection.run([Command("ROLLBACK")], patience: options.answerPatience)
            throw StoreError(error, address: address)
        }
        guard known.name != nil || known.isOwn && !options.mustExist else {
            if known.isOwn { throw .missing(address: address) }
            throw .cannotConnect(address: address, reason: "no schema of its search_path exists")
        }
        try Migration(connection: connection, address: address, options: options).run()
    }

    /// What every connection is told first.
    private var introduction: [Command] {
        let patience = [
            ("statement_timeout", "\(options.statementPatience)"), ("lock_timeout", "\(options.lockPatience)"),
            // A process that stops between two round trips must not keep its locks.
            ("idle_in_transaction_session_timeout", "\(options.answerPatience)"),
        ]
        // Every query looks up keys, in tables whose statistics may be missing or old; a plan is made once for a
        // connection, and compiling it to machine code costs more than running it.
        let plans = [
            ("plan_cache_mode", "force_generic_plan"), ("jit", "off"), ("enable_seqscan", "off"),
            ("enable_hashjoin", "off"), ("enable_mergejoin", "off"), ("enable_sort", "off"), ("bytea_output", "escape"),
        ]
        return [
            Command("SELECT current_setting('server_version_num')::int4"),
            Command(
                """
                SELECT set_config(s.name, k.value, false) FROM unnest($1::text[], $2::text[]) AS k (name, value)
                JOIN pg_settings s ON s.name = k.name WHERE s.source <> 'client'
                """, .texts(patience.map(\.0)), .texts(patience.map(\.1))),
            Command(
                "SELECT set_config(k.name, k.value, false) FROM unnest($1::text[], $2::text[]) AS k (name, value)",
                .texts(plans.map(\.0)), .texts(plans.map(\.1))),
            // Acknowledged is durable, whatever else the server serves; a stronger setting stays.
            Command(
                """
                SELECT set_config('synchronous_commit', 'on', false)
                WHERE current_setting('synchronous_commit') = 'off'
                """),
            // Whoever names a search_path means it.
            Command(
                """
                SELECT set_config('search_path', $1::text, false) FROM pg_settings
                WHERE name = 'search_path' AND source IN ('default', 'configuration file')
                """, .text(Schema.defaultName)),
        ]
    }
}
