internal import EntitlementStorage
internal import Entitlements

extension BatchCommit {
    /// Tells what a delivery has changed; it was merged, and the log did not hold it before.
    mutating func tell(
        _ delivery: VerifiedDelivery, merged: Merged, outcome: ProcessingOutcome
    ) throws(SQLiteFailure) {
        var touched: Set<LineIdentity> = []
        for version in merged.versions {
            if let line = version.statement.lineId {
                touched.insert(LineIdentity(scope: version.identity.scope, originalTransactionId: line))
            }
        }
        // A transaction that an earlier version placed on another line may leave that one now, and brings what was said
        // of it there to this one.
        var moved: Set<LineIdentity> = []
        for fact in merged.oldTransactions {
            let lines = try lines(of: fact, in: delivery.scope)
            if lines.count > 1 { moved.formUnion(lines) }
        }
        touched.formUnion(moved)
        for line in touched.union([delivery.line].compactMap(\.self)) where moved.contains(line) || !desk.isOpen(line) {
            try open(line)
        }
        desk.take(delivery, versions: merged.versions, touched: touched, outcome: outcome)
    }

    /// Looks at the lines whose bound has passed; the number of them.
    mutating func sweep(at now: Int64, limit: Int) throws(SQLiteFailure) -> Int {
        let due = try connection.all(
            """
            SELECT environment, bundle, realm, original
            FROM projection JOIN line ON line.id = projection.line JOIN scope ON scope.id = line.scope
            WHERE next_change <= ? ORDER BY next_change, line.id LIMIT ?
            """, .integer(now), .integer(Int64(max(limit, 0)))
        ) { row throws(SQLiteFailure) in
            LineIdentity(scope: try StoreQueries.scope(row, at: 0), originalTransactionId: try row.text(3))
        }
        for line in due {
            try open(line)
            desk.pass(line, at: now)
        }
        try writeEvents()
        return due.count
    }

    /// Works out the projections of some lines again; their answers are not read, since those may be what is damaged.
    mutating func mend(_ lines: [LineIdentity]) throws(SQLiteFailure) {
        let queries = StoreQueries(connection: connection)
        for line in lines {
            guard let row = try queries.row(of: line) else { continue }
            let kept = try connection.first(
                "SELECT version, evaluated_at FROM projection WHERE line = ?", .integer(row)
            ) { row throws(SQLiteFailure) in (version: row.integer(0), evaluatedAt: row.integer(1)) }
            desk.mend(line, record: try queries.record(of: line, row: row), kept: kept)
        }
        try writeEvents()
    }

    private mutating func open(_ line: LineIdentity) throws(SQLiteFailure) {
        let queries = StoreQueries(connection: connection)
        let row = try row(of: line)
        let record = try queries.record(of: line, row: row)
        let projection =
            if let told = desk.projection(of: line) { told } else { try queries.projection(of: line, row: row) }
        desk.open(line, record: record, projection: projection)
    }

    private func lines(of fact: Int64, in scope: AppScope) throws(SQLiteFailure) -> [LineIdentity] {
        try connection.all(
            "SELECT original FROM line_fact JOIN line ON line.id = line_fact.line WHERE fact = ?", .integer(fact)
        ) { row throws(SQLiteFailure) in LineIdentity(scope: scope, originalTransactionId: try row.text(0)) }
    }

    mutating func writeEvents() throws(SQLiteFailure) {
        for (line, projection) in desk.changed {
            try connection.run(
                """
                INSERT INTO projection (line, version, evaluated_at, next_change, answers) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (line) DO UPDATE SET version = excluded.version, evaluated_at = excluded.evaluated_at,
                    next_change = excluded.next_change, answers = excluded.answers
                """, .integer(try row(of: line)), .integer(projection.version), .integer(projection.evaluatedAt),
                .optional(projection.nextChange), .blob(AnswerCoding.bytes(of: projection.answers)))
        }
        for event in desk.events {
            let line: Int64? =
                if let id = event.originalTransactionId {
                    try row(of: LineIdentity(scope: event.scope, originalTransactionId: id))
                } else {
                    nil
                }
            try connection.run(
                """
                INSERT INTO event (id, type, scope, line, line_version, customer, created_at, is_inferred, content)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, .text(event.id), .integer(event.type.storedNumber), .integer(try row(of: event.scope)),
                .optional(line), .optional(event.lineVersion), .optional(event.appAccountToken),
                .integer(event.createdAt), .integer(event.isInferred ? 1 : 0),
                .blob(EventCoding.bytes(of: event.content)))
        }
    }
}
