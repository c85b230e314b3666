extension MemoryStore: DeliveryStore {
    package func addTarget(_ name: String, from start: TargetStart) async throws(StoreError) {
        try requireOpen()
        book.addTarget(name, cursor: start == .beginning ? 0 : outbox.last?.sequence ?? 0)
    }

    package func target(_ name: String) async throws(StoreError) -> TargetRecord? {
        try requireOpen()
        return book.targets[name]?.record
    }

    package func targetCounts() async throws(StoreError) -> [TargetCounts] {
        try requireOpen()
        return book.counts
    }

    package func lease(
        _ target: String, holder: String, now: Int64, until: Int64
    ) async throws(StoreError) -> Bool {
        try requireOpen()
        return book.lease(target, holder: holder, now: now, until: until)
    }

    package func release(_ target: String, holder: String) async throws(StoreError) {
        try requireOpen()
        book.release(target, holder: holder)
    }

    package func enqueue(
        _ events: [Int64], for target: String, holder: String, from previous: Int64, to cursor: Int64, at now: Int64
    ) async throws(StoreError) -> Bool {
        try requireOpen()
        return book.enqueue(
            events.compactMap(event(at:)), for: target, holder: holder, from: previous, to: cursor, at: now)
    }

    package func pendingDeliveries(for target: String, limit: Int) async throws(StoreError) -> [PendingDelivery] {
        try requireOpen()
        return book.pending(for: target, limit: limit).compactMap(withEvent)
    }

    package func settle(
        _ report: TargetReport, for target: String, holder: String, at now: Int64
    ) async throws(StoreError) -> Bool {
        try requireOpen()
        return book.settle(report, for: target, holder: holder, at: now)
    }

    package func pause(_ target: String, _ pause: TargetPause) async throws(StoreError) -> Bool {
        try requireOpen()
        return book.pause(target, pause)
    }

    package func resume(_ target: String, at now: Int64) async throws(StoreError) -> Bool {
        try requireOpen()
        return book.resume(target, at: now)
    }

    package func deliveries(_ query: DeliveryQuery) async throws(StoreError) -> [DeliveryRecord] {
        try requireOpen()
        return book.list(query)
    }

    package func delivery(_ id: Int64) async throws(StoreError) -> PendingDelivery? {
        try requireOpen()
        return book.deliveries[id].flatMap { withEvent($0.record) }
    }

    package func attempts(ofDelivery id: Int64) async throws(StoreError) -> [DeliveryAttempt] {
        try requireOpen()
        return book.deliveries[id]?.attempts ?? []
    }

    package func count(_ selection: DeliverySelection) async throws(StoreError) -> Int {
        try requireOpen()
        return book.ids(selection).count
    }

    package func requeue(_ selection: DeliverySelection, at now: Int64) async throws(StoreError) -> Int {
        try requireOpen()
        return book.requeue(selection, at: now)
    }

    package func forgetDeliveries(deliveredBefore time: Int64, limit: Int) async throws(StoreError) -> Int {
        try requireOpen()
        return book.forget(deliveredBefore: time, limit: limit)
    }

    private func event(at sequence: Int64) -> OutgoingEvent? {
        // Numbers are given from 1 on, and none is left out.
        guard let index = Int(exactly: sequence - 1), outbox.indices.contains(index) else { return nil }
        return outbox[index]
    }

    private func withEvent(_ record: DeliveryRecord) -> PendingDelivery? {
        event(at: record.sequence).map { PendingDelivery(record: record, event: $0) }
    }
}
