internal import EntitlementStorage
internal import Entitlements
internal import StrictJSON

/// Writes what a store holds, line by line, holding a page at a time.
struct StoreExport {
    let store: any EntitlementStore
    let includesRejected: Bool
    let output: OutputWriter
    private(set) var counts = ExportLine.Counts()
    /// What the store counted at the beginning.
    private(set) var held = StoreCounts()
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
        held = try await store.counts()
        if held.prunedNotifications == 0, held.looseStatements == 0 {
            try await writeSingles()
        } else {
            try await writeWhatOutlivedItsNotification()
        }
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
    private mutating func writeSingles() async throws(StoreError) {
        for kind in [FactKind.transaction, .renewalInfo] {
            try await forEachIdentity(of: kind) { export, identity throws(StoreError) in
                for version in try await export.store.texts(of: identity) where version.source.isWithoutNotification {
                    export.write(version, of: identity)
                }
            }
        }
    }

    /// Of what notifications brought, that which no notification of the log holds any more.
    ///
    /// The statuses that forgotten notifications gave are lost; the newest of each line is never forgotten.
    private mutating func writeWhatOutlivedItsNotification() async throws(StoreError) {
        try await forEachIdentity(of: .appTransaction) { export, identity throws(StoreError) in
            for version in try await export.store.texts(of: identity) { export.write(version, of: identity) }
        }
        var last: LineIdentity?
        repeat {
            let page = try await store.lines(after: last, environment: nil, limit: 64)
            for record in page {
                let kept = Set(try await store.history(of: record).notifications.flatMap(\.facts))
                // A transaction that was ever said to be on several lines is written with the one it says itself.
                let own = record.versions.filter {
                    $0.statement.lineId?.hasSameBytes(as: record.line.originalTransactionId) ?? false
                }
                for (identity, versions) in Dictionary(grouping: own, by: \.identity).sorted(by: { $0.key < $1.key }) {
                    let stamps = Set(versions.map(\.stamp))
                    for version in try await store.texts(of: identity) where stamps.contains(version.stamp) {
                        let isKept = kept.contains(FactReference(identity: identity, stamp: version.stamp))
                        if !isKept || version.source.isWithoutNotification { write(version, of: identity) }
                    }
                }
                guard output.failure == nil else { return }
            }
            last = page.last?.line
        } while last != nil
    }

    /// Gives each fact of a kind to `body`, until nobody takes what it writes.
    private mutating func forEachIdentity(
        of kind: FactKind, _ body: (inout StoreExport, FactIdentity) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        var last: VersionKey?
        var identity: FactIdentity?
        repeat {
            let page = try await store.versions(after: last, limit: 512)
            for entry in page where entry.key.identity.kind == kind && entry.key.identity != identity {
                identity = entry.key.identity
                try await body(&self, entry.key.identity)
                guard output.failure == nil else { return }
            }
            last = page.last?.key
        } while last != nil
    }

    private mutating func write(_ version: VersionText, of identity: FactIdentity) {
        guard let line = ExportLine.line(version, of: identity) else { return }
        switch identity.kind {
        case .transaction: counts.transactions += 1
        case .renewalInfo: counts.renewalInfos += 1
        case .appTransaction: counts.appTransactions += 1
        case .storeStatus, .notification: break
        }
        write(line)
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
