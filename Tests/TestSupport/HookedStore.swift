package import EntitlementStorage
package import Entitlements

/// A store in memory that asks a hook before it commits or answers a check; the hook may wait or fail.
package final class HookedStore: EntitlementStore {
    private let base = MemoryStore()
    private let hook: @Sendable () async throws(StoreError) -> Void

    package let commitConcurrency: Int

    /// Asks `hook` each time.
    package init(commitConcurrency: Int = 1, _ hook: @escaping @Sendable () async throws(StoreError) -> Void) {
        self.commitConcurrency = commitConcurrency
        self.hook = hook
    }

    package func commit(_ batch: [Submission]) async throws(StoreError) -> [CommitResult] {
        try await hook()
        return try await base.commit(batch)
    }

    package func check() async throws(StoreError) { try await hook() }

    package func line(_ line: LineIdentity) async throws(StoreError) -> LineRecord? { try await base.line(line) }

    package func lines(ofCustomer id: String, environment: String) async throws(StoreError) -> [LineIdentity] {
        try await hook()
        return try await base.lines(ofCustomer: id, environment: environment)
    }

    package func lines(originalTransactionId: String, environment: String?) async throws(StoreError) -> [LineIdentity] {
        try await base.lines(originalTransactionId: originalTransactionId, environment: environment)
    }

    package func lines(after line: LineIdentity?, environment: String?, limit: Int) async throws(StoreError)
        -> [LineRecord]
    {
        try await base.lines(after: line, environment: environment, limit: limit)
    }

    package func versions(after key: VersionKey?, limit: Int) async throws(StoreError) -> [VersionEntry] {
        try await base.versions(after: key, limit: limit)
    }

    package func texts(of identity: FactIdentity) async throws(StoreError) -> [VersionText] {
        try await base.texts(of: identity)
    }

    package func greatestDate() async throws(StoreError) -> Int64? { try await base.greatestDate() }

    package func notifications(_ query: NotificationQuery) async throws(StoreError) -> [NotificationRecord] {
        try await base.notifications(query)
    }

    package func notification(uuid: String) async throws(StoreError) -> [NotificationText] {
        try await base.notification(uuid: uuid)
    }

    package func rejected(after sequence: Int64?, limit: Int) async throws(StoreError) -> [RejectedRecord] {
        try await base.rejected(after: sequence, limit: limit)
    }

    package func events(_ query: EventQuery) async throws(StoreError) -> EventPage { try await base.events(query) }

    package func event(id: String) async throws(StoreError) -> OutgoingEvent? { try await base.event(id: id) }

    package func projection(of line: LineIdentity) async throws(StoreError) -> LineProjection? {
        try await base.projection(of: line)
    }

    package func sweep(at now: Int64, limit: Int) async throws(StoreError) -> Int {
        try await base.sweep(at: now, limit: limit)
    }

    package func mend(_ lines: [LineIdentity]) async throws(StoreError) { try await base.mend(lines) }

    package func decide<Answer: Sendable>(
        _ question: LedgerQuestion, _ body: @Sendable (LedgerView) -> LedgerDecision<Answer>
    ) async throws(StoreError) -> Answer {
        try await base.decide(question, body)
    }

    package func ledger(of subjects: [LedgerSubject]) async throws(StoreError) -> [LedgerEntry] {
        try await base.ledger(of: subjects)
    }

    package func ledger(ofCustomer customer: String, environment: String) async throws(StoreError) -> [LedgerEntry] {
        try await base.ledger(ofCustomer: customer, environment: environment)
    }

    package func ledger(after sequence: Int64?, limit: Int) async throws(StoreError) -> [LedgerRow] {
        try await base.ledger(after: sequence, limit: limit)
    }

    package func counts() async throws(StoreError) -> StoreCounts {
        try await hook()
        return try await base.counts()
    }

    package func close() async { await base.close() }
}
