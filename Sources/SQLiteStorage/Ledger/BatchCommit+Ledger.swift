internal import EntitlementStorage
internal import Entitlements

extension BatchCommit {
    /// Decides on a subject; the writer's lock keeps everybody else away.
    mutating func decide<Answer>(
        _ question: LedgerQuestion, _ body: (LedgerView) -> LedgerDecision<Answer>
    ) throws(SQLiteFailure) -> Answer {
        let queries = StoreQueries(connection: connection)
        var view = LedgerView(record: nil, entries: try queries.ledger(of: [question.subject]), keyed: nil)
        if let line = question.line { view.record = try queries.line(line) }
        if let key = question.key { view.keyed = try queries.ledger(key: key) }
        let decision = body(view)
        if let entry = decision.entry { try append(entry) }
        return decision.answer
    }

    private mutating func append(_ entry: LedgerEntry) throws(SQLiteFailure) {
        let subject = entry.subject
        try connection.run(
            """
            INSERT INTO ledger (scope, kind, name, number, at, key, customer, content)
            SELECT ?1, ?2, ?3, count(*) + 1, ?4, ?5, ?6, ?7 FROM ledger WHERE scope = ?1 AND kind = ?2 AND name = ?3
            """, .integer(try row(of: subject.scope)), .integer(subject.kind.storedNumber), .text(subject.id),
            .integer(entry.at), .optional(entry.key), .optional(entry.customer),
            .blob(LedgerCoding.bytes(of: entry.content)))
    }
}
