internal import EntitlementStorage
internal import Entitlements
internal import NotificationProcessing

/// Goes through what a store holds, a page at a time, as if it came once more.
struct StoredInputs {
    /// Which inputs are gone through.
    struct Selection: Hashable, Sendable {
        var since: Int64?
        var types: Set<String> = []
        var includesVerified = true
        var includesQuarantined = true
        var includesRejected = true
    }

    /// One input and what became of it before.
    struct Stored: Sendable {
        /// The place in the log, or among what was rejected.
        var sequence: Int64
        var name: String
        var outcome: ProcessingOutcome
        /// Nil where only the plan is made.
        var input: ArrivedInput?
    }

    private let store: any EntitlementStore
    private let selection: Selection
    private var last: Int64?
    private var isInLog = true

    /// Begins, after a place where one is given: in the log, or without a log among what was rejected.
    init(store: any EntitlementStore, selection: Selection, after: Int64? = nil) {
        self.store = store
        self.selection = selection
        isInLog = selection.includesVerified || selection.includesQuarantined
        last = after
    }

    /// The next page, which may be empty; nil at the end.
    mutating func next(withTexts: Bool) async throws(StoreError) -> [Stored]? {
        if isInLog {
            let page = try await store.notifications(NotificationQuery(after: last, limit: 256))
            if let end = page.last?.sequence {
                last = end
                return try await stored(page, withTexts: withTexts)
            }
            isInLog = false
            last = nil
        }
        guard selection.includesRejected else { return nil }
        let page = try await store.rejected(after: last, limit: 64)
        guard let end = page.last?.sequence else { return nil }
        last = end
        return page.filter { counts($0.input.receivedAt) }.map { row in
            Stored(
                sequence: row.sequence, name: "rejected input \(row.sequence)", outcome: .rejected,
                input: withTexts
                    ? ArrivedInput(.body(row.input.body), source: row.input.source, receivedAt: row.input.receivedAt)
                    : nil)
        }
    }

    private func stored(_ page: [NotificationRecord], withTexts: Bool) async throws(StoreError) -> [Stored] {
        var inputs: [Stored] = []
        for row in page where counts(row.receivedAt) && selection.takes(row) {
            var stored = Stored(sequence: row.sequence, name: row.header.uuid, outcome: row.outcome)
            if withTexts {
                let texts = try await store.notification(uuid: row.header.uuid)
                guard let text = texts.first(where: { $0.record.sequence == row.sequence })?.text else { continue }
                stored.input = ArrivedInput(
                    .notification(text.compact), source: row.source, receivedAt: row.receivedAt)
            }
            inputs.append(stored)
        }
        return inputs
    }

    private func counts(_ receivedAt: Int64) -> Bool { selection.since.map { receivedAt >= $0 } ?? true }
}

extension StoredInputs.Selection {
    fileprivate func takes(_ row: NotificationRecord) -> Bool {
        guard types.isEmpty || types.contains(row.header.type) else { return false }
        return row.outcome == .quarantined ? includesQuarantined && row.resolvedBy == nil : includesVerified
    }
}
