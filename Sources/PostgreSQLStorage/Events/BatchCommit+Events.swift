internal import EntitlementStorage
internal import Entitlements

extension BatchCommit {
    /// The lines that are to be told of because transactions stand on several.
    func lines(
        touchedBy tellings: [BatchTelling], known: KnownRows
    ) throws(PostgreSQLFailure) -> [LineKey: LineIdentity] {
        var lines: [LineKey: LineIdentity] = [:]
        for telling in tellings where !telling.moved.isEmpty {
            for line in try telling.touched() {
                guard let scope = known.row(of: line.scope) else { throw .damage("a scope was not looked up") }
                lines[LineKey(scope: scope, original: IdentifierKey.bytes(of: line.originalTransactionId))] = line
            }
        }
        return lines
    }

    /// What a batch has to tell; `read` holds all its lines.
    func tell(
        _ tellings: [BatchTelling], read: [LineIdentity: LineReading.Read], known: KnownRows
    ) throws(PostgreSQLFailure) -> EventWrites {
        var read = read
        let moved = Set(tellings.flatMap(\.moved.keys))
        if !moved.isEmpty {
            let versions = try MovedFacts(connection: connection, patience: options.answerPatience)
                .versions(of: moved.sorted(), scope: known.scope(ofRow:))
            for telling in tellings where !telling.moved.isEmpty {
                for line in try telling.touched() {
                    for version in versions { read[line]?.record.insert(version) }
                }
            }
        }
        var desk = EventDesk(rules: options.eventRules)
        for (line, found) in read { desk.open(line, record: found.record, projection: found.projection) }
        for telling in tellings {
            desk.take(
                telling.delivery, versions: telling.versions, related: telling.related,
                touched: try telling.touched(), outcome: telling.outcome)
        }
        return try EventWrites(desk, rows: known.row(of:))
    }

    /// Looks at lines whose bound has passed; the answer is how many.
    mutating func sweep(at now: Int64, limit: Int) throws(Failure) -> Int {
        let (count, writes) = try undoing { () throws(PostgreSQLFailure) -> (Int, EventWrites?) in
            let answers = try connection.run(
                [
                    Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"), Migration.version,
                    Command(BatchCommit.due, .integer(now), .integer(Int64(max(limit, 0)))),
                ], patience: options.answerPatience)
            guard answers[1].integer(0, 0) == Schema.current else { return (0, nil) }
            var scopes: [AppScope: Int32] = [:]
            var lines: [(key: LineKey, line: LineIdentity)] = []
            let due = answers[2]
            for row in 0..<due.count {
                let (scope, id) = (due.scope(row, 2), Int32(truncatingIfNeeded: due.integer(row, 0)))
                scopes[scope] = id
                lines.append(
                    (
                        LineKey(scope: id, original: due.bytes(row, 1)),
                        LineIdentity(scope: scope, originalTransactionId: try due.identifier(row, 1))
                    ))
            }
            lines.sort { $0.key < $1.key }
            return try sweep(lines, scopes, at: now)
        }
        guard let writes, !writes.commands.isEmpty else {
            rollBack()
            return 0
        }
        try write(writes.commands)
        hasNews = writes.hasEvents
        return count
    }

    private func sweep(
        _ due: [(key: LineKey, line: LineIdentity)], _ scopes: [AppScope: Int32], at now: Int64
    ) throws(PostgreSQLFailure) -> (Int, EventWrites?) {
        guard !due.isEmpty else { return (0, nil) }
        let locked = try connection.run(
            [
                Command(
                    BatchCommit.lockIdleLines, .words(due.map(\.key.scope)), .blobs(due.map(\.key.original)))
            ], patience: options.answerPatience)
        let free = Set((0..<(locked.first?.count ?? 0)).map { Int(locked[0].integer($0, 0)) - 1 })
        let reading = LineReading(lines: due.enumerated().filter { free.contains($0.offset) }.map(\.element))
        let read = try reading.read(try connection.run(reading.commands, patience: options.answerPatience))
        var desk = EventDesk(rules: options.eventRules)
        var count = 0
        for line in reading.lines {
            // Somebody else may have been here between the two looks.
            guard let found = read[line.line], let next = found.projection?.nextChange, next <= now else { continue }
            desk.open(line.line, record: found.record, projection: found.projection)
            desk.pass(line.line, at: now)
            count += 1
        }
        return (count, try EventWrites(desk, rows: { scopes[$0] }))
    }

    private static let due = """
        SELECT p.scope, p.original, s.environment, s.bundle, s.realm FROM projection p
        CROSS JOIN LATERAL (SELECT * FROM scope WHERE scope.id = p.scope LIMIT 1) AS s
        WHERE p.next_change <= $1::int8 ORDER BY p.next_change LIMIT $2::int8
        """

    /// Lines that somebody works on are left to them, or to the next sweep.
    private static let lockIdleLines = """
        SELECT k.at FROM unnest($1::int4[], $2::bytea[]) WITH ORDINALITY AS k (scope, original, at)
        CROSS JOIN LATERAL (
            SELECT 1 FROM line WHERE line.scope = k.scope AND line.original = k.original
            FOR NO KEY UPDATE SKIP LOCKED) AS locked
        """
}
