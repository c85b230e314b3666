package import Entitlements
internal import StrictJSON

extension EntitlementStore {
    /// The verified notifications of the log that brought a version of a line, in the order of the log.
    ///
    /// The log is read from end to end, a page at a time: rows are narrow, and only the texts of those are opened that
    /// came or were signed together with something that was said of the line.
    package func notifications(about record: LineRecord) async throws(StoreError) -> [LoggedNotification] {
        var search = HistorySearch(scope: record.scope)
        for identity in record.identities {
            for text in try await texts(of: identity) { search.add(text, of: identity) }
        }
        var found: [LoggedNotification] = []
        var last: Int64?
        repeat {
            let page = try await notifications(
                NotificationQuery(
                    after: last, limit: 1000, environment: record.scope.environment, bundleId: record.scope.bundleId))
            for row in page where search.mayHold(row) {
                let texts = try await notification(uuid: row.header.uuid)
                guard let text = texts.first(where: { $0.record.sequence == row.sequence }) else { continue }
                let facts = search.facts(in: text)
                guard !facts.isEmpty else { continue }
                found.append(
                    LoggedNotification(
                        uuid: row.header.uuid, type: row.header.type, subtype: row.header.subtype,
                        signedDate: row.header.signedDate, facts: facts))
            }
            last = page.last?.sequence
        } while last != nil
        return found
    }
}

/// Tells which notifications hold a version of a line.
private struct HistorySearch {
    private let scope: AppScope
    /// The versions by the payload segment of their JWS.
    private var segments: [[UInt8]: FactReference] = [:]
    /// The statuses by the digest of their notification.
    private var statuses: [FactDigest: FactReference] = [:]
    private var arrivals: Set<Int64> = []
    /// The dates of signing, in steps of `step`.
    private var dates: Set<Int64> = []

    /// Nested statements are signed within moments of what holds them.
    private static let step: Int64 = 10_000

    init(scope: AppScope) { self.scope = scope }

    mutating func add(_ text: VersionText, of identity: FactIdentity) {
        let reference = FactReference(identity: identity, stamp: text.stamp)
        if identity.kind == .storeStatus { statuses[text.stamp.digest] = reference }
        if let signed = text.text {
            var input: [UInt8] = []
            signed.appendSigningInput(to: &input)
            segments[Array(input.dropFirst(signed.headerSegment.count + 1))] = reference
        }
        arrivals.insert(text.receivedAt)
        dates.insert(text.stamp.date / HistorySearch.step)
    }

    /// Whether it is worth looking into a notification.
    func mayHold(_ row: NotificationRecord) -> Bool {
        guard row.scope == scope, row.outcome != .quarantined else { return false }
        if statuses[row.header.digest] != nil || arrivals.contains(row.receivedAt) { return true }
        let step = row.header.signedDate / HistorySearch.step
        return (-1...1).contains { dates.contains(step &+ $0) }
    }

    /// The versions that a notification holds.
    func facts(in text: NotificationText) -> Set<FactReference> {
        var facts: Set<FactReference> = []
        if let status = statuses[text.record.header.digest] { facts.insert(status) }
        guard let document = try? JSONDocument(parsing: text.text.payload) else { return facts }
        for container in document.root.members {
            for member in container.value.members {
                guard let signed = member.value.string else { continue }
                let parts = signed.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                if parts.count == 3, let reference = segments[Array(parts[1])] { facts.insert(reference) }
            }
        }
        return facts
    }
}
