internal import EntitlementStorage
internal import Entitlements

extension BatchCommit {
    /// Works out the projections of some lines again; their answers are not read, since those may be what is damaged.
    func mend(_ lines: [LineIdentity]) throws(Failure) {
        let (schema, commands) = try undoing { () throws(PostgreSQLFailure) -> (Int, [Command]) in
            let started = try connection.run(
                [Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"), Migration.version],
                patience: options.answerPatience)
            let queries = StoreQueries(connection: connection, patience: options.answerPatience)
            var scopes: [AppScope: Int32] = [:]
            for (row, scope) in try queries.scopes() { scopes[scope] = row }
            var keyed: [(key: LineKey, line: LineIdentity)] = []
            for line in Set(lines) {
                guard let scope = scopes[line.scope] else { continue }
                let original = IdentifierKey.bytes(of: line.originalTransactionId)
                keyed.append((LineKey(scope: scope, original: original), line))
            }
            keyed.sort { $0.key < $1.key }
            return (Int(started[1].integer(0, 0)), try mend(keyed, scopes))
        }
        guard schema == Schema.current else {
            rollBack()
            throw .store(Migration.newer(schema, address: address))
        }
        guard !commands.isEmpty else { return rollBack() }
        try write(commands)
    }

    private func mend(
        _ lines: [(key: LineKey, line: LineIdentity)], _ scopes: [AppScope: Int32]
    ) throws(PostgreSQLFailure) -> [Command] {
        guard !lines.isEmpty else { return [] }
        let keys: [Parameter] = [.words(lines.map(\.key.scope)), .blobs(lines.map(\.key.original))]
        let answers = try connection.run(
            [
                Command(BatchKeys.lockLines, keys), StoreQueries.everything(about: lines),
                StoreQueries.projections(of: lines),
            ], patience: options.answerPatience)
        let locked = Set((0..<answers[0].count).map { Int(answers[0].integer($0, 0)) - 1 })
        var kept: [Int: (version: Int64, evaluatedAt: Int64)] = [:]
        for row in 0..<answers[2].count {
            kept[Int(answers[2].integer(row, 0)) - 1] = (answers[2].integer(row, 1), answers[2].integer(row, 2))
        }
        var desk = EventDesk(rules: options.eventRules)
        for (at, record) in try StoreQueries.records(answers[1], of: lines).enumerated() where locked.contains(at) {
            desk.mend(lines[at].line, record: record, kept: kept[at])
        }
        return try EventWrites(desk, rows: { scopes[$0] }).commands
    }
}
