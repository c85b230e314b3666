internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    /// How many columns of an event ``event(_:_:)`` reads, from the first on.
    static let eventColumnCount = 12

    /// The columns of an event `e` in a scope `s`.
    static let eventColumns = """
        e.sequence, e.id, e.type, s.environment, s.bundle, s.realm, e.original, e.line_version, e.customer,
        e.created_at, e.is_inferred, e.content
        """

    /// One statement, so that the last number and the events are from one state.
    func events(_ query: EventQuery) throws(PostgreSQLFailure) -> EventPage {
        let found = try rows(
            """
            SELECT p.*, m.last, m.horizon FROM (
                SELECT coalesce(max(sequence), 0) AS last, coalesce((
                    SELECT max(value) FROM total WHERE total.name = \(Total.prunedEvents.rawValue)), 0) AS horizon
                FROM event) AS m
            LEFT JOIN LATERAL (
                SELECT \(Self.eventColumns) FROM event e
                CROSS JOIN LATERAL (SELECT * FROM scope WHERE scope.id = e.scope LIMIT 1) AS s
                WHERE e.sequence > $1::int8 AND (cardinality($2::int2[]) = 0 OR e.type = ANY ($2::int2[]))
                AND ($3::bytea IS NULL OR s.environment = $3::bytea) AND ($4::bytea IS NULL OR s.bundle = $4::bytea)
                ORDER BY e.sequence LIMIT $5::int8
            ) AS p ON true ORDER BY p.sequence
            """, .integer(query.after), .smalls(query.types.map { Int16(truncatingIfNeeded: $0.storedNumber) }),
            .optional(query.environment.map { Array($0.utf8) }), .optional(query.bundleId.map { Array($0.utf8) }),
            .integer(Int64(max(query.limit, 0))))
        var events: [OutgoingEvent] = []
        for row in 0..<found.count where !found.isNull(row, 0) { events.append(try StoreQueries.event(found, row)) }
        let horizon = found.integer(0, 13)
        if events.count >= query.limit {
            return EventPage(events: events, last: events.last?.sequence ?? query.after, horizon: horizon)
        }
        return EventPage(events: events, last: max(found.integer(0, 12), query.after, horizon), horizon: horizon)
    }

    func event(id: String) throws(PostgreSQLFailure) -> OutgoingEvent? {
        let found = try rows(
            """
            SELECT \(Self.eventColumns) FROM event e
            CROSS JOIN LATERAL (SELECT * FROM scope WHERE scope.id = e.scope LIMIT 1) AS s
            WHERE e.id = $1::bytea ORDER BY e.sequence LIMIT 1
            """, .text(id))
        return found.count == 0 ? nil : try StoreQueries.event(found, 0)
    }

    /// Reads an event.
    static func event(_ rows: Rows, _ row: Int) throws(PostgreSQLFailure) -> OutgoingEvent {
        let scope = rows.scope(row, 3)
        let line = rows.isNull(row, 6) ? nil : try rows.identifier(row, 6)
        let content: EventContent
        do throws(StoredValueDamage) {
            content = try EventCoding.content(rows.bytes(row, 11), scope: scope, line: line)
        } catch {
            throw .damage(error.message)
        }
        return OutgoingEvent(
            sequence: rows.integer(row, 0), id: rows.text(row, 1), type: try rows.word(row, 2), scope: scope,
            originalTransactionId: line, lineVersion: rows.optionalInteger(row, 7),
            appAccountToken: rows.optionalText(row, 8), createdAt: rows.integer(row, 9),
            isInferred: rows.flag(row, 10), content: content)
    }

    func projection(of line: LineIdentity) throws(PostgreSQLFailure) -> LineProjection? {
        let found = try rows(
            """
            SELECT 1, p.version, p.evaluated_at, p.next_change, p.answers FROM scope s CROSS JOIN LATERAL (
                SELECT * FROM projection
                WHERE projection.scope = s.id AND projection.original = $4::bytea LIMIT 1) AS p
            WHERE s.environment = $1::bytea AND s.bundle = $2::bytea AND s.realm = $3::bytea
            """, .text(line.scope.environment), .text(line.scope.bundleId), .text(line.scope.realm),
            .blob(IdentifierKey.bytes(of: line.originalTransactionId)))
        return found.count == 0 ? nil : try StoreQueries.projection(found, 0, of: line)
    }

    /// Asks for what was told last of some lines.
    static func projections(of lines: [(key: LineKey, line: LineIdentity)]) -> Command {
        Command(
            """
            SELECT k.at, p.version, p.evaluated_at, p.next_change, p.answers
            FROM unnest($1::int4[], $2::bytea[]) WITH ORDINALITY AS k (scope, original, at)
            CROSS JOIN LATERAL (
                SELECT * FROM projection
                WHERE projection.scope = k.scope AND projection.original = k.original LIMIT 1) AS p
            """, .words(lines.map(\.key.scope)), .blobs(lines.map(\.key.original)))
    }

    /// Reads a row of the answer to ``projections(of:)``.
    static func projection(
        _ rows: Rows, _ row: Int, of line: LineIdentity
    ) throws(PostgreSQLFailure) -> LineProjection {
        do throws(StoredValueDamage) {
            return LineProjection(
                version: rows.integer(row, 1), evaluatedAt: rows.integer(row, 2),
                nextChange: rows.optionalInteger(row, 3),
                answers: try AnswerCoding.answers(rows.bytes(row, 4), of: line))
        } catch {
            throw .damage(error.message)
        }
    }
}
