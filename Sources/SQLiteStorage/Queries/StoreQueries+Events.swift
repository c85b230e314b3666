internal import EntitlementStorage
internal import Entitlements

extension StoreQueries {
    /// The columns that an event is read from, wherever event, scope and line are joined.
    static let eventColumns = """
        sequence, event.id, type, environment, bundle, realm, original, line_version, customer, event.created_at,
        is_inferred, content
        """
    /// How many these are.
    static let eventColumnCount: Int32 = 12
    private static let tables = """
        event JOIN scope ON scope.id = event.scope LEFT JOIN line ON line.id = event.line
        """

    func events(_ query: EventQuery) throws(SQLiteFailure) -> EventPage {
        let numbers = query.types.map { String($0.storedNumber) }.sorted().joined(separator: ",")
        let events = try connection.all(
            """
            SELECT \(Self.eventColumns) FROM \(Self.tables)
            WHERE sequence > ?1 AND (?2 = '' OR instr(?2, ',' || type || ','))
            AND (?3 IS NULL OR environment = ?3) AND (?4 IS NULL OR bundle = ?4)
            ORDER BY sequence LIMIT ?5
            """, .integer(query.after), .text(numbers.isEmpty ? "" : ",\(numbers),"), .optional(query.environment),
            .optional(query.bundleId), .integer(Int64(max(query.limit, 0))), read: Self.event)
        let forgotten = try connection.number(
            "SELECT value FROM total WHERE name = ?", [.text(Total.prunedEvents.rawValue)])
        let horizon = forgotten ?? 0
        if events.count >= query.limit {
            return EventPage(events: events, last: events.last?.sequence ?? query.after, horizon: horizon)
        }
        let greatest = try connection.number("SELECT max(sequence) FROM event")
        return EventPage(events: events, last: max(greatest, query.after, horizon), horizon: horizon)
    }

    func event(id: String) throws(SQLiteFailure) -> OutgoingEvent? {
        try connection.first(
            "SELECT \(Self.eventColumns) FROM \(Self.tables) WHERE event.id = ? ORDER BY sequence LIMIT 1", .text(id),
            read: Self.event)
    }

    /// Reads the columns of an event, which come first in the row.
    static func event(_ row: PreparedStatement) throws(SQLiteFailure) -> OutgoingEvent {
        let scope = try scope(row, at: 3)
        let line = try row.optionalText(6)
        return OutgoingEvent(
            sequence: row.integer(0), id: try row.text(1), type: try row.word(2), scope: scope,
            originalTransactionId: line, lineVersion: row.isNull(7) ? nil : row.integer(7),
            appAccountToken: try row.optionalText(8), createdAt: row.integer(9), isInferred: row.integer(10) != 0,
            content: try row.content(11, scope: scope, line: line))
    }

    func projection(of line: LineIdentity) throws(SQLiteFailure) -> LineProjection? {
        guard let row = try row(of: line) else { return nil }
        return try projection(of: line, row: row)
    }

    func projection(of line: LineIdentity, row: Int64) throws(SQLiteFailure) -> LineProjection? {
        try connection.first(
            "SELECT version, evaluated_at, next_change, answers FROM projection WHERE line = ?", .integer(row)
        ) { row throws(SQLiteFailure) in
            LineProjection(
                version: row.integer(0), evaluatedAt: row.integer(1), nextChange: row.isNull(2) ? nil : row.integer(2),
                answers: try row.answers(3, of: line))
        }
    }
}
