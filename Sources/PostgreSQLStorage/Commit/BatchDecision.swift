internal import EntitlementStorage
internal import Entitlements

/// Decides what becomes of a batch, from what was there before: values in, values out.
///
/// What is to be told of the lines is worked out after this, from `tellings`.
struct BatchDecision {
    private(set) var writes = BatchWrites()
    /// The deliveries that brought something new, in order.
    private(set) var tellings: [BatchTelling] = []
    private let batch: NumberedBatch
    private let keys: BatchKeys
    private var existing: ExistingRows
    private let limits: RejectionLimits
    /// Where the new rows are in `writes`.
    private var newVersions: [VersionRowKey: Int] = [:]
    private var newVerified: [LogKey: Int] = [:]
    private var newQuarantined: [LogKey: Int] = [:]

    init(_ batch: NumberedBatch, keys: BatchKeys, existing: ExistingRows, limits: RejectionLimits) {
        self.batch = batch
        self.keys = keys
        self.existing = existing
        self.limits = limits
    }

    /// Decides; the result tells what became of each submission.
    mutating func run() -> [CommitResult] {
        // New rows of `fact` were written with what the batch makes of them.
        var written = existing.facts
        for (key, first) in keys.facts where existing.facts[key] == nil {
            written[key] = ExistingRows.Fact(stamp: first.stamp, root: first.root, isAmbiguous: first.isAmbiguous)
            existing.facts[key] = ExistingRows.Fact(root: first.root)
        }
        let results = batch.items.map { item in
            switch item {
            case .verified(let delivery): keep(delivery)
            case .quarantined(let delivery): keep(delivery)
            case .rejected(let input): keep(input)
            }
        }
        for (key, fact) in existing.facts {
            guard let before = written[key] else { continue }
            if let stamp = fact.stamp, stamp != before.stamp { writes.held[key] = stamp }
            if fact.isAmbiguous, !before.isAmbiguous { writes.ambiguous.insert(key) }
        }
        let rows = existing.rejectedRows + (writes.totals[.rejected] ?? 0)
        let bytes = existing.rejectedBytes + (writes.totals[.rejectedBytes] ?? 0)
        writes.dropsRejections = !writes.rejected.isEmpty && (rows > limits.rows || bytes > limits.bytes)
        return results
    }

    // MARK: - Submissions

    private mutating func keep(_ delivery: NumberedDelivery) -> CommitResult {
        guard let log = delivery.log, let header = delivery.delivery.notification else { return keepSingle(delivery) }
        let isFlagged = isFlagged(log)
        if let index = newVerified[log] {
            if delivery.delivery.text.precedes(writes.notifications[index].text) {
                writes.notifications[index].text = delivery.delivery.text
                writes.notifications[index].textHeader = delivery.header
            }
            return CommitResult(outcome: .duplicate, isFlagged: isFlagged)
        }
        let logged = existing.log[log] ?? ExistingRows.Logged()
        if let held = logged.verified {
            BatchDecision.rewrite(
                &writes.logRewrites[log], held,
                BatchWrites.Rewrite(text: delivery.delivery.text, header: delivery.header))
            return CommitResult(outcome: .duplicate, isFlagged: isFlagged)
        }
        let merged = merge(delivery)
        let outcome: ProcessingOutcome =
            if !delivery.delivery.hasPurchaseFact { .recorded } else if merged.hasChangedHeld { .applied } else {
                .superseded
            }
        newVerified[log] = writes.notifications.count
        writes.notifications.append(
            BatchWrites.Notification(
                key: log, header: header, outcome: outcome, isFlagged: isFlagged, failure: nil,
                receivedAt: delivery.delivery.receivedAt, source: delivery.delivery.source,
                text: delivery.delivery.text, textHeader: delivery.header, nested: merged.nested,
                line: delivery.delivery.line.map { IdentifierKey.bytes(of: $0.originalTransactionId) }))
        hold(log)
        note(date: header.signedDate)
        writes.totals[outcome.total, default: 0] += 1
        if newQuarantined[log] != nil || logged.isQuarantineResolved == false {
            writes.resolved.insert(log)
            writes.totals[.quarantined, default: 0] -= 1
        }
        tell(delivery.delivery, merged, outcome)
        return CommitResult(outcome: outcome, isFlagged: isFlagged)
    }

    private mutating func keepSingle(_ delivery: NumberedDelivery) -> CommitResult {
        let merged = merge(delivery)
        if !delivery.facts.isEmpty && merged.versions.isEmpty { return CommitResult(outcome: .duplicate) }
        if !delivery.delivery.source.isWithoutNotification { writes.totals[.looseStatements, default: 0] += 1 }
        guard delivery.delivery.hasPurchaseFact else { return CommitResult(outcome: .recorded) }
        let outcome: ProcessingOutcome = merged.hasChangedHeld ? .applied : .superseded
        tell(delivery.delivery, merged, outcome)
        return CommitResult(outcome: outcome)
    }

    private mutating func tell(_ delivery: VerifiedDelivery, _ merged: Merged, _ outcome: ProcessingOutcome) {
        tellings.append(
            BatchTelling(
                delivery: delivery, outcome: outcome, versions: merged.versions, related: merged.related,
                moved: merged.moved))
    }

