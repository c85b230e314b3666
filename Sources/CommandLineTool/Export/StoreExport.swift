internal import EntitlementStorage
internal import Entitlements
internal import StrictJSON

/// Writes what a store holds, line by line, holding a page at a time.
struct StoreExport {
    let store: any EntitlementStore
    let includesRejected: Bool
    let output: OutputWriter
    private(set) var counts = ExportLine.Counts()
    private var progress: ProgressBar

    init(store: any EntitlementStore, includesRejected: Bool, output: OutputWriter, progress: ProgressBar) {
        self.store = store
        self.includesRejected = includesRejected
        self.output = output
        self.progress = progress
    }

    /// Writes everything; stops early when nobody takes it.
    mutating func run() async throws(StoreError) {
        write(ExportLine.header)
        try await writeNotifications()
        try await writeTransactions()
        if includesRejected { try await writeRejected() }
        try await writeLedger()
        progress.clear()
        write(ExportLine.end(counts))
        output.flush()
    }

    private mutating func writeNotifications() async throws(StoreError) {
        var last: Int64?
        repeat {
            let page = try await store.notifications(NotificationQuery(after: last, limit: 256))
            // What was verified later has a row of its own further on, with the same text.
            for row in page where row.resolvedBy == nil {
                let texts = try await store.notification(uuid: row.header.uuid)
                guard let text = texts.first(where: { $0.record.sequence == row.sequence }) else { continue }
                counts.notifications += 1
                write(ExportLine.line(text))
                guard output.failure == nil else { return }
            }
            last = page.last?.sequence
        } while last != nil
    }

    /// What came by itself is in no notification.
    private mutating func writeTransactions() async throws(StoreError) {
        var last: VersionKey?
        var identity: FactIdentity?
        repeat {
            let page = try await store.versions(after: last, limit: 512)
            for entry in page where entry.key.identity.kind == .transaction && entry.key.identity != identity {
                identity = entry.key.identity
                for version in try await store.texts(of: entry.key.identity) where version.source == .client {
                    guard let text = version.text else { continue }
                    counts.transactions += 1
                    write(ExportLine.line(transaction: version, text))
                }
                guard output.failure == nil else { return }
            }
            last = page.last?.key
        } while last != nil
    }

    private mutating func writeRejected() async throws(StoreError) {
        var last: Int64?
        repeat {
            let page = try await store.rejected(after: last, limit: 64)
            for row in page {
                counts.rejected += 1
                write(ExportLine.line(row.input))
            }
            last = page.last?.sequence
        } while last != nil && output.failure == nil
    }

    private mutating func writeLedger() async throws(StoreError) {
        var last: Int64?
        repeat {
            let page = try await store.ledger(after: last, limit: 256)
            for row in page {
                counts.ledger += 1
                write(ExportLine.line(row.entry))
            }
            last = page.last?.sequence
        } while last != nil && output.failure == nil
    }

    private mutating func write(_ line: JSONValue) {
        output.writeLine(JSONWriter().text(line))
        progress.update(bytes: 0, items: counts.total)
    }
}
