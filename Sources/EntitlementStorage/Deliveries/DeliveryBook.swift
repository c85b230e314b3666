internal import Entitlements

/// Deliveries in memory: as plain as can be, the measure of the other stores.
struct DeliveryBook {
    struct Target {
        var record: TargetRecord
        var holder: String?
        var heldUntil: Int64 = 0
    }

    struct Kept {
        var record: DeliveryRecord
        var eventCreatedAt: Int64
        var attempts: [DeliveryAttempt] = []
    }

    private(set) var targets: [String: Target] = [:]
    private(set) var deliveries: [Int64: Kept] = [:]
    private var lastId: Int64 = 0

    mutating func addTarget(_ name: String, cursor: Int64) {
        guard targets[name] == nil else { return }
        targets[name] = Target(record: TargetRecord(name: name, cursor: cursor))
    }

    var counts: [TargetCounts] {
        targets.values.sorted { $0.record.name < $1.record.name }.map { target in
            let own = deliveries.values.filter { $0.record.target == target.record.name }
            let waiting = own.filter { $0.record.progress.state == .waiting }
            return TargetCounts(
                target: target.record, waiting: Int64(waiting.count),
                failed: Int64(own.count { $0.record.progress.state == .failed }),
                oldest: waiting.map(\.record.createdAt).min())
        }
    }

    mutating func lease(_ name: String, holder: String, now: Int64, until: Int64) -> Bool {
        guard let target = targets[name], target.holder == holder || target.heldUntil <= now else { return false }
        targets[name]?.holder = holder
        targets[name]?.heldUntil = until
        return true
    }

    mutating func release(_ name: String, holder: String) {
        guard targets[name]?.holder == holder else { return }
        targets[name]?.holder = nil
        targets[name]?.heldUntil = 0
    }

    mutating func enqueue(
        _ events: [OutgoingEvent], for name: String, holder: String, from previous: Int64, to cursor: Int64,
        at now: Int64
    ) -> Bool {
        guard let target = targets[name], target.holder == holder, target.record.cursor == previous else {
            return false
        }
        targets[name]?.record.cursor = cursor
        for event in events {
            lastId += 1
            let record = DeliveryRecord(
                id: lastId, target: name, sequence: event.sequence, eventId: event.id, type: event.type,
                scope: event.scope, originalTransactionId: event.originalTransactionId, createdAt: now, changedAt: now,
                attempts: 0, progress: DeliveryProgress(nextAttempt: now))
            deliveries[lastId] = Kept(record: record, eventCreatedAt: event.createdAt)
            orderLine(of: record, at: now)
        }
        return true
    }

    func pending(for name: String, limit: Int) -> [DeliveryRecord] {
        let due = deliveries.values.map(\.record).filter {
            $0.target == name && $0.progress.state == .waiting && $0.progress.nextAttempt != nil
        }
        let sorted = due.sorted {
            ($0.progress.nextAttempt ?? 0, $0.sequence) < ($1.progress.nextAttempt ?? 0, $1.sequence)
        }
        return Array(sorted.prefix(max(limit, 0)))
    }

    mutating func settle(_ report: TargetReport, for name: String, holder: String, at now: Int64) -> Bool {
        guard targets[name]?.holder == holder else { return false }
        targets[name]?.record.health = report.health
        if let pause = report.pause { targets[name]?.record.pause = pause }
        for result in report.results {
            guard var kept = deliveries[result.delivery], kept.record.progress.state == .waiting else { continue }
            kept.attempts.append(result.attempt)
            kept.record.attempts += 1
            kept.record.changedAt = now
            kept.record.progress = result.progress
            deliveries[result.delivery] = kept
            orderLine(of: kept.record, at: now)
        }
        if report.isRecovered { makeDue(name, at: now) }
        return true
    }

    mutating func pause(_ name: String, _ pause: TargetPause) -> Bool {
        guard targets[name] != nil else { return false }
        targets[name]?.record.pause = pause
        return true
    }

    mutating func resume(_ name: String, at now: Int64) -> Bool {
        guard targets[name] != nil else { return false }
        targets[name]?.record.pause = nil
        targets[name]?.record.health = TargetHealth()
        makeDue(name, at: now)
        return true
    }

    func list(_ query: DeliveryQuery) -> [DeliveryRecord] {
        let found = deliveries.values.map(\.record).filter { record in
            query.target.map { $0.hasSameBytes(as: record.target) } ?? true
                && query.state.map { $0 == record.progress.state } ?? true
                && query.eventId.map { $0.hasSameBytes(as: record.eventId) } ?? true
                && query.before.map { record.id < $0 } ?? true
        }
        return Array(found.sorted { $0.id > $1.id }.prefix(max(query.limit, 0)))
    }

    func ids(_ selection: DeliverySelection) -> [Int64] {
        switch selection {
        case .one(let id): deliveries[id] == nil ? [] : [id]
        case .failed(let target, let since):
            deliveries.values.filter {
                $0.record.target == target && $0.record.progress.state == .failed && $0.eventCreatedAt >= since
            }.map(\.record.id).sorted()
        }
    }

    mutating func requeue(_ selection: DeliverySelection, at now: Int64) -> Int {
        let ids = ids(selection)
        for id in ids {
            guard var kept = deliveries[id] else { continue }
            kept.record.progress = DeliveryProgress(nextAttempt: now)
            kept.record.changedAt = now
            deliveries[id] = kept
            orderLine(of: kept.record, at: now)
        }
        return ids.count
    }

    mutating func forget(deliveredBefore time: Int64, limit: Int) -> Int {
        let old = deliveries.values.map(\.record).filter { $0.progress.state == .delivered && $0.changedAt < time }
        let ids = old.sorted { $0.changedAt < $1.changedAt }.prefix(max(limit, 0)).map(\.id)
        for id in ids { deliveries[id] = nil }
        return ids.count
    }

    /// Gives the earliest waiting delivery of a line a time, and takes it from those that must wait for it.
    private mutating func orderLine(of record: DeliveryRecord, at now: Int64) {
        guard let line = record.originalTransactionId else { return }
        let waiting = deliveries.values.map(\.record).filter {
            $0.target == record.target && $0.scope == record.scope && $0.originalTransactionId == line
                && $0.progress.state == .waiting
        }.sorted { $0.sequence < $1.sequence }
        for (place, record) in waiting.enumerated() {
            let time = record.progress.nextAttempt
            deliveries[record.id]?.record.progress.nextAttempt = place == 0 ? time ?? now : nil
        }
    }

    private mutating func makeDue(_ name: String, at now: Int64) {
        for (id, kept) in deliveries where kept.record.target == name && kept.record.progress.state == .waiting {
            guard let time = kept.record.progress.nextAttempt, time > now else { continue }
            deliveries[id]?.record.progress.nextAttempt = now
        }
    }
}
