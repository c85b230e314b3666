internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    private static let ledgerColumns =
        "l.sequence, s.environment, s.bundle, s.realm, l.kind, l.name, l.at, l.key, l.content"
    private static let ledger = """
        SELECT \(ledgerColumns)
        FROM ledger l CROSS JOIN LATERAL (SELECT * FROM scope WHERE scope.id = l.scope LIMIT 1) AS s
        """

    func ledger(of subjects: [LedgerSubject]) throws(PostgreSQLFailure) -> [LedgerEntry] {
        let subjects = Array(Set(subjects))
        guard !subjects.isEmpty else { return [] }
        let found = try rows(
            """
            SELECT \(Self.ledgerColumns)
            FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::int2[], $5::bytea[])
                AS k (environment, bundle, realm, kind, name)
            CROSS JOIN LATERAL (
                SELECT * FROM scope WHERE scope.environment = k.environment AND scope.bundle = k.bundle
                AND scope.realm = k.realm LIMIT 1) AS s
            CROSS JOIN LATERAL (
                SELECT * FROM ledger WHERE ledger.scope = s.id AND ledger.kind = k.kind AND ledger.name = k.name
                OFFSET 0) AS l
            ORDER BY l.scope, l.kind, l.name, l.number
            """, .blobs(subjects.map { Array($0.scope.environment.utf8) }),
            .blobs(subjects.map { Array($0.scope.bundleId.utf8) }), .blobs(subjects.map { Array($0.scope.realm.utf8) }),
            .smalls(subjects.map { Int16(truncatingIfNeeded: $0.kind.storedNumber) }),
            .blobs(subjects.map { Array($0.id.utf8) }))
        return try StoreQueries.entries(found)
    }

    func ledger(ofCustomer customer: String, environment: String) throws(PostgreSQLFailure) -> [LedgerEntry] {
        let found = try rows(
            """
            SELECT \(Self.ledgerColumns)
            FROM (SELECT DISTINCT scope, kind, name FROM ledger WHERE customer = $1::bytea) AS k
            CROSS JOIN LATERAL (SELECT * FROM scope WHERE scope.id = k.scope LIMIT 1) AS s
            CROSS JOIN LATERAL (
                SELECT * FROM ledger WHERE ledger.scope = k.scope AND ledger.kind = k.kind AND ledger.name = k.name
                OFFSET 0) AS l
            WHERE s.environment = $2::bytea ORDER BY l.scope, l.kind, l.name, l.number
            """, .text(customer), .text(environment))
        return try StoreQueries.entries(found)
    }

    func ledger(after sequence: Int64?, limit: Int) throws(PostgreSQLFailure) -> [LedgerRow] {
        let found = try rows(
            "\(Self.ledger) WHERE l.sequence > $1::int8 ORDER BY l.sequence LIMIT $2::int8", .integer(sequence ?? 0),
            .integer(Int64(max(limit, 0))))
        return try StoreQueries.ledgerRows(found)
    }

    /// Asks for the entries of a subject, in their order.
    static func ledger(of subject: LedgerSubject, scope: Int32) -> Command {
        Command(
            "\(ledger) WHERE l.scope = $1::int4 AND l.kind = $2::int2 AND l.name = $3::bytea ORDER BY l.number",
            .word(scope), .small(Int16(truncatingIfNeeded: subject.kind.storedNumber)), .text(subject.id))
    }

    /// Asks for the entry of a key; without a key for none.
    static func ledger(key: String?) -> Command {
        Command("\(ledger) WHERE l.key = $1::bytea", .optional(key.map { Array($0.utf8) }))
    }

    /// Reads entries.
    static func entries(_ rows: Rows) throws(PostgreSQLFailure) -> [LedgerEntry] {
        try ledgerRows(rows).map(\.entry)
    }

    private static func ledgerRows(_ rows: Rows) throws(PostgreSQLFailure) -> [LedgerRow] {
        var found: [LedgerRow] = []
        for row in 0..<rows.count {
            let kind: LedgerSubject.Kind = try rows.word(row, 4)
            let content: LedgerContent
            do throws(StoredValueDamage) {
                content = try LedgerCoding.content(rows.bytes(row, 8), kind: kind)
            } catch {
                throw .damage(error.message)
            }
            found.append(
                LedgerRow(
                    sequence: rows.integer(row, 0),
                    entry: LedgerEntry(
                        subject: LedgerSubject(scope: rows.scope(row, 1), kind: kind, id: rows.text(row, 5)),
                        at: rows.integer(row, 6), key: rows.optionalText(row, 7), content: content)))
        }
        return found
    }
}