    /// Keeps what cannot be believed as a whole, once; the last reason stays with it until it is verified.
    private mutating func keep(_ quarantine: NumberedQuarantine) -> CommitResult {
        let (log, delivery) = (quarantine.log, quarantine.delivery)
        let result = CommitResult(outcome: .quarantined, isFlagged: isFlagged(log))
        let logged = existing.log[log] ?? ExistingRows.Logged()
        if let index = newQuarantined[log] {
            if !writes.resolved.contains(log) { writes.notifications[index].failure = delivery.failure }
        } else if logged.isQuarantineResolved == false {
            if !writes.resolved.contains(log) { writes.failures[log] = delivery.failure }
        } else if logged.isQuarantineResolved == nil, logged.verified == nil, newVerified[log] == nil {
            newQuarantined[log] = writes.notifications.count
            writes.notifications.append(
                BatchWrites.Notification(
                    key: log, header: delivery.notification, outcome: .quarantined, isFlagged: result.isFlagged,
                    failure: delivery.failure, receivedAt: delivery.receivedAt, source: delivery.source,
                    text: delivery.text, textHeader: quarantine.header, nested: []))
            writes.totals[.quarantined, default: 0] += 1
        }
        return result
    }

    private mutating func keep(_ input: RejectedInput) -> CommitResult {
        writes.rejected.append(input)
        writes.totals[.rejected, default: 0] += 1
        writes.totals[.rejectedBytes, default: 0] += Int64(input.body.count)
        return CommitResult(outcome: .rejected)
    }

    // MARK: - Facts

    /// What merging the facts of a delivery did.
    private struct Merged {
        var hasChangedHeld = false
        var versions: [FactVersion] = []
        var related: [FactVersion] = []
        var moved: [FactKey: [[UInt8]]] = [:]
        var nested: [BatchWrites.Nested] = []
    }

    private mutating func merge(_ delivery: NumberedDelivery) -> Merged {
        var merged = Merged()
        for fact in delivery.facts {
            if let text = fact.fact.text, let header = fact.header {
                merged.nested.append(BatchWrites.Nested(text: text, header: header, version: fact.version))
            }
            if let index = newVersions[fact.version] {
                keepSmallerText(of: fact, at: index)
            } else if let held = existing.versions[fact.version] {
                guard let text = fact.fact.text, let header = fact.header else { continue }
                BatchDecision.rewrite(
                    &writes.versionRewrites[fact.version], held, BatchWrites.Rewrite(text: text, header: header))
            } else {
                merged.versions.append(fact.fact.version)
                if insert(fact, of: delivery.delivery) { merged.hasChangedHeld = true }
                follow(fact, &merged)
            }
        }
        return merged
    }

    /// Adds a version; the answer says whether it holds from now on.
    private mutating func insert(_ fact: NumberedFact, of delivery: VerifiedDelivery) -> Bool {
        newVersions[fact.version] = writes.versions.count
        writes.versions.append(
            BatchWrites.Version(
                key: fact.version, statement: fact.fact.version.statement, text: fact.fact.text, header: fact.header,
                receivedAt: delivery.receivedAt, source: delivery.source))
        note(date: fact.version.stamp.date)
        if let line = fact.line {
            for id in fact.customers { writes.customers.insert(CustomerKey(id: Array(id.utf8), line: line)) }
        }
        let key = fact.version.fact
        var held = existing.facts[key] ?? ExistingRows.Fact(root: fact.version.root)
        if held.root != fact.version.root, !held.others.contains(fact.version.root) {
            held.others.append(fact.version.root)
            writes.places.append((fact: key, root: fact.version.root))
        }
        let isHeld = held.stamp.map { $0 < fact.version.stamp } ?? true
        if isHeld { held.stamp = fact.version.stamp }
        existing.facts[key] = held
        return isHeld
    }

    /// Takes note of a transaction that stands on several lines: what is said of it counts for each of them.
    private func follow(_ fact: NumberedFact, _ merged: inout Merged) {
        guard fact.fact.version.identity.kind == .transaction, let known = existing.facts[fact.version.fact],
            let root = known.root, !known.others.isEmpty
        else { return }
        merged.moved[fact.version.fact] = [root] + known.others
        for version in writes.versions where version.key.fact == fact.version.fact {
            merged.related.append(
                FactVersion(
                    identity: fact.fact.version.identity, date: version.key.stamp.date,
                    digest: version.key.stamp.digest, statement: version.statement))
        }
    }

    private mutating func keepSmallerText(of fact: NumberedFact, at index: Int) {
        guard let text = fact.fact.text else { return }
        if let known = writes.versions[index].text, !text.precedes(known) { return }
        writes.versions[index].text = text
        writes.versions[index].header = fact.header
    }

    /// Notes a JWS that differs from the one that is kept; which is smaller is for SQL to say, which has both.
    private static func rewrite(
        _ noted: inout BatchWrites.Rewrite?, _ held: ExistingRows.Text, _ new: BatchWrites.Rewrite
    ) {
        if held.header == new.header, held.signature == new.text.signature { return }
        if let noted, !new.text.precedes(noted.text) { return }
        noted = new
    }

    // MARK: - Notifications

    /// Whether another payload is held under the same UUID.
    private func isFlagged(_ log: LogKey) -> Bool {
        guard let fact = existing.facts[log.fact], let stamp = fact.stamp else { return false }
        return fact.isAmbiguous || stamp.digest != log.stamp.digest
    }

    private mutating func hold(_ log: LogKey) {
        var fact = existing.facts[log.fact] ?? ExistingRows.Fact()
        if let stamp = fact.stamp, stamp.digest != log.stamp.digest { fact.isAmbiguous = true }
        fact.stamp = max(fact.stamp ?? log.stamp, log.stamp)
        existing.facts[log.fact] = fact
    }

    private mutating func note(date: Int64) { writes.greatestDate = max(date, writes.greatestDate ?? date) }
}
