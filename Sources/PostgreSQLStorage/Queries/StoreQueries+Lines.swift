internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    func line(_ line: LineIdentity) throws(PostgreSQLFailure) -> LineRecord? {
        guard let key = try key(of: line), let record = try records(of: [(key, line)]).first, !record.isEmpty else {
            return nil
        }
        return record
    }

    /// The key of a line's rows; nil when nothing is held of its app and environment.
    func key(of line: LineIdentity) throws(PostgreSQLFailure) -> LineKey? {
        let scope = try rows(
            "SELECT id FROM scope WHERE environment = $1::bytea AND bundle = $2::bytea AND realm = $3::bytea",
            .text(line.scope.environment), .text(line.scope.bundleId), .text(line.scope.realm))
        guard scope.count == 1 else { return nil }
        return LineKey(
            scope: Int32(truncatingIfNeeded: scope.integer(0, 0)),
            original: IdentifierKey.bytes(of: line.originalTransactionId))
    }

    /// The lines that an id leads to: a token, an app's download, the line itself, a transaction ever placed on it.
    func lines(ofCustomer id: String, environment: String) throws(PostgreSQLFailure) -> [LineIdentity] {
        let token = AppAccountToken.normalized(id).map { Array($0.utf8) }
        let found = try rows(
            """
            WITH here (scope) AS (SELECT id FROM scope WHERE environment = $1::bytea),
            found (scope, original) AS (
                SELECT scope, original FROM customer WHERE id = $2::bytea
                UNION SELECT scope, original FROM customer WHERE id = $3::bytea
                UNION SELECT here.scope, own.original FROM here CROSS JOIN LATERAL (
                    SELECT original FROM line WHERE line.scope = here.scope AND original = $4::bytea OFFSET 0) AS own
                UNION SELECT here.scope, place.original FROM here CROSS JOIN LATERAL (
                    SELECT root, others FROM fact
                    WHERE fact.scope = here.scope AND kind = $5::int2 AND name = $4::bytea OFFSET 0) AS f
                    CROSS JOIN LATERAL unnest(array_prepend(f.root, f.others)) AS place (original)
            )
            SELECT environment, bundle, realm, original FROM found JOIN scope ON scope.id = found.scope
            WHERE environment = $1::bytea
            """, .text(environment), .text(id), .optional(token), .blob(IdentifierKey.bytes(of: id)),
            .small(StoreQueries.transaction))
        var lines: [LineIdentity] = []
        for row in 0..<found.count {
            lines.append(
                LineIdentity(scope: found.scope(row, 0), originalTransactionId: try found.identifier(row, 3)))
        }
        return lines.sorted()
    }

    func lines(originalTransactionId: String, environment: String?) throws(PostgreSQLFailure) -> [LineIdentity] {
        let found = try rows(
            """
            SELECT environment, bundle, realm FROM scope CROSS JOIN LATERAL (
                SELECT 1 FROM line WHERE line.scope = scope.id AND original = $1::bytea LIMIT 1) AS found
            WHERE environment = $2::bytea OR $2::bytea IS NULL
            ORDER BY environment, bundle, realm
            """, .blob(IdentifierKey.bytes(of: originalTransactionId)),
            .optional(environment.map { Array($0.utf8) }))
        return (0..<found.count).map { row in
            LineIdentity(scope: found.scope(row, 0), originalTransactionId: originalTransactionId)
        }
    }

    func lines(
        after last: LineIdentity?, environment: String?, limit: Int
    ) throws(PostgreSQLFailure) -> [LineRecord] {
        var page: [(key: LineKey, line: LineIdentity)] = []
        for (row, scope) in try scopes(environment: environment) {
            if let last, scope < last.scope { continue }
            guard page.count < limit else { break }
            // Within the scope of the last line it goes on after that line, in later ones from the start.
            let start = last?.scope == scope ? last.map { IdentifierKey.bytes(of: $0.originalTransactionId) } : nil
            let found = try rows(
                "SELECT original FROM line WHERE scope = $1::int4 AND original > $2::bytea ORDER BY original LIMIT $3::int8",
                .word(row), .blob(start ?? []), .integer(Int64(limit - page.count)))
            for at in 0..<found.count {
                page.append(
                    (
                        LineKey(scope: row, original: found.bytes(at, 0)),
                        LineIdentity(scope: scope, originalTransactionId: try found.identifier(at, 0))
                    ))
            }
        }
        return try records(of: page)
    }

    /// Everything that was said about some lines, in their order.
    ///
    /// All that names a line is in its partition. Of its transactions that were once placed elsewhere the rest is
    /// fetched from there.
    private func records(
        of lines: [(key: LineKey, line: LineIdentity)]
    ) throws(PostgreSQLFailure) -> [LineRecord] {
        guard !lines.isEmpty else { return [] }
        let answers = try connection.run([StoreQueries.everything(about: lines)], patience: patience)
        guard let found = answers.first else { throw .damage("the server gave no answer") }
        return try StoreQueries.records(found, of: lines)
    }

    /// Asks for everything that was said about some lines.
    static func everything(about lines: [(key: LineKey, line: LineIdentity)]) -> Command {
        Command(
            """
            WITH own AS (
                SELECT k.at, k.scope, k.root, v.*
                FROM unnest($1::int4[], $2::bytea[]) WITH ORDINALITY AS k (scope, root, at)
                CROSS JOIN LATERAL (
                    SELECT kind, name, date, digest, statement FROM version
                    WHERE version.scope = k.scope AND version.root = k.root AND kind <> $4::int2 OFFSET 0) AS v
            )
            SELECT at, kind, name, date, digest, statement FROM own
            UNION ALL
            SELECT moved.at, moved.kind, moved.name, v.date, v.digest, v.statement
            FROM (SELECT DISTINCT at, scope, root, kind, name FROM own WHERE kind = $3::int2) AS moved
            CROSS JOIN LATERAL (
                SELECT root, others FROM fact WHERE fact.scope = moved.scope AND fact.kind = moved.kind
                AND fact.name = moved.name AND others IS NOT NULL OFFSET 0) AS f
            CROSS JOIN LATERAL unnest(array_prepend(f.root, f.others)) AS place (root)
            CROSS JOIN LATERAL (
                SELECT date, digest, statement FROM version WHERE version.root = place.root
                AND version.scope = moved.scope AND version.kind = moved.kind AND version.name = moved.name
                OFFSET 0) AS v
            WHERE place.root <> moved.root
            """, .words(lines.map(\.key.scope)), .blobs(lines.map(\.key.original)), .small(StoreQueries.transaction),
            .small(StoreQueries.appTransaction))
    }

    /// Reads the answer to ``everything(about:)``.
    static func records(
        _ found: Rows, of lines: [(key: LineKey, line: LineIdentity)]
    ) throws(PostgreSQLFailure) -> [LineRecord] {
        var versions: [[FactVersion]] = Array(repeating: [], count: lines.count)
        for row in 0..<found.count {
            let at = Int(found.integer(row, 0)) - 1
            guard lines.indices.contains(at) else { throw .damage("the server numbers lines that were not sent") }
            let kind: FactKind = try found.word(row, 1)
            versions[at].append(
                FactVersion(
                    identity: FactIdentity(
                        scope: lines[at].line.scope, kind: kind, id: try found.identifier(row, 2)),
                    date: found.integer(row, 3), digest: try found.digest(row, 4),
                    statement: try found.statement(row, 5, kind: kind)))
        }
        return zip(lines, versions).map { line, versions in
            LineRecord(
                scope: line.line.scope, originalTransactionId: line.line.originalTransactionId, versions: versions)
        }
    }

    private static let transaction = Int16(truncatingIfNeeded: FactKind.transaction.storedNumber)
    private static let appTransaction = Int16(truncatingIfNeeded: FactKind.appTransaction.storedNumber)
}
