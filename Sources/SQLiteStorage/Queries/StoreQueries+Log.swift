internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    private static let record = """
        SELECT sequence, environment, bundle, realm, uuid, type, subtype, date, digest, outcome, is_flagged, received_at,
            source, failure_code, failure_path, failure_message, resolved_by
        FROM notification JOIN scope ON scope.id = notification.scope
        """

    func notifications(_ query: NotificationQuery) throws(SQLiteFailure) -> [NotificationRecord] {
        let filter = """
            AND (environment = ?2 OR ?2 IS NULL) AND (bundle = ?3 OR ?3 IS NULL) AND (type = ?4 OR ?4 IS NULL)
            AND (outcome = ?5 OR ?5 IS NULL)
            """
        let line = try query.line.map { line throws(SQLiteFailure) in try row(of: line) }
        if case .some(nil) = line { return [] }
        let start = line == nil ? "WHERE" : "WHERE line = ?7 AND"
        let sql =
            query.isNewestFirst
            ? "\(StoreQueries.record) \(start) sequence < ?1 \(filter) ORDER BY sequence DESC LIMIT ?6"
            : "\(StoreQueries.record) \(start) sequence > ?1 \(filter) ORDER BY sequence LIMIT ?6"
        return try connection.all(
            sql,
            [
                .integer(query.after ?? (query.isNewestFirst ? .max : 0)), .optional(query.environment),
                .optional(query.bundleId), .optional(query.type), .optional(query.outcome?.storedNumber),
                .integer(Int64(max(query.limit, 0))),
            ] + (line.map { [.optional($0)] } ?? [])
        ) { row throws(SQLiteFailure) in try StoreQueries.notification(row) }
    }

    func notification(uuid: String) throws(SQLiteFailure) -> [NotificationText] {
        let records = try connection.all(
            """
            \(StoreQueries.record)
            WHERE notification.scope IN (SELECT id FROM scope) AND rank = ? AND uuid = ? ORDER BY sequence
            """, .integer(IdentifierRank.rank(of: uuid)), .text(uuid)
        ) { row throws(SQLiteFailure) in try StoreQueries.notification(row) }
        var texts: [NotificationText] = []
        for record in records {
            texts.append(NotificationText(record: record, text: try text(of: record.sequence)))
        }
        return texts
    }

    func rejected(after sequence: Int64?, limit: Int) throws(SQLiteFailure) -> [RejectedRecord] {
        try connection.all(
            """
            SELECT sequence, body, code, message, label, received_at, source FROM rejected
            WHERE sequence > ? ORDER BY sequence LIMIT ?
            """, .integer(sequence ?? 0), .integer(Int64(max(limit, 0)))
        ) { row throws(SQLiteFailure) in
            RejectedRecord(
                sequence: row.integer(0),
                input: RejectedInput(
                    body: try row.blob(1), code: try row.text(2), message: try row.text(3),
                    label: try row.optionalText(4), receivedAt: row.integer(5),
                    source: try row.word(6)))
        }
    }

    private static func notification(_ row: PreparedStatement) throws(SQLiteFailure) -> NotificationRecord {
        var failure: DeliveryFailure?
        if let code = try row.optionalText(13) {
            failure = DeliveryFailure(code: code, path: try row.optionalText(14), message: try row.text(15))
        }
        return NotificationRecord(
            sequence: row.integer(0), scope: try scope(row, at: 1),
            header: NotificationHeader(
                uuid: try row.text(4), type: try row.text(5), subtype: try row.optionalText(6),
                signedDate: row.integer(7), digest: try digest(row, at: 8)),
            outcome: try row.word(9), isFlagged: row.integer(10) != 0,
            receivedAt: row.integer(11), source: try row.word(12), failure: failure,
            resolvedBy: row.optionalInteger(16))
    }

    /// Puts the signed objects back into the payload they were cut from.
    private func text(of sequence: Int64) throws(SQLiteFailure) -> SignedText {
        let kept = try connection.first(
            """
            SELECT segment, payload, signature FROM notification_text JOIN header ON header.id = notification_text.header
            WHERE sequence = ?
            """, .integer(sequence)
        ) { row throws(SQLiteFailure) in (header: try row.blob(0), rest: try row.blob(1), signature: try row.blob(2)) }
        guard let kept else {
            throw SQLiteFailure(code: .corrupt, message: "notification \(sequence) has no text", operation: "read")
        }
        let parts = try connection.all(
            """
            SELECT position, segment, payload FROM embedded JOIN header ON header.id = embedded.header
            JOIN version ON version.id = embedded.version
            WHERE notification = ? ORDER BY position
            """, .integer(sequence)
        ) { row throws(SQLiteFailure) in
            let text = SignedText(headerSegment: try row.blob(1), payload: try row.blob(2), signature: [])
            return (position: Int(row.integer(0)), text: text)
        }
        guard let payload = EmbeddedText<Int64>.join(kept.rest, parts) else {
            throw SQLiteFailure(code: .corrupt, message: "notification \(sequence) has gaps", operation: "read")
        }
        return SignedText(headerSegment: kept.header, payload: payload, signature: kept.signature)
    }
}
