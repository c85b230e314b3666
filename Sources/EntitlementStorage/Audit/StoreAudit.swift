package import Entitlements

/// Works out again what a store has derived, and compares.
///
/// A page at a time, beside whoever writes: what differs is looked at again before it is told, since it may have been
/// written in between.
package struct StoreAudit {
    /// The hash function of the digests.
    package typealias SHA256 = @Sendable (_ bytes: [UInt8]) -> FactDigest?

    /// How much was looked at.
    package struct Progress: Hashable, Sendable {
        /// Lines whose projection was worked out again.
        package var lines = 0
        /// Versions whose place and payload were checked.
        package var versions = 0
        /// Rows of the log whose payload was checked.
        package var notifications = 0
        /// Lines that were never told of, and will be when the clock is looked at.
        package var untold = 0
        /// Whether somebody wrote meanwhile, so that totals were only checked against bounds.
        package var wasWritten = false

        /// How much was looked at in all.
        package var total: Int { lines + versions + notifications }
    }

    let store: any EntitlementStore
    let configuration: EvaluationConfiguration
    let sha256: SHA256
    let tell: (StoreFinding) -> Void
    let show: (Progress) -> Void
    package internal(set) var progress = Progress()

    /// - Parameters:
    ///   - store: The store.
    ///   - configuration: What its projections were worked out with.
    ///   - sha256: The hash function of the digests.
    ///   - tell: Takes what is found.
    ///   - show: Takes how far the work has come.
    package init(
        of store: any EntitlementStore, configuration: EvaluationConfiguration, sha256: @escaping SHA256,
        tell: @escaping (StoreFinding) -> Void, show: @escaping (Progress) -> Void = { _ in }
    ) {
        self.store = store
        self.configuration = configuration
        self.sha256 = sha256
        self.tell = tell
        self.show = show
    }

    /// Looks at everything.
    package mutating func run() async throws(StoreError) {
        let before = try await store.counts()
        try await checkLines()
        let greatest = try await checkVersions()
        var rows = try await checkLog()
        try await countRejections(&rows)
        try await compare(rows, before: before, greatest: greatest)
        show(progress)
    }

    // MARK: - Lines

    private mutating func checkLines() async throws(StoreError) {
        var last: LineIdentity?
        repeat {
            let page = try await store.lines(after: last, environment: nil, limit: 64)
            for record in page {
                let line = record.line
                try await checkProjection(of: line)
                try await checkTexts(of: record, line)
                progress.lines += 1
                show(progress)
                last = line
            }
            if page.isEmpty { last = nil }
        } while last != nil
    }

    private mutating func checkProjection(of line: LineIdentity) async throws(StoreError) {
        var finding: StoreFinding?
        // The line and its projection are read one after the other; somebody may write between.
        for _ in 0..<3 {
            do throws(StoreError) {
                let before = try await store.projection(of: line)
                guard let record = try await store.line(line) else { return }
                guard try await store.projection(of: line) == before else { continue }
                finding = judge(before, record, line)
            } catch {
                guard case .damaged(_, let reason) = error else { throw error }
                finding = StoreFinding(
                    .projectionDiffers, line: line, subject: line.originalTransactionId,
                    message: "the projection cannot be read: \(reason)")
            }
            if finding == nil { break }
        }
        if let finding { tell(finding) }
    }

    private mutating func judge(
        _ projection: LineProjection?, _ record: LineRecord, _ line: LineIdentity
    ) -> StoreFinding? {
        guard let projection else {
            return StoreFinding(
                .projectionMissing, line: line, subject: line.originalTransactionId,
                message: "the line has no projection, so nothing is told of it")
        }
        guard projection.version > 0 else {
            progress.untold += 1
            return nil
        }
        let expected = LineProjection(
            record, version: projection.version, configuration: configuration, at: projection.evaluatedAt)
        guard expected != projection else { return nil }
        let what = expected.answers == projection.answers ? "the next instant of change" : "what was told last"
        return StoreFinding(
            .projectionDiffers, line: line, subject: line.originalTransactionId,
            message: "\(what) is not what the line gives at that instant")
    }

    // MARK: - Payloads of versions

    private mutating func checkTexts(of record: LineRecord, _ line: LineIdentity) async throws(StoreError) {
        for identity in record.identities.sorted() where identity.kind != .storeStatus {
            for text in try await store.texts(of: identity) {
                guard let payload = text.text?.payload else { continue }
                let subject = "\(identity.kind.rawValue) \(identity.id)"
                guard check(payload, text.stamp.digest, subject, line) else { continue }
                guard let kept = record.versions(of: identity).first(where: { $0.stamp == text.stamp })?.statement
                else { continue }
                let read = try? Statement(kind: identity.kind, id: identity.id, payload: payload)
                if read != kept {
                    tell(
                        StoreFinding(
                            .statementDiffers, line: line, subject: subject,
                            message: "the statement is not what its payload says"))
                }
            }
        }
    }

    @discardableResult
    private func check(_ payload: [UInt8], _ digest: FactDigest, _ subject: String, _ line: LineIdentity?) -> Bool {
        guard sha256(payload) != digest else { return true }
        tell(
            StoreFinding(
                .digestDiffers, line: line, subject: subject,
                message: "the payload has another digest than it is kept under"))
        return false
    }

    // MARK: - Held versions

    /// Checks that of each fact the greatest version is held; gives the greatest date of all.
    private mutating func checkVersions() async throws(StoreError) -> Int64? {
        var greatest: Int64?
        var last: VersionEntry?
        repeat {
            let page = try await store.versions(after: last?.key, limit: 512)
            for entry in page {
                if let last, last.isHeld == (last.key.identity == entry.key.identity) {
                    try await checkHeld(last.key.identity)
                }
                if last?.key.identity != entry.key.identity, entry.key.identity.kind == .appTransaction {
                    for text in try await store.texts(of: entry.key.identity) {
                        guard let payload = text.text?.payload else { continue }
                        check(payload, text.stamp.digest, "app-transaction \(entry.key.identity.id)", nil)
                    }
                }
                greatest = max(greatest ?? entry.key.stamp.date, entry.key.stamp.date)
                last = entry
            }
            progress.versions += page.count
            show(progress)
            if page.isEmpty {
                if let end = last, !end.isHeld { try await checkHeld(end.key.identity) }
                return greatest
            }
        } while true
    }

    private func checkHeld(_ identity: FactIdentity) async throws(StoreError) {
        // Again, in one look.
        let start = VersionKey(identity: identity, stamp: FactStamp(date: .min, digest: .zero))
        let versions = try await store.versions(after: start, limit: 512).filter { $0.key.identity == identity }
        guard versions.count < 512 else { return }
        let isRight = versions.enumerated().allSatisfy { $1.isHeld == ($0 == versions.count - 1) }
        guard !isRight else { return }
        tell(
            StoreFinding(
                .heldDiffers, subject: "\(identity.kind.rawValue) \(identity.id)",
                message: "the version that is held is not the greatest"))
    }

    // MARK: - The log

    /// Checks the payload of each row; gives the number of rows by outcome.
    private mutating func checkLog() async throws(StoreError) -> StoreCounts {
        var counts = StoreCounts()
        var last: Int64?
        repeat {
            let page = try await store.notifications(NotificationQuery(after: last, limit: 256))
            for row in page {
                if row.resolvedBy == nil { counts.notifications[row.outcome, default: 0] += 1 }
                let subject = "notification \(row.header.uuid)"
                do throws(StoreError) {
                    let texts = try await store.notification(uuid: row.header.uuid)
                    if let text = texts.first(where: { $0.record.sequence == row.sequence }) {
                        check(text.text.payload, row.header.digest, subject, nil)
                    }
                } catch {
                    guard case .damaged(_, let reason) = error else { throw error }
                    tell(StoreFinding(.unreadable, subject: subject, message: reason))
                }
                progress.notifications += 1
                show(progress)
            }
            last = page.last?.sequence
        } while last != nil
        return counts
    }

    private func countRejections(_ counts: inout StoreCounts) async throws(StoreError) {
        var last: Int64?
        repeat {
            let page = try await store.rejected(after: last, limit: 64)
            for row in page {
                counts.notifications[.rejected, default: 0] += 1
                counts.rejectedBytes += Int64(row.input.body.count)
            }
            last = page.last?.sequence
        } while last != nil
    }

    // MARK: - Totals

    private mutating func compare(
        _ rows: StoreCounts, before: StoreCounts, greatest: Int64?
    ) async throws(StoreError) {
        let after = try await store.counts()
        let kept = try await store.greatestDate()
        progress.wasWritten = before != after
        func differs(_ name: String, _ found: Int64, _ range: (Int64, Int64)) {
            guard found < range.0 || found > range.1 else { return }
            tell(
                StoreFinding(
                    .totalDiffers, subject: name, message: "the total says \(range.1), and there are \(found)"))
        }
        for outcome in ProcessingOutcome.allCases where outcome != .duplicate {
            let (low, high) = (before.notifications[outcome] ?? 0, after.notifications[outcome] ?? 0)
            // These two may fall; while somebody writes they have no bounds.
            if progress.wasWritten, outcome == .quarantined || outcome == .rejected { continue }
            differs(outcome.rawValue, rows.notifications[outcome] ?? 0, (min(low, high), max(low, high)))
        }
        if !progress.wasWritten {
            differs("rejected bytes", rows.rejectedBytes, (after.rejectedBytes, after.rejectedBytes))
        }
        if let greatest, kept.map({ $0 < greatest || $0 > greatest && !progress.wasWritten }) ?? true {
            tell(
                StoreFinding(
                    .totalDiffers, subject: "greatest date",
                    message: "the total says \(kept.map { "\($0)" } ?? "none"), and a version is dated \(greatest)"))
        }
    }
}
