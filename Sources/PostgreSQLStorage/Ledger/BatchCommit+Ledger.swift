internal import EntitlementStorage
internal import Entitlements

extension BatchCommit {
    /// Decides on a subject under a lock of its own, in two round trips: lock and read, then write and commit.
    ///
    /// The lock spares those who wait a useless try; that nobody decides beside another is the tables' doing, which take
    /// neither a number of a subject twice nor a key.
    func decide<Answer>(
        _ question: LedgerQuestion, known: inout KnownRows, _ body: (LedgerView) -> LedgerDecision<Answer>
    ) throws(Failure) -> Answer {
        let subject = question.subject
        if known.row(of: subject.scope) == nil {
            try undoing { () throws(PostgreSQLFailure) in try learn(subject.scope, &known) }
        }
        guard let scope = known.row(of: subject.scope) else { throw .refused(.damage("an index misses a row")) }
        // A line is of the subject's app: its key has the same scope.
        let lines = question.line.map { line in
            [(key: LineKey(scope: scope, original: IdentifierKey.bytes(of: line.originalTransactionId)), line: line)]
        }
        var commands = [
            Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"), Migration.version,
            Command(
                "SELECT pg_advisory_xact_lock($1::int4, $2::int4)", .word(Schema.ledgerLockClass),
                .word(BatchCommit.hash(subject))),
            StoreQueries.ledger(of: subject, scope: scope), StoreQueries.ledger(key: question.key),
        ]
        if let lines { commands.append(StoreQueries.everything(about: lines)) }
        let (schema, view, count) = try undoing { () throws(PostgreSQLFailure) in
            let answers = try connection.run(commands, patience: options.answerPatience)
            guard answers.count == commands.count else { throw .damage("the server gave no answer") }
            var view = LedgerView(
                record: nil, entries: try StoreQueries.entries(answers[3]),
                keyed: try StoreQueries.entries(answers[4]).first)
            if let lines {
                let record = try StoreQueries.records(answers[5], of: lines).first
                view.record = record?.isEmpty ?? true ? nil : record
            }
            return (Int(answers[1].integer(0, 0)), view, answers[3].count)
        }
        guard schema == Schema.current else {
            rollBack()
            throw .store(Migration.newer(schema, address: address))
        }
        let decision = body(view)
        guard let entry = decision.entry else {
            rollBack()
            return decision.answer
        }
        try write([
            Command(
                """
                INSERT INTO ledger (number, at, scope, kind, name, key, customer, content)
                VALUES ($1::int8, $2::int8, $3::int4, $4::int2, $5::bytea, $6::bytea, $7::bytea, $8::bytea)
                """, .integer(Int64(count + 1)), .integer(entry.at), .word(scope),
                .small(Int16(truncatingIfNeeded: subject.kind.storedNumber)), .text(subject.id),
                .optional(entry.key.map { Array($0.utf8) }), .optional(entry.customer.map { Array($0.utf8) }),
                .blob(LedgerCoding.bytes(of: entry.content)))
        ])
        return decision.answer
    }

    /// FNV-1a: it only has to spread subjects over locks.
    private static func hash(_ subject: LedgerSubject) -> Int32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in subject.id.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int32(bitPattern: hash)
    }
}
