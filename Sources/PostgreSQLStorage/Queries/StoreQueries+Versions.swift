internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    func versions(after last: VersionKey?, limit: Int) throws(PostgreSQLFailure) -> [VersionEntry] {
        var page: [VersionEntry] = []
        for (row, scope) in try scopes() {
            if let last, scope < last.identity.scope { continue }
            for kind in FactKind.allCases.sorted() {
                guard page.count < limit else { return page }
                if let last, scope == last.identity.scope, kind < last.identity.kind { continue }
                let isBegun = last.map { $0.identity.scope == scope && $0.identity.kind == kind } ?? false
                page += try versions(
                    scope: scope, row: row, kind: kind, after: isBegun ? last : nil, limit: limit - page.count)
            }
        }
        return page
    }

    private func versions(
        scope: AppScope, row: Int32, kind: FactKind, after last: VersionKey?, limit: Int
    ) throws(PostgreSQLFailure) -> [VersionEntry] {
        let found = try rows(
            kind == .notification ? StoreQueries.notificationPage : StoreQueries.factPage, .word(row),
            .small(Int16(truncatingIfNeeded: kind.storedNumber)),
            .blob(last.map { IdentifierKey.bytes(of: $0.identity.id) } ?? []), .integer(last?.stamp.date ?? .min),
            .blob(last?.stamp.digest.bytes ?? []), .integer(Int64(limit)))
        var page: [VersionEntry] = []
        for at in 0..<found.count {
            page.append(
                VersionEntry(
                    key: VersionKey(
                        identity: FactIdentity(scope: scope, kind: kind, id: try found.identifier(at, 0)),
                        stamp: FactStamp(date: found.integer(at, 1), digest: try found.digest(at, 2))),
                    isHeld: found.flag(at, 3)))
        }
        return page
    }

    /// The facts come in order from their index; the versions of each are looked for where they were placed.
    ///
    /// The first condition finds the place in the index, the second passes over what was given before.
    private static let factPage = """
        SELECT f.name, v.date, v.digest, (v.date, v.digest) = (f.date, f.digest)
        FROM fact f CROSS JOIN LATERAL (
            SELECT p.date, p.digest FROM version p
            WHERE p.root = f.root AND p.scope = f.scope AND p.kind = f.kind AND p.name = f.name
            UNION ALL
            SELECT p.date, p.digest FROM unnest(f.others) AS o (root) CROSS JOIN LATERAL (
                SELECT date, digest FROM version q
                WHERE q.root = o.root AND q.scope = f.scope AND q.kind = f.kind AND q.name = f.name OFFSET 0) AS p
        ) AS v
        WHERE f.scope = $1::int4 AND f.kind = $2::int2 AND f.name >= $3::bytea
        AND (f.name, v.date, v.digest) > ($3::bytea, $4::int8, $5::bytea)
        ORDER BY f.name, v.date, v.digest LIMIT $6::int8
        """

    /// The log is the set of versions of notifications.
    private static let notificationPage = """
        SELECT n.uuid, n.date, n.digest, (n.date, n.digest) = (f.date, f.digest)
        FROM notification n CROSS JOIN LATERAL (
            SELECT date, digest FROM fact
            WHERE fact.scope = n.scope AND fact.kind = $2::int2 AND fact.name = n.uuid LIMIT 1) AS f
        WHERE n.scope = $1::int4 AND n.uuid >= $3::bytea AND NOT n.is_quarantined
        AND (n.uuid, n.date, n.digest) > ($3::bytea, $4::int8, $5::bytea)
        ORDER BY n.uuid, n.date, n.digest LIMIT $6::int8
        """

    func texts(of identity: FactIdentity) throws(PostgreSQLFailure) -> [VersionText] {
        let found = try rows(
            """
            SELECT v.date, v.digest, v.received_at, v.source, h.segment, v.payload, v.signature
            FROM scope s CROSS JOIN LATERAL (
                SELECT root, others FROM fact
                WHERE fact.scope = s.id AND fact.kind = $4::int2 AND fact.name = $5::bytea LIMIT 1) AS f
            CROSS JOIN LATERAL unnest(array_prepend(f.root, f.others)) AS place (root)
            CROSS JOIN LATERAL (
                SELECT * FROM version WHERE version.root = place.root AND version.scope = s.id
                AND version.kind = $4::int2 AND version.name = $5::bytea OFFSET 0) AS v
            LEFT JOIN header h ON h.id = v.header
            WHERE s.environment = $1::bytea AND s.bundle = $2::bytea AND s.realm = $3::bytea
            ORDER BY v.date, v.digest
            """, .text(identity.scope.environment), .text(identity.scope.bundleId), .text(identity.scope.realm),
            .small(Int16(truncatingIfNeeded: identity.kind.storedNumber)), .blob(IdentifierKey.bytes(of: identity.id)))
        var texts: [VersionText] = []
        for row in 0..<found.count {
            var text: SignedText?
            if let segment = found.optionalBytes(row, 4) {
                text = SignedText(
                    headerSegment: segment, payload: found.bytes(row, 5), signature: found.bytes(row, 6))
            }
            texts.append(
                VersionText(
                    stamp: FactStamp(date: found.integer(row, 0), digest: try found.digest(row, 1)), text: text,
                    receivedAt: found.integer(row, 2), source: try found.word(row, 3)))
        }
        return texts
    }
}
