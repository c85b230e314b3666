internal import EntitlementStorage
internal import Entitlements

extension BatchCommit {
    /// Merges what was verified.
    mutating func keep(_ delivery: VerifiedDelivery) throws(SQLiteFailure) -> CommitResult {
        guard let header = delivery.notification else { return try keepSingle(delivery) }
        let scope = try row(of: delivery.scope)
        let rows = try loggedRows(scope: scope, uuid: header.uuid)
        let isFlagged = rows.contains { !$0.isQuarantined && $0.digest != header.digest.bytes }
        let same = rows.filter { $0.digest == header.digest.bytes }
        if let held = same.first(where: { !$0.isQuarantined }) {
            try keepSmallerText(delivery.text, sequence: held.sequence)
            return CommitResult(outcome: .duplicate, isFlagged: isFlagged)
        }
        let merged = try merge(delivery)
        let outcome: ProcessingOutcome =
            if !delivery.hasPurchaseFact { .recorded } else if merged.hasChangedHeld { .applied } else { .superseded }
        let sequence = try insert(
            scope: scope, line: delivery.line, header: header, outcome: outcome, isFlagged: isFlagged, failure: nil,
            receivedAt: delivery.receivedAt, source: delivery.source)
        try insert(delivery.text, sequence: sequence, embedding: merged.texts)
        note(date: header.signedDate)
        count(outcome.total)
        for earlier in same {
            try connection.run(
                "UPDATE notification SET resolved_by = ? WHERE sequence = ?", .integer(sequence),
                .integer(earlier.sequence))
            count(.quarantined, -1)
        }
        try tell(delivery, merged: merged, outcome: outcome)
        return CommitResult(outcome: outcome, isFlagged: isFlagged)
    }

    private mutating func keepSingle(_ delivery: VerifiedDelivery) throws(SQLiteFailure) -> CommitResult {
        let merged = try merge(delivery)
        if !delivery.facts.isEmpty && merged.versions.isEmpty { return CommitResult(outcome: .duplicate) }
        if !delivery.source.isWithoutNotification { count(.looseStatements) }
        guard delivery.hasPurchaseFact else { return CommitResult(outcome: .recorded) }
        let outcome: ProcessingOutcome = merged.hasChangedHeld ? .applied : .superseded
        try tell(delivery, merged: merged, outcome: outcome)
        return CommitResult(outcome: outcome)
    }

    /// Keeps what cannot be believed as a whole, once; the last reason stays with it until it is verified.
    mutating func keep(_ delivery: QuarantinedDelivery) throws(SQLiteFailure) -> CommitResult {
        let header = delivery.notification
        let scope = try row(of: delivery.scope)
        let rows = try loggedRows(scope: scope, uuid: header.uuid)
        let isFlagged = rows.contains { !$0.isQuarantined && $0.digest != header.digest.bytes }
        let same = rows.filter { $0.digest == header.digest.bytes }
        if same.isEmpty {
            let sequence = try insert(
                scope: scope, line: nil, header: header, outcome: .quarantined, isFlagged: isFlagged,
                failure: delivery.failure, receivedAt: delivery.receivedAt, source: delivery.source)
            try insert(delivery.text, sequence: sequence, embedding: [])
            count(.quarantined)
        } else if let open = same.first(where: { $0.isQuarantined && !$0.isResolved }) {
            let failure = delivery.failure
            try connection.run(
                """
                UPDATE notification SET failure_code = ?, failure_path = ?, failure_message = ?
                WHERE sequence = ?
                """, .text(failure.code), .optional(failure.path), .text(failure.message), .integer(open.sequence))
        }
        return CommitResult(outcome: .quarantined, isFlagged: isFlagged)
    }

    // MARK: - Rows of the log

    /// The rows of a signed object inside a notification.
    private struct NestedRows: Hashable {
        var header: Int64
        var version: Int64
    }

