internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    func line(_ line: LineIdentity) throws(SQLiteFailure) -> LineRecord? {
        guard let row = try row(of: line) else { return nil }
        return try record(of: line, row: row)
    }

    func row(of line: LineIdentity) throws(SQLiteFailure) -> Int64? {
        let original = line.originalTransactionId
        return try connection.number(
            """
            SELECT line.id FROM line JOIN scope ON scope.id = line.scope
            WHERE environment = ? AND bundle = ? AND realm = ? AND rank = ? AND original = ?
            """,
            [
                .text(line.scope.environment), .text(line.scope.bundleId), .text(line.scope.realm),
                .integer(IdentifierRank.rank(of: original)), .text(original),
            ])
    }

    /// The lines that an id leads to: a token, an app's download, the line itself, a transaction ever placed on it.
    func lines(ofCustomer id: String, environment: String) throws(SQLiteFailure) -> [LineIdentity] {
        let rank = SQLValue.integer(IdentifierRank.rank(of: id))
        let lines = try connection.all(
            """
            WITH here (id) AS (SELECT id FROM scope WHERE environment = ?1),
            found (line) AS (
                SELECT line FROM customer WHERE id = ?2
                UNION SELECT line FROM customer WHERE id = ?3
                UNION SELECT id FROM line WHERE scope IN here AND rank = ?4 AND original = ?2
                UNION SELECT line FROM version WHERE line IS NOT NULL AND fact IN (
                    SELECT id FROM fact WHERE scope IN here AND kind = ?5 AND rank = ?4 AND name = ?2)
            )
            SELECT environment, bundle, realm, original
            FROM found JOIN line ON line.id = found.line JOIN scope ON scope.id = line.scope
            WHERE environment = ?1
            """, .text(environment), .text(id), .optional(AppAccountToken.normalized(id)), rank,
            .integer(FactKind.transaction.storedNumber)
        ) { row throws(SQLiteFailure) in
            LineIdentity(scope: try StoreQueries.scope(row, at: 0), originalTransactionId: try row.text(3))
        }
        return lines.sorted()
    }

    func lines(originalTransactionId: String, environment: String?) throws(SQLiteFailure) -> [LineIdentity] {
        var lines: [LineIdentity] = []
        for (row, scope) in try scopes(environment: environment) {
            let line = try connection.number(
                "SELECT id FROM line WHERE scope = ? AND rank = ? AND original = ?",
                [
                    .integer(row), .integer(IdentifierRank.rank(of: originalTransactionId)),
                    .text(originalTransactionId),
                ])
            if line != nil {
                lines.append(LineIdentity(scope: scope, originalTransactionId: originalTransactionId))
            }
        }
        return lines
    }

    func lines(
        after last: LineIdentity?, environment: String?, limit: Int
    ) throws(SQLiteFailure) -> [LineRecord] {
        var records: [LineRecord] = []
        for (scopeRow, scope) in try scopes(environment: environment) {
            if let last, scope < last.scope { continue }
            guard records.count < limit else { break }
            // Within the scope of the last line it goes on after that line, in later ones from the start.
            let start = last?.scope == scope ? last?.originalTransactionId : nil
            let found = try connection.all(
                """
                SELECT id, original FROM line WHERE scope = ? AND (rank, original) > (?, ?)
                ORDER BY rank, original LIMIT ?
                """, .integer(scopeRow), .integer(start.map(IdentifierRank.rank(of:)) ?? -1), .text(start ?? ""),
                .integer(Int64(limit - records.count))
            ) { row throws(SQLiteFailure) in (row: row.integer(0), original: try row.text(1)) }
            for (row, original) in found {
                records.append(try record(of: LineIdentity(scope: scope, originalTransactionId: original), row: row))
            }
        }
        return records
    }

    func record(of line: LineIdentity, row: Int64) throws(SQLiteFailure) -> LineRecord {
        let versions = try connection.all(
            """
            SELECT kind, name, version.date, version.digest, statement
            FROM line_fact JOIN fact ON fact.id = line_fact.fact JOIN version ON version.fact = fact.id
            WHERE line_fact.line = ?
            """, .integer(row)
        ) { row throws(SQLiteFailure) in
            let kind: FactKind = try row.word(0)
            return FactVersion(
                identity: FactIdentity(scope: line.scope, kind: kind, id: try row.text(1)), date: row.integer(2),
                digest: try StoreQueries.digest(row, at: 3),
                statement: try row.statement(4, kind: kind))
        }
        return LineRecord(scope: line.scope, originalTransactionId: line.originalTransactionId, versions: versions)
    }
}
