internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    private static let ledger = """
        SELECT sequence, environment, bundle, realm, kind, name, at, key, content
        FROM ledger JOIN scope ON scope.id = ledger.scope
        """

    func ledger(of subjects: [LedgerSubject]) throws(SQLiteFailure) -> [LedgerEntry] {
        var entries: [LedgerEntry] = []
        for subject in Set(subjects) {
            entries += try connection.all(
                """
                \(Self.ledger)
                WHERE environment = ? AND bundle = ? AND realm = ? AND kind = ? AND name = ? ORDER BY number
                """, .text(subject.scope.environment), .text(subject.scope.bundleId), .text(subject.scope.realm),
                .integer(subject.kind.storedNumber), .text(subject.id)
            ) { row throws(SQLiteFailure) in try Self.ledgerRow(row).entry }
        }
        return entries
    }

    func ledger(ofCustomer customer: String, environment: String) throws(SQLiteFailure) -> [LedgerEntry] {
        try connection.all(
            """
            \(Self.ledger)
            WHERE environment = ?2 AND (ledger.scope, kind, name) IN (
                SELECT scope, kind, name FROM ledger WHERE customer = ?1)
            ORDER BY ledger.scope, kind, name, number
            """, .text(customer), .text(environment)
        ) { row throws(SQLiteFailure) in try Self.ledgerRow(row).entry }
    }

    func ledger(key: String) throws(SQLiteFailure) -> LedgerEntry? {
        try connection.first("\(Self.ledger) WHERE key = ?", .text(key), read: Self.ledgerRow)?.entry
    }

    func ledger(after sequence: Int64?, limit: Int) throws(SQLiteFailure) -> [LedgerRow] {
        try connection.all(
            "\(Self.ledger) WHERE sequence > ? ORDER BY sequence LIMIT ?", .integer(sequence ?? 0),
            .integer(Int64(max(limit, 0))), read: Self.ledgerRow)
    }

    private static func ledgerRow(_ row: PreparedStatement) throws(SQLiteFailure) -> LedgerRow {
        let kind: LedgerSubject.Kind = try row.word(4)
        return LedgerRow(
            sequence: row.integer(0),
            entry: LedgerEntry(
                subject: LedgerSubject(scope: try scope(row, at: 1), kind: kind, id: try row.text(5)),
                at: row.integer(6), key: try row.optionalText(7),
                content: try row.ledgerContent(8, kind: kind)))
    }
}
