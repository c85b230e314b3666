internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    private static let record = """
        n.sequence, s.environment, s.bundle, s.realm, n.uuid, n.type, n.subtype, n.date, n.digest, n.outcome,
        n.is_flagged, n.received_at, n.source, n.failure_code, n.failure_path, n.failure_message, n.resolved_by
        """

    func notifications(_ query: NotificationQuery) throws(PostgreSQLFailure) -> [NotificationRecord] {
        let (comparison, order) = query.isNewestFirst ? ("<", "DESC") : (">", "ASC")
        var source = "notification"
        var line: [Parameter] = []
        if let wanted = query.line {
            guard let key = try key(of: wanted) else { return [] }
            // Apart from the rest, so that the few rows of the line are found first, whatever is known of the table.
            source = "(SELECT * FROM notification WHERE scope = $7::int4 AND root = $8::bytea OFFSET 0)"
            line = [.word(key.scope), .blob(key.original)]
        }
        let found = try rows(
            """
            SELECT \(StoreQueries.record) FROM \(source) AS n
            CROSS JOIN LATERAL (SELECT * FROM scope WHERE scope.id = n.scope LIMIT 1) AS s
            WHERE n.sequence \(comparison) $1::int8 AND (s.environment = $2::bytea OR $2::bytea IS NULL)
            AND (s.bundle = $3::bytea OR $3::bytea IS NULL) AND (n.type = $4::bytea OR $4::bytea IS NULL)
            AND (n.outcome = $5::int8 OR $5::int8 IS NULL)
            ORDER BY n.sequence \(order) LIMIT $6::int8
            """,
            [
                .integer(query.after ?? (query.isNewestFirst ? .max : 0)),
                .optional(query.environment.map { Array($0.utf8) }), .optional(query.bundleId.map { Array($0.utf8) }),
                .optional(query.type.map { Array($0.utf8) }), .optional(query.outcome?.storedNumber),
                .integer(Int64(max(query.limit, 0))),
            ] + line)
        var records: [NotificationRecord] = []
        for row in 0..<found.count { records.append(try StoreQueries.notification(found, row)) }
        return records
    }

    func notification(uuid: String) throws(PostgreSQLFailure) -> [NotificationText] {
        let found = try rows(
            """
            SELECT \(StoreQueries.record), h.segment, n.payload, n.signature, n.embedded
            FROM scope s CROSS JOIN LATERAL (
                SELECT * FROM notification WHERE notification.scope = s.id AND notification.uuid = $1::bytea OFFSET 0) AS n
            CROSS JOIN LATERAL (SELECT segment FROM header WHERE header.id = n.header LIMIT 1) AS h
            ORDER BY n.sequence
            """, .blob(IdentifierKey.bytes(of: uuid)))
        var texts: [NotificationText] = []
        for row in 0..<found.count {
            let places = try EmbeddedCoding.places(found.bytes(row, 20))
            guard let payload = EmbeddedText<Int>.join(found.bytes(row, 18), try self.texts(at: places)) else {
                throw .damage("a notification has gaps")
            }
            texts.append(
                NotificationText(
                    record: try StoreQueries.notification(found, row),
                    text: SignedText(
                        headerSegment: found.bytes(row, 17), payload: payload, signature: found.bytes(row, 19))))
        }
        return texts
    }

    /// The signed objects that were cut out of a notification; their payloads are those of versions.
    private func texts(
        at places: [EmbeddedCoding.Place]
    ) throws(PostgreSQLFailure) -> [(position: Int, text: SignedText)] {
        guard !places.isEmpty else { return [] }
        let keys = places.map(\.reference.version)
        let found = try rows(
            """
            SELECT h.segment, v.payload
            FROM unnest($1::int4[], $2::bytea[], $3::int4[], $4::int2[], $5::bytea[], $6::int8[], $7::bytea[])
                WITH ORDINALITY AS k (header, root, scope, kind, name, date, digest, at)
            CROSS JOIN LATERAL (SELECT segment FROM header WHERE header.id = k.header LIMIT 1) AS h
            CROSS JOIN LATERAL (
                SELECT payload FROM version WHERE version.root = k.root AND version.scope = k.scope
                AND version.kind = k.kind AND version.name = k.name AND version.date = k.date
                AND version.digest = k.digest LIMIT 1) AS v
            ORDER BY k.at
            """, .words(places.map(\.reference.header)), .blobs(keys.map(\.root)), .words(keys.map(\.scope)),
            .smalls(keys.map(\.kind)), .blobs(keys.map(\.name)), .integers(keys.map(\.stamp.date)),
            .blobs(keys.map(\.stamp.digest.bytes)))
        guard found.count == places.count else { throw .damage("a version inside a notification is missing") }
        return places.enumerated().map { row, place in
            (
                position: place.position,
                text: SignedText(headerSegment: found.bytes(row, 0), payload: found.bytes(row, 1), signature: [])
            )
        }
    }

    func rejected(after sequence: Int64?, limit: Int) throws(PostgreSQLFailure) -> [RejectedRecord] {
        let found = try rows(
            """
            SELECT sequence, body, code, message, label, received_at, source FROM rejected
            WHERE sequence > $1::int8 ORDER BY sequence LIMIT $2::int8
            """, .integer(sequence ?? 0), .integer(Int64(max(limit, 0))))
        var records: [RejectedRecord] = []
        for row in 0..<found.count {
            records.append(
                RejectedRecord(
                    sequence: found.integer(row, 0),
                    input: RejectedInput(
                        body: found.bytes(row, 1), code: found.text(row, 2), message: found.text(row, 3),
                        label: found.optionalText(row, 4), receivedAt: found.integer(row, 5),
                        source: try found.word(row, 6))))
        }
        return records
    }

    private static func notification(_ rows: Rows, _ row: Int) throws(PostgreSQLFailure) -> NotificationRecord {
        var failure: DeliveryFailure?
        if let code = rows.optionalText(row, 13) {
            failure = DeliveryFailure(code: code, path: rows.optionalText(row, 14), message: rows.text(row, 15))
        }
        return NotificationRecord(
            sequence: rows.integer(row, 0), scope: rows.scope(row, 1),
            header: NotificationHeader(
                uuid: try rows.identifier(row, 4), type: rows.text(row, 5), subtype: rows.optionalText(row, 6),
                signedDate: rows.integer(row, 7), digest: try rows.digest(row, 8)),
            outcome: try rows.word(row, 9), isFlagged: rows.flag(row, 10), receivedAt: rows.integer(row, 11),
            source: try rows.word(row, 12), failure: failure, resolvedBy: rows.optionalInteger(row, 16))
    }
}
