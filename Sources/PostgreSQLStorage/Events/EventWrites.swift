internal import EntitlementStorage
internal import Entitlements

/// What is told, as rows.
struct EventWrites {
    private let projections: [(key: LineKey, projection: LineProjection)]
    private let events: [(scope: Int32, event: OutgoingEvent)]

    /// Takes what a desk has worked out; `rows` are the rows of the scopes that occur.
    init(_ desk: EventDesk, rows: (AppScope) -> Int32?) throws(PostgreSQLFailure) {
        var projections: [(key: LineKey, projection: LineProjection)] = []
        for (line, projection) in desk.changed {
            guard let scope = rows(line.scope) else { throw .damage("a scope was not looked up") }
            let original = IdentifierKey.bytes(of: line.originalTransactionId)
            projections.append((LineKey(scope: scope, original: original), projection))
        }
        var events: [(scope: Int32, event: OutgoingEvent)] = []
        for event in desk.events {
            guard let scope = rows(event.scope) else { throw .damage("a scope was not looked up") }
            events.append((scope, event))
        }
        self.projections = projections.sorted { $0.key < $1.key }
        self.events = events
    }

    /// Whether there is something to tell.
    var hasEvents: Bool { !events.isEmpty }

    /// All statements.
    var commands: [Command] { projecting + CommitOrder.commands(telling) }

    /// What was told last, from now on.
    var projecting: [Command] {
        guard !projections.isEmpty else { return [] }
        return [
            Command(
                EventWrites.project,
                [
                    .words(projections.map(\.key.scope)), .blobs(projections.map(\.key.original)),
                    .integers(projections.map(\.projection.version)),
                    .integers(projections.map(\.projection.evaluatedAt)),
                    .optionals(projections.map(\.projection.nextChange)),
                    .blobs(projections.map { AnswerCoding.bytes(of: $0.projection.answers) }),
                ])
        ]
    }

    /// The events; numbers are drawn, so that it is done in the order of commits.
    var telling: [Command] {
        guard !events.isEmpty else { return [] }
        let originals = events.map { $0.event.originalTransactionId.map { IdentifierKey.bytes(of: $0) } }
        return [
            Command(
                EventWrites.addEvents,
                [
                    .blobs(events.map { Array($0.event.id.utf8) }),
                    .smalls(events.map { Int16(truncatingIfNeeded: $0.event.type.storedNumber) }),
                    .words(events.map(\.scope)), .optionals(originals), .optionals(events.map(\.event.lineVersion)),
                    .optionals(events.map { $0.event.appAccountToken.map { Array($0.utf8) } }),
                    .integers(events.map(\.event.createdAt)), .flags(events.map(\.event.isInferred)),
                    .blobs(events.map { EventCoding.bytes(of: $0.event.content) }),
                ])
        ]
    }

    private static let project = """
        INSERT INTO projection AS p (scope, original, version, evaluated_at, next_change, answers)
        SELECT * FROM unnest($1::int4[], $2::bytea[], $3::int8[], $4::int8[], $5::int8[], $6::bytea[])
        ON CONFLICT (scope, original) DO UPDATE SET version = excluded.version,
            evaluated_at = excluded.evaluated_at, next_change = excluded.next_change, answers = excluded.answers
        WHERE excluded.version > p.version
        """

    /// The numbers are drawn in the order of the rows.
    private static let addEvents = """
        INSERT INTO event (id, type, scope, original, line_version, customer, created_at, is_inferred, content)
        SELECT k.id, k.type, k.scope, k.original, k.line_version, k.customer, k.created_at, k.is_inferred, k.content
        FROM unnest($1::bytea[], $2::int2[], $3::int4[], $4::bytea[], $5::int8[], $6::bytea[], $7::int8[], $8::bool[],
            $9::bytea[]) WITH ORDINALITY
            AS k (id, type, scope, original, line_version, customer, created_at, is_inferred, content, at)
        ORDER BY k.at
        """
}
