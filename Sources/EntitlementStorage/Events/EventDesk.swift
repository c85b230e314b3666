package import Entitlements

/// Works out what a batch has to tell, while it is being merged.
///
/// A store opens each line that a delivery touches, once, hands over every delivery in turn, and at the end writes the
/// projections and events in the same transaction. The desk itself neither reads nor writes.
package struct EventDesk {
    private let rules: EventRules
    private var lines: [LineIdentity: OpenLine] = [:]
    /// What is to be told, in order.
    package private(set) var events: [OutgoingEvent] = []

    /// Nothing is open yet.
    package init(rules: EventRules) { self.rules = rules }

    /// Whether the desk knows the line already.
    package func isOpen(_ line: LineIdentity) -> Bool { lines[line] != nil }

    /// What was told of an open line last, this batch included.
    package func projection(of line: LineIdentity) -> LineProjection? { lines[line]?.projection }

    /// Takes over a line as the store has it; versions merged since may be in it or not.
    ///
    /// A line may be opened again, with what was told of it last, when it gains more than the next delivery's versions.
    package mutating func open(_ line: LineIdentity, record: LineRecord?, projection: LineProjection?) {
        let empty = LineRecord(scope: line.scope, originalTransactionId: line.originalTransactionId)
        let isChanged = lines[line]?.isChanged ?? false
        lines[line] = OpenLine(record: record ?? empty, projection: projection, isChanged: isChanged)
    }

    /// Takes over a line whose projection is to be worked out again, without telling anything.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - record: All that was said about it.
    ///   - kept: Version and instant of the projection it has; nil when it has none.
    package mutating func mend(
        _ line: LineIdentity, record: LineRecord, kept: (version: Int64, evaluatedAt: Int64)?
    ) {
        let projection =
            if let kept, kept.version > 0 {
                LineProjection(
                    record, version: kept.version + 1, configuration: rules.configuration, at: kept.evaluatedAt)
            } else {
                LineProjection(version: 0, evaluatedAt: 0, nextChange: 0, answers: [])
            }
        lines[line] = OpenLine(record: record, projection: projection, isChanged: true)
    }

    /// The projections that have changed, in the order of their lines.
    package var changed: [(line: LineIdentity, projection: LineProjection)] {
        lines.sorted { $0.key < $1.key }.compactMap { line, open in
            guard open.isChanged, let projection = open.projection else { return nil }
            return (line, projection)
        }
    }

    /// Takes a delivery that was merged and that the log did not hold before.
    ///
    /// - Parameters:
    ///   - delivery: The delivery.
    ///   - versions: Those of its statements that were new.
    ///   - related: What was said before, in the same batch, of transactions that move to another line.
    ///   - touched: Every line that one of these ever belonged to, all open.
    ///   - outcome: The word for the delivery.
    package mutating func take(
        _ delivery: VerifiedDelivery, versions: [FactVersion], related: [FactVersion] = [], touched: Set<LineIdentity>,
        outcome: ProcessingOutcome
    ) {
        let cause = EventCause(delivery)
        var writer = EventWriter(cause: cause, scope: delivery.scope, createdAt: delivery.receivedAt)
        let signedAt = delivery.notification?.signedDate ?? versions.map(\.date).max() ?? 0
        for line in touched.sorted() {
            // Taken out while it changes, or every change would copy the whole record.
            guard var open = lines.removeValue(forKey: line) else { continue }
            for version in related + versions { open.record.insert(version) }
            let instant = rules.instant(
                receivedAt: delivery.receivedAt, signedAt: signedAt, after: open.projection?.evaluatedAt)
            open.evaluate(at: instant, rules, &writer)
            lines[line] = open
        }
        if let header = delivery.notification {
            let line = delivery.line
            let projection = line.flatMap { lines[$0]?.projection }
            if let type = EntitlementEventType(notificationType: header.type, subtype: header.subtype) {
                writer.add(
                    type, line: line?.originalTransactionId, transactionId: delivery.transactionId, projection)
            }
            writer.add(recorded: outcome, line: line?.originalTransactionId, transactionId: delivery.transactionId)
        }
        events += writer.events
    }

    /// Takes the time: what the clock alone has changed on an open line.
    package mutating func pass(_ line: LineIdentity, at now: Int64) {
        guard let projection = lines[line]?.projection, var open = lines.removeValue(forKey: line) else { return }
        var writer = EventWriter(
            cause: .clock(projection.nextChange ?? now), scope: line.scope, createdAt: now)
        open.evaluate(at: max(now, projection.evaluatedAt), rules, &writer)
        lines[line] = open
        events += writer.events
    }
}

extension EventCause {
    fileprivate init(_ delivery: VerifiedDelivery) {
        if let header = delivery.notification {
            self = .notification(header)
        } else {
            self = .signedObject(delivery.facts.first?.version.digest ?? .zero)
        }
    }
}

extension VerifiedDelivery {
    fileprivate var transactionId: String? {
        facts.first { $0.version.identity.kind == .transaction }?.version.identity.id
    }
}
