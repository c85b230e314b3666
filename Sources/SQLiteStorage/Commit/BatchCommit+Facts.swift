internal import EntitlementStorage
internal import Entitlements

extension BatchCommit {
    /// What merging the facts of a delivery did.
    struct Merged {
        /// The versions that were new.
        var versions: [FactVersion] = []
        /// The rows of the transactions among them of which something was known before.
        var oldTransactions: [Int64] = []
        var hasChangedHeld = false
        /// The signed objects to be looked for in the payload around them.
        var texts: [(signingInput: SignedText, header: Int64, version: Int64)] = []
    }

    /// Adds the versions that are new, and lets the greatest of each fact hold.
    mutating func merge(_ delivery: VerifiedDelivery) throws(SQLiteFailure) -> Merged {
        var merged = Merged()
        for fact in delivery.facts {
            let (factRow, isHeld, isNew) = try upsert(fact.version)
            let header: Int64? =
                if let text = fact.text { try row(ofHeader: text.headerSegment) } else { nil }
            let version: Int64
            if let inserted = try insert(fact, factRow: factRow, header: header, of: delivery) {
                version = inserted
                merged.versions.append(fact.version)
                if !isNew, fact.version.identity.kind == .transaction { merged.oldTransactions.append(factRow) }
                if isHeld { merged.hasChangedHeld = true }
            } else {
                version = try keepSmallerText(of: fact, factRow: factRow, header: header)
            }
            if let text = fact.text, let header { merged.texts.append((text, header, version)) }
        }
        return merged
    }

    /// The row of the fact, whether this version holds from now on, and whether nothing was known before.
    ///
    /// The merge rule stands in the statement itself, so that it also guards against whoever writes past this program.
    private mutating func upsert(_ version: FactVersion) throws(SQLiteFailure) -> (
        row: Int64, isHeld: Bool, isNew: Bool
    ) {
        let scope = SQLValue.integer(try row(of: version.identity.scope))
        let kind = SQLValue.integer(version.identity.kind.storedNumber)
        let rank = SQLValue.integer(IdentifierRank.rank(of: version.identity.id))
        let name = SQLValue.text(version.identity.id)
        let (inserted, isHeld) = try connection.upsert(
            """
            INSERT INTO fact (scope, kind, rank, name, date, digest) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, kind, rank, name) DO UPDATE SET date = excluded.date, digest = excluded.digest
            WHERE (excluded.date, excluded.digest) > (fact.date, fact.digest)
            """, [scope, kind, rank, name, .integer(version.date), .blob(version.digest.bytes)])
        if let inserted { return (inserted, true, true) }
        let row = try connection.number(
            "SELECT id FROM fact WHERE scope = ? AND kind = ? AND rank = ? AND name = ?", [scope, kind, rank, name])
        guard let row else {
            throw SQLiteFailure(code: .corrupt, message: "an index of fact misses a row", operation: "merge")
        }
        return (row, isHeld, false)
    }

    /// The row of the version; nil when it was there already.
    private mutating func insert(
        _ fact: StoredVersion, factRow: Int64, header: Int64?, of delivery: VerifiedDelivery
    ) throws(SQLiteFailure) -> Int64? {
        let (version, statement) = (fact.version, fact.version.statement)
        let line: Int64? =
            if let id = statement.lineId {
                try row(of: LineIdentity(scope: version.identity.scope, originalTransactionId: id))
            } else {
                nil
            }
        let (row, _) = try connection.upsert(
            """
            INSERT INTO version
            (fact, date, digest, line, received_at, source, statement, header, signature, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (fact, date, digest) DO NOTHING
            """,
            [
                .integer(factRow), .integer(version.date), .blob(version.digest.bytes), .optional(line),
                .integer(delivery.receivedAt), .integer(delivery.source.storedNumber),
                .blob(StatementCoding.bytes(of: statement)), .optional(header),
                .optional(fact.text?.signature), .optional(fact.text?.payload),
            ])
        guard let row else { return nil }
        note(date: version.date)
        guard let line else { return row }
        try connection.run(
            "INSERT INTO line_fact (line, fact) VALUES (?, ?) ON CONFLICT DO NOTHING", .integer(line), .integer(factRow)
        )
        for id in Set([statement.appAccountToken, statement.appTransactionId].compactMap { $0 }) {
            try connection.run(
                "INSERT INTO customer (id, line) VALUES (?, ?) ON CONFLICT DO NOTHING", .text(id), .integer(line))
        }
        return row
    }

    /// The row of a version that was there already; of two JWS of one payload the smaller is kept.
    private func keepSmallerText(
        of fact: StoredVersion, factRow: Int64, header: Int64?
    ) throws(SQLiteFailure) -> Int64 {
        let known = try connection.first(
            """
            SELECT version.id, segment, signature FROM version LEFT JOIN header ON header.id = version.header
            WHERE fact = ? AND date = ? AND digest = ?
            """, .integer(factRow), .integer(fact.version.date), .blob(fact.version.digest.bytes)
        ) { row throws(SQLiteFailure) in (row.integer(0), try row.optionalBlob(1), try row.optionalBlob(2)) }
        guard let (id, segment, signature) = known else {
            throw SQLiteFailure(code: .corrupt, message: "an index of version misses a row", operation: "merge")
        }
        guard let text = fact.text else { return id }
        if let segment, let signature {
            // One digest, one payload.
            let held = SignedText(headerSegment: segment, payload: text.payload, signature: signature)
            guard text.precedes(held) else { return id }
        }
        try connection.run(
            "UPDATE version SET header = ?, signature = ?, payload = ? WHERE id = ?", .optional(header),
            .blob(text.signature), .blob(text.payload), .integer(id))
        return id
    }
}
