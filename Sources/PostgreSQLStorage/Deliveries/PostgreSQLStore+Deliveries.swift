package import EntitlementStorage

extension PostgreSQLStore: DeliveryStore {
    package func addTarget(_ name: String, from start: TargetStart) async throws(StoreError) {
        try await change { .addTarget(name, from: start) }
    }

    package func target(_ name: String) async throws(StoreError) -> TargetRecord? {
        try await ask { deliveries throws(PostgreSQLFailure) in try deliveries.target(name) }
    }

    package func targetCounts() async throws(StoreError) -> [TargetCounts] {
        try await ask { deliveries throws(PostgreSQLFailure) in try deliveries.counts() }
    }

    package func lease(
        _ target: String, holder: String, now: Int64, until: Int64
    ) async throws(StoreError) -> Bool {
        try await change { .lease(target, holder: holder, now: now, until: until) }
    }

    package func release(_ target: String, holder: String) async throws(StoreError) {
        try await change { .release(target, holder: holder) }
    }

    package func enqueue(
        _ events: [Int64], for target: String, holder: String, from previous: Int64, to cursor: Int64, at now: Int64
    ) async throws(StoreError) -> Bool {
        try await change { .enqueue(events, for: target, holder: holder, from: previous, to: cursor, at: now) }
    }

    package func pendingDeliveries(for target: String, limit: Int) async throws(StoreError) -> [PendingDelivery] {
        try await ask { deliveries throws(PostgreSQLFailure) in try deliveries.pending(for: target, limit: limit) }
    }

    package func settle(
        _ report: TargetReport, for target: String, holder: String, at now: Int64
    ) async throws(StoreError) -> Bool {
        try await change { .settle(report, for: target, holder: holder, at: now) }
    }

    package func pause(_ target: String, _ pause: TargetPause) async throws(StoreError) -> Bool {
        try await change { .pause(target, pause) }
    }

    package func resume(_ target: String, at now: Int64) async throws(StoreError) -> Bool {
        try await change { .resume(target, at: now) }
    }

    package func deliveries(_ query: DeliveryQuery) async throws(StoreError) -> [DeliveryRecord] {
        try await ask { deliveries throws(PostgreSQLFailure) in try deliveries.list(query) }
    }

    package func delivery(_ id: Int64) async throws(StoreError) -> PendingDelivery? {
        try await ask { deliveries throws(PostgreSQLFailure) in try deliveries.delivery(id) }
    }

    package func attempts(ofDelivery id: Int64) async throws(StoreError) -> [DeliveryAttempt] {
        try await ask { deliveries throws(PostgreSQLFailure) in try deliveries.attempts(of: id) }
    }

    package func count(_ selection: DeliverySelection) async throws(StoreError) -> Int {
        try await ask { deliveries throws(PostgreSQLFailure) in try deliveries.count(selection) }
    }

    package func requeue(_ selection: DeliverySelection, at now: Int64) async throws(StoreError) -> Int {
        try await change { .requeue(selection, at: now) }
    }

    package func forgetDeliveries(deliveredBefore time: Int64, limit: Int) async throws(StoreError) -> Int {
        try await change { .forget(deliveredBefore: time, limit: limit) }
    }

    private func ask<Value: Sendable>(
        _ body: @Sendable (DeliveryQueries) throws(PostgreSQLFailure) -> Value
    ) async throws(StoreError) -> Value {
        try await read { queries throws(PostgreSQLFailure) in try body(DeliveryQueries(queries: queries)) }
    }

    private func change<Value: Sendable>(
        _ make: @Sendable () -> DeliveryChange<Value>
    ) async throws(StoreError) -> Value {
        try await writers.with { connection throws(StoreError) in try await connection.change(make) }
    }
}
