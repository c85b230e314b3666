internal import EntitlementStorage
internal import Entitlements

extension BatchKeys {
    /// The statements of the first round trip: take the locks, then read what is there.
    ///
    /// Whoever inserts a row that another transaction is inserting waits for its end. Rows that are there already are
    /// locked after that, in one order. Everything is taken line by line, then fact by fact, so that no two
    /// transactions wait for each other.
    var commands: [Command] {
        var commands = [Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"), Migration.version]
        if !lines.isEmpty {
            let columns = [Parameter.words(lines.map(\.scope)), .blobs(lines.map(\.original))]
            commands += [Command(BatchKeys.addLines, columns), Command(BatchKeys.lockLines, columns)]
        }
        if !facts.isEmpty {
            let columns = [
                Parameter.words(facts.map(\.key.scope)), .smalls(facts.map(\.key.kind)), .blobs(facts.map(\.key.name)),
            ]
            let first = facts.map(\.first)
            commands += [
                Command(
                    BatchKeys.addFacts,
                    columns + [
                        .optionals(first.map(\.root)), .optionals(first.map { $0.stamp?.date }),
                        .optionals(first.map { $0.stamp?.digest.bytes }), .flags(first.map(\.isAmbiguous)),
                    ]), Command(BatchKeys.lockFacts, columns),
            ]
        }
        if !versions.isEmpty {
            commands.append(
                Command(
                    BatchKeys.readVersions,
                    [
                        .blobs(versions.map(\.root)), .words(versions.map(\.scope)), .smalls(versions.map(\.kind)),
                        .blobs(versions.map(\.name)), .integers(versions.map(\.stamp.date)),
                        .blobs(versions.map(\.stamp.digest.bytes)),
                    ]))
        }
        if !log.isEmpty {
            commands.append(
                Command(
                    BatchKeys.readLog,
                    [
                        .words(log.map(\.scope)), .blobs(log.map(\.uuid)), .integers(log.map(\.stamp.date)),
                        .blobs(log.map(\.stamp.digest.bytes)),
                    ]))
        }
        if hasRejections { commands.append(Command(BatchKeys.readRejections, [])) }
        return commands
    }

    /// Reads the answers to `commands`.
    func existing(_ answers: [Rows]) throws(PostgreSQLFailure) -> ExistingRows {
        var existing = ExistingRows()
        var rest = answers.dropFirst(2)[...]
        if !lines.isEmpty { rest = rest.dropFirst(2) }
        if !facts.isEmpty {
            let added = rest.popFirst()
            let held = rest.popFirst()
            try read(added: added, held: held, into: &existing)
        }
        if !versions.isEmpty, let rows = rest.popFirst() {
            for row in 0..<rows.count {
                existing.versions[versions[try place(rows, row, of: versions.count)]] = ExistingRows.Text(
                    header: rows.optionalInteger(row, 1).map { Int32(truncatingIfNeeded: $0) },
                    signature: rows.optionalBytes(row, 2))
            }
        }
        if !log.isEmpty, let rows = rest.popFirst() {
            for row in 0..<rows.count {
                let key = log[try place(rows, row, of: log.count)]
                if rows.flag(row, 1) {
                    existing.log[key, default: .init()].isQuarantineResolved = rows.flag(row, 2)
                } else {
                    existing.log[key, default: .init()].verified = ExistingRows.Text(
                        header: Int32(truncatingIfNeeded: rows.integer(row, 3)), signature: rows.bytes(row, 4))
                }
            }
        }
        if hasRejections, let rows = rest.popFirst() {
            existing.rejectedRows = rows.integer(0, 0)
            existing.rejectedBytes = rows.integer(0, 1)
        }
        return existing
    }

    private func read(added: Rows?, held: Rows?, into existing: inout ExistingRows) throws(PostgreSQLFailure) {
        guard let added, let held else { return }
        var isNew: Set<FactKey> = []
        for row in 0..<added.count {
            isNew.insert(
                FactKey(
                    scope: Int32(truncatingIfNeeded: added.integer(row, 0)),
                    kind: Int16(truncatingIfNeeded: added.integer(row, 1)), name: added.bytes(row, 2)))
        }
        for row in 0..<held.count {
            let key = facts[try place(held, row, of: facts.count)].key
            guard !isNew.contains(key) else { continue }
            var fact = ExistingRows.Fact(root: held.optionalBytes(row, 4), isAmbiguous: held.flag(row, 3))
            if let date = held.optionalInteger(row, 1) {
                fact.stamp = FactStamp(date: date, digest: try held.digest(row, 2))
            }
            fact.others = held.blobs(row, 5)
            existing.facts[key] = fact
        }
    }

    /// The place of a row's key among those that were sent; the server counts from 1.
    private func place(_ rows: Rows, _ row: Int, of count: Int) throws(PostgreSQLFailure) -> Int {
        let place = Int(rows.integer(row, 0)) - 1
        guard (0..<count).contains(place) else { throw .damage("the server numbers keys that were not sent") }
        return place
    }

    // Joins are written so that only one order of them is possible: for each key one look into an index. Left to choose,
    // a plan made while a table was small would walk the whole table once it has grown.

    private static let addLines = """
        INSERT INTO line (scope, original) SELECT * FROM unnest($1::int4[], $2::bytea[]) ON CONFLICT DO NOTHING
        """

    /// The keys come in their order, and each row is looked for and locked when its key comes; gives the places of those
    /// that are there.
    static let lockLines = """
        SELECT k.at FROM unnest($1::int4[], $2::bytea[]) WITH ORDINALITY AS k (scope, original, at) CROSS JOIN LATERAL (
            SELECT 1 FROM line WHERE line.scope = k.scope AND line.original = k.original FOR NO KEY UPDATE) AS locked
        """

    private static let addFacts = """
        INSERT INTO fact (scope, kind, name, root, date, digest, is_ambiguous)
        SELECT * FROM unnest($1::int4[], $2::int2[], $3::bytea[], $4::bytea[], $5::int8[], $6::bytea[], $7::bool[])
        ON CONFLICT DO NOTHING RETURNING scope, kind, name
        """

    private static let lockFacts = """
        SELECT k.at, f.date, f.digest, f.is_ambiguous, f.root, f.others
        FROM unnest($1::int4[], $2::int2[], $3::bytea[]) WITH ORDINALITY AS k (scope, kind, name, at)
        CROSS JOIN LATERAL (
            SELECT * FROM fact WHERE fact.scope = k.scope AND fact.kind = k.kind AND fact.name = k.name
            FOR NO KEY UPDATE) AS f
        """

    private static let readVersions = """
        SELECT k.at, v.header, v.signature
        FROM unnest($1::bytea[], $2::int4[], $3::int2[], $4::bytea[], $5::int8[], $6::bytea[])
            WITH ORDINALITY AS k (root, scope, kind, name, date, digest, at)
        CROSS JOIN LATERAL (
            SELECT header, signature FROM version WHERE version.root = k.root AND version.scope = k.scope
            AND version.kind = k.kind AND version.name = k.name AND version.date = k.date
            AND version.digest = k.digest LIMIT 1) AS v
        """

    private static let readLog = """
        SELECT k.at, n.is_quarantined, n.resolved_by IS NOT NULL, n.header, n.signature
        FROM unnest($1::int4[], $2::bytea[], $3::int8[], $4::bytea[])
            WITH ORDINALITY AS k (scope, uuid, date, digest, at)
        CROSS JOIN LATERAL (
            SELECT * FROM notification WHERE notification.scope = k.scope AND notification.uuid = k.uuid
            AND notification.date = k.date AND notification.digest = k.digest LIMIT 2) AS n
        """

    private static let readRejections = """
        SELECT coalesce(sum(value) FILTER (WHERE name = \(Total.rejected.rawValue)), 0)::int8,
            coalesce(sum(value) FILTER (WHERE name = \(Total.rejectedBytes.rawValue)), 0)::int8
        FROM total WHERE name IN (\(Total.rejected.rawValue), \(Total.rejectedBytes.rawValue))
        """
}