    private struct LoggedRow {
        var sequence: Int64
        var digest: [UInt8]
        var isQuarantined: Bool
        var isResolved: Bool
    }

    private func loggedRows(scope: Int64, uuid: String) throws(SQLiteFailure) -> [LoggedRow] {
        try connection.all(
            """
            SELECT sequence, digest, is_quarantined, resolved_by FROM notification
            WHERE scope = ? AND rank = ? AND uuid = ?
            """, .integer(scope), .integer(IdentifierRank.rank(of: uuid)), .text(uuid)
        ) { row throws(SQLiteFailure) in
            LoggedRow(
                sequence: row.integer(0), digest: try row.blob(1), isQuarantined: row.integer(2) != 0,
                isResolved: !row.isNull(3))
        }
    }

    private mutating func insert(
        scope: Int64, line: LineIdentity?, header: NotificationHeader, outcome: ProcessingOutcome, isFlagged: Bool,
        failure: DeliveryFailure?, receivedAt: Int64, source: DeliverySource
    ) throws(SQLiteFailure) -> Int64 {
        let line: SQLValue = if let line { .integer(try row(of: line)) } else { .null }
        return try connection.insert(
            """
            INSERT INTO notification
            (scope, rank, uuid, is_quarantined, date, digest, type, subtype, outcome, is_flagged, received_at, source,
             failure_code, failure_path, failure_message, line)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(scope), .integer(IdentifierRank.rank(of: header.uuid)), .text(header.uuid),
                .integer(outcome == .quarantined ? 1 : 0), .integer(header.signedDate), .blob(header.digest.bytes),
                .text(header.type), .optional(header.subtype), .integer(outcome.storedNumber),
                .integer(isFlagged ? 1 : 0), .integer(receivedAt), .integer(source.storedNumber),
                .optional(failure?.code), .optional(failure?.path), .optional(failure?.message), line,
            ])
    }

    private mutating func insert(
        _ text: SignedText, sequence: Int64,
        embedding inner: [(signingInput: SignedText, header: Int64, version: Int64)]
    ) throws(SQLiteFailure) {
        let found = inner.compactMap { inner in
            EmbeddedText(
                inner.signingInput, in: text.payload,
                reference: NestedRows(header: inner.header, version: inner.version))
        }
        let (rest, parts) = EmbeddedText.cut(found, from: text.payload)
        try connection.run(
            "INSERT INTO notification_text (sequence, header, signature, payload) VALUES (?, ?, ?, ?)",
            .integer(sequence), .integer(try row(ofHeader: text.headerSegment)), .blob(text.signature), .blob(rest))
        for part in parts {
            try connection.run(
                "INSERT INTO embedded (notification, position, header, version) VALUES (?, ?, ?, ?)",
                .integer(sequence), .integer(Int64(part.position)), .integer(part.reference.header),
                .integer(part.reference.version))
        }
    }

    /// Of two JWS of one payload the smaller is kept.
    private mutating func keepSmallerText(_ text: SignedText, sequence: Int64) throws(SQLiteFailure) {
        let held = try connection.first(
            """
            SELECT segment, signature FROM notification_text JOIN header ON header.id = notification_text.header
            WHERE sequence = ?
            """, .integer(sequence)
        ) { row throws(SQLiteFailure) in
            SignedText(headerSegment: try row.blob(0), payload: text.payload, signature: try row.blob(1))
        }
        guard let held, text.precedes(held) else { return }
        try connection.run(
            "UPDATE notification_text SET header = ?, signature = ? WHERE sequence = ?",
            .integer(try row(ofHeader: text.headerSegment)), .blob(text.signature), .integer(sequence))
    }
}

extension ProcessingOutcome {
    /// The total that counts rows of this outcome.
    var total: Total {
        switch self {
        case .applied: .applied
        case .superseded: .superseded
        case .recorded, .duplicate: .recorded
        case .quarantined: .quarantined
        case .rejected: .rejected
        }
    }
}
