internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    func versions(after last: VersionKey?, limit: Int) throws(SQLiteFailure) -> [VersionEntry] {
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
        scope: AppScope, row: Int64, kind: FactKind, after last: VersionKey?, limit: Int
    ) throws(SQLiteFailure) -> [VersionEntry] {
        // The first condition finds the place in the index, the second passes over what was given before.
        let facts = """
            SELECT name, version.date, version.digest,
                (version.date, version.digest) = (fact.date, fact.digest)
            FROM fact JOIN version ON version.fact = fact.id
            WHERE scope = ?1 AND kind = ?2 AND (rank, name) >= (?3, ?4)
            AND (rank, name, version.date, version.digest) > (?3, ?4, ?5, ?6)
            ORDER BY rank, name, version.date, version.digest LIMIT ?7
            """
        // Notifications have no row in `fact`: the log is their set of versions.
        let notifications = """
            SELECT uuid, date, digest, NOT EXISTS (
                SELECT 1 FROM notification AS other
                WHERE other.scope = notification.scope AND other.rank = notification.rank
                AND other.uuid = notification.uuid AND NOT other.is_quarantined
                AND (other.date, other.digest) > (notification.date, notification.digest))
            FROM notification
            WHERE scope = ?1 AND ?2 AND (rank, uuid) >= (?3, ?4) AND NOT is_quarantined
            AND (rank, uuid, date, digest) > (?3, ?4, ?5, ?6)
            ORDER BY rank, uuid, date, digest LIMIT ?7
            """
        return try connection.all(
            kind == .notification ? notifications : facts,
            [
                .integer(row), .integer(kind.storedNumber),
                .integer(last.map { IdentifierRank.rank(of: $0.identity.id) } ?? -1), .text(last?.identity.id ?? ""),
                .integer(last?.stamp.date ?? .min), .blob(last?.stamp.digest.bytes ?? []), .integer(Int64(limit)),
            ]
        ) { row throws(SQLiteFailure) in
            VersionEntry(
                key: VersionKey(
                    identity: FactIdentity(scope: scope, kind: kind, id: try row.text(0)),
                    stamp: FactStamp(date: row.integer(1), digest: try StoreQueries.digest(row, at: 2))),
                isHeld: row.integer(3) != 0)
        }
    }

    func texts(of identity: FactIdentity) throws(SQLiteFailure) -> [VersionText] {
        try connection.all(
            """
            SELECT version.date, version.digest, received_at, source, segment, payload, signature
            FROM scope JOIN fact ON fact.scope = scope.id JOIN version ON version.fact = fact.id
            LEFT JOIN header ON header.id = version.header
            WHERE environment = ? AND bundle = ? AND realm = ? AND kind = ? AND rank = ? AND name = ?
            ORDER BY version.date, version.digest
            """, .text(identity.scope.environment), .text(identity.scope.bundleId), .text(identity.scope.realm),
            .integer(identity.kind.storedNumber), .integer(IdentifierRank.rank(of: identity.id)), .text(identity.id)
        ) { row throws(SQLiteFailure) in
            var text: SignedText?
            if let segment = try row.optionalBlob(4) {
                text = SignedText(
                    headerSegment: segment, payload: try row.blob(5), signature: try row.blob(6))
            }
            return VersionText(
                stamp: FactStamp(date: row.integer(0), digest: try StoreQueries.digest(row, at: 1)), text: text,
                receivedAt: row.integer(2), source: try row.word(3))
        }
    }
}
