internal import Entitlements

/// A store in the memory of this process, gone with it.
///
/// It is also the measure of the other stores: as plain as can be, written apart from them.
package actor MemoryStore: EntitlementStore {
    struct Kept {
        var statement: Statement
        var text: SignedText?
        var receivedAt: Int64
        var source: DeliverySource
    }

    private let limits: RejectionLimits
    let rules: EventRules
    private(set) var facts: [FactIdentity: [FactStamp: Kept]] = [:]
    private(set) var factsOfLine: [LineIdentity: Set<FactIdentity>] = [:]
    private(set) var log: [NotificationText] = []
    private(set) var rejections: [RejectedRecord] = []
    private(set) var projections: [LineIdentity: LineProjection] = [:]
    private(set) var outbox: [OutgoingEvent] = []
    /// What is on its way to the targets of webhooks.
    var book = DeliveryBook()
    /// What the operator's programs decided, in order.
    var ledger: [LedgerEntry] = []
    private var rowsOfNotification: [FactIdentity: [Int]] = [:]
    private(set) var rowsOfLine: [LineIdentity: [Int]] = [:]
    private var rejectionCount: Int64 = 0
    private(set) var rejectedBytes = 0
    private var isClosed = false
    // Sorted once per change, not once per page.
    private var sortedLines: [LineIdentity]?
    private var sortedFacts: [FactIdentity]?
    /// How many signed objects that once came in a notification were taken without it.
    private(set) var looseStatements: Int64 = 0

    /// An empty store.
    package init(limits: RejectionLimits = RejectionLimits(), rules: EventRules = EventRules()) {
        self.limits = limits
        self.rules = rules
    }

    /// Refuses to go on after the end.
    func requireOpen() throws(StoreError) {
        guard !isClosed else { throw .unavailable(reason: "the store is closed") }
    }

    package func check() async throws(StoreError) { try requireOpen() }

    package func close() async { isClosed = true }

    /// The lines in order.
    func orderedLines() -> [LineIdentity] {
        let sorted = sortedLines ?? factsOfLine.keys.sorted()
        sortedLines = sorted
        return sorted
    }

    /// The facts in order.
    func orderedFacts() -> [FactIdentity] {
        let sorted = sortedFacts ?? facts.keys.sorted()
        sortedFacts = sorted
        return sorted
    }

    // MARK: - Commit

    package func commit(_ batch: [Submission]) async throws(StoreError) -> [CommitResult] {
        try requireOpen()
        return batch.map { submission in
            switch submission {
            case .verified(let delivery): keep(delivery)
            case .quarantined(let delivery): keep(delivery)
            case .rejected(let input): keep(input)
            }
        }
    }

    private func keep(_ delivery: VerifiedDelivery) -> CommitResult {
        guard let header = delivery.notification else { return keepSingle(delivery) }
        let identity = FactIdentity(scope: delivery.scope, kind: .notification, id: header.uuid)
        let rows = rowsOfNotification[identity] ?? []
        let verified = rows.filter { log[$0].record.outcome != .quarantined }
        let isFlagged = verified.contains { log[$0].record.header.digest != header.digest }
        if let row = verified.first(where: { log[$0].record.header.digest == header.digest }) {
            if delivery.text.compact.lexicographicallyPrecedes(log[row].text.compact) { log[row].text = delivery.text }
            return CommitResult(outcome: .duplicate, isFlagged: isFlagged)
        }
        let merged = merge(delivery)
        _ = insert(
            FactVersion(identity: identity, date: header.signedDate, digest: header.digest, statement: .notification),
            text: nil, of: delivery)
        let outcome: ProcessingOutcome =
            !delivery.hasPurchaseFact ? .recorded : merged.hasChangedHeld ? .applied : .superseded
        let row = append(
            scope: delivery.scope, header: header, text: delivery.text, outcome: outcome, isFlagged: isFlagged,
            receivedAt: delivery.receivedAt, source: delivery.source)
        if let line = delivery.line { rowsOfLine[line, default: []].append(row) }
        for earlier in rows where log[earlier].record.header.digest == header.digest {
            log[earlier].record.resolvedBy = log[row].record.sequence
        }
        tell(delivery, versions: merged.versions, outcome: outcome)
        return CommitResult(outcome: outcome, isFlagged: isFlagged)
    }

    private func keepSingle(_ delivery: VerifiedDelivery) -> CommitResult {
        let merged = merge(delivery)
        if !delivery.facts.isEmpty && merged.versions.isEmpty { return CommitResult(outcome: .duplicate) }
        if !delivery.source.isWithoutNotification { looseStatements += 1 }
        guard delivery.hasPurchaseFact else { return CommitResult(outcome: .recorded) }
        let outcome: ProcessingOutcome = merged.hasChangedHeld ? .applied : .superseded
        tell(delivery, versions: merged.versions, outcome: outcome)
        return CommitResult(outcome: outcome)
    }

    private func keep(_ delivery: QuarantinedDelivery) -> CommitResult {
        let header = delivery.notification
        let identity = FactIdentity(scope: delivery.scope, kind: .notification, id: header.uuid)
        let rows = rowsOfNotification[identity] ?? []
        let isFlagged = rows.contains {
            log[$0].record.outcome != .quarantined && log[$0].record.header.digest != header.digest
        }
        let same = rows.filter { log[$0].record.header.digest == header.digest }
        if same.isEmpty {
            let row = append(
                scope: delivery.scope, header: header, text: delivery.text, outcome: .quarantined,
                isFlagged: isFlagged, receivedAt: delivery.receivedAt, source: delivery.source)
            log[row].record.failure = delivery.failure
        } else if let row = same.first(where: { log[$0].record.outcome == .quarantined }),
            log[row].record.resolvedBy == nil
        {
            log[row].record.failure = delivery.failure
        }
        return CommitResult(outcome: .quarantined, isFlagged: isFlagged)
    }

    private func keep(_ input: RejectedInput) -> CommitResult {
        rejectionCount += 1
        rejections.append(RejectedRecord(sequence: rejectionCount, input: input))
        rejectedBytes += input.body.count
        while rejections.count > limits.rows || rejectedBytes > limits.bytes {
            rejectedBytes -= rejections.removeFirst().input.body.count
        }
        return CommitResult(outcome: .rejected)
    }

    // MARK: - Parts of a commit

    private func append(
        scope: AppScope, header: NotificationHeader, text: SignedText, outcome: ProcessingOutcome, isFlagged: Bool,
        receivedAt: Int64, source: DeliverySource
    ) -> Int {
        let record = NotificationRecord(
            sequence: Int64(log.count + 1), scope: scope, header: header, outcome: outcome, isFlagged: isFlagged,
            receivedAt: receivedAt, source: source)
        log.append(NotificationText(record: record, text: text))
        let identity = FactIdentity(scope: scope, kind: .notification, id: header.uuid)
        rowsOfNotification[identity, default: []].append(log.count - 1)
        return log.count - 1
    }

    private func merge(_ delivery: VerifiedDelivery) -> (versions: [FactVersion], hasChangedHeld: Bool) {
        var result = (versions: [FactVersion](), hasChangedHeld: false)
        for fact in delivery.facts {
            let heldBefore = facts[fact.version.identity]?.keys.max()
            guard insert(fact.version, text: fact.text, of: delivery) else { continue }
            result.versions.append(fact.version)
            if heldBefore.map({ $0 < fact.version.stamp }) ?? true { result.hasChangedHeld = true }
        }
        return result
    }

    /// Adds a version; false when it was there already, in which case only its JWS may change for a smaller one.
    private func insert(_ version: FactVersion, text: SignedText?, of delivery: VerifiedDelivery) -> Bool {
        if let known = facts[version.identity]?[version.stamp] {
            let isSmaller =
                if let text, let held = known.text {
                    text.compact.lexicographicallyPrecedes(held.compact)
                } else {
                    known.text == nil
                }
            if isSmaller { facts[version.identity]?[version.stamp]?.text = text }
            return false
        }
        if facts[version.identity] == nil { sortedFacts = nil }
        facts[version.identity, default: [:]][version.stamp] = Kept(
            statement: version.statement, text: text, receivedAt: delivery.receivedAt, source: delivery.source)
        if let line = version.statement.lineId {
            let line = LineIdentity(scope: version.identity.scope, originalTransactionId: line)
            if factsOfLine[line] == nil { sortedLines = nil }
            factsOfLine[line, default: []].insert(version.identity)
        }
        return true
    }

    /// Keeps what was worked out for those who listen.
    func keep(_ desk: EventDesk) {
        for (line, projection) in desk.changed { projections[line] = projection }
        for var event in desk.events {
            event.sequence = Int64(outbox.count + 1)
            outbox.append(event)
        }
    }
}
