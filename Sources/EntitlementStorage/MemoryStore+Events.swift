package import Entitlements

extension MemoryStore {
    /// Tells what a delivery has changed.
    func tell(_ delivery: VerifiedDelivery, versions: [FactVersion], outcome: ProcessingOutcome) {
        var desk = EventDesk(rules: rules)
        let touched = Set(
            versions.flatMap { version in
                (facts[version.identity] ?? [:]).values.compactMap(\.statement.lineId).map {
                    LineIdentity(scope: version.identity.scope, originalTransactionId: $0)
                }
            })
        for line in touched.union([delivery.line].compactMap(\.self)) {
            desk.open(line, record: record(of: line), projection: projections[line])
        }
        desk.take(delivery, versions: versions, touched: touched, outcome: outcome)
        keep(desk)
    }

    package func sweep(at now: Int64, limit: Int) async throws(StoreError) -> Int {
        try requireOpen()
        guard rules.clock == .now else { return 0 }
        let due = projections.filter { $0.value.nextChange.map { $0 <= now } ?? false }
            .sorted { ($0.value.nextChange ?? 0, $1.key) < ($1.value.nextChange ?? 0, $0.key) }.prefix(max(limit, 0))
        var desk = EventDesk(rules: rules)
        for (line, projection) in due {
            desk.open(line, record: record(of: line), projection: projection)
            desk.pass(line, at: now)
        }
        keep(desk)
        return due.count
    }

    package func mend(_ lines: [LineIdentity]) async throws(StoreError) {
        try requireOpen()
        var desk = EventDesk(rules: rules)
        for line in lines {
            guard let record = record(of: line) else { continue }
            desk.mend(line, record: record, kept: projections[line].map { ($0.version, $0.evaluatedAt) })
        }
        keep(desk)
    }

    package func events(_ query: EventQuery) async throws(StoreError) -> EventPage {
        try requireOpen()
        let rest = outbox.drop { $0.sequence <= query.after }
        let page = rest.filter { query.matches($0) }.prefix(max(query.limit, 0))
        let isFull = page.count >= query.limit
        return EventPage(
            events: Array(page), last: (isFull ? page.last?.sequence : rest.last?.sequence) ?? query.after)
    }

    package func event(id: String) async throws(StoreError) -> OutgoingEvent? {
        try requireOpen()
        return outbox.first { $0.id.hasSameBytes(as: id) }
    }

    package func projection(of line: LineIdentity) async throws(StoreError) -> LineProjection? {
        try requireOpen()
        return projections[line]
    }
}
