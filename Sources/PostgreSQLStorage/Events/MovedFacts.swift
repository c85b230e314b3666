internal import EntitlementStorage
internal import Entitlements

/// Reads what was said of transactions that move between lines.
///
/// That hardly ever happens, so it takes a round trip of its own.
struct MovedFacts {
    let connection: Connection
    let patience: Int

    /// Every version of some transactions, wherever it stands.
    func versions(of facts: [FactKey], scope: (Int32) -> AppScope?) throws(PostgreSQLFailure) -> [FactVersion] {
        let answers = try connection.run(
            [
                Command(
                    """
                    SELECT f.scope, f.name, v.date, v.digest, v.statement
                    FROM unnest($1::int4[], $2::int2[], $3::bytea[]) AS k (scope, kind, name)
                    CROSS JOIN LATERAL (
                        SELECT * FROM fact WHERE fact.scope = k.scope AND fact.kind = k.kind AND fact.name = k.name
                        LIMIT 1) AS f
                    CROSS JOIN LATERAL unnest(array_prepend(f.root, f.others)) AS place (root)
                    CROSS JOIN LATERAL (
                        SELECT date, digest, statement FROM version WHERE version.root = place.root
                        AND version.scope = f.scope AND version.kind = f.kind AND version.name = f.name OFFSET 0) AS v
                    """, .words(facts.map(\.scope)), .smalls(facts.map(\.kind)), .blobs(facts.map(\.name)))
            ], patience: patience)
        guard let found = answers.first else { throw .damage("the server gave no answer") }
        var versions: [FactVersion] = []
        for row in 0..<found.count {
            guard let scope = scope(Int32(truncatingIfNeeded: found.integer(row, 0))) else {
                throw .damage("a scope was not looked up")
            }
            versions.append(
                FactVersion(
                    identity: FactIdentity(scope: scope, kind: .transaction, id: try found.identifier(row, 1)),
                    date: found.integer(row, 2), digest: try found.digest(row, 3),
                    statement: try found.statement(row, 4, kind: .transaction)))
        }
        return versions
    }
}
