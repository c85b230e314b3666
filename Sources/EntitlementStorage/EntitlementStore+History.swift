package import Entitlements
internal import StrictJSON

extension EntitlementStore {
    /// How all that was said about a line came.
    package func history(of record: LineRecord) async throws(StoreError) -> LineHistory {
        var search = HistorySearch()
        for identity in record.identities {
            for text in try await texts(of: identity) { search.add(text, of: identity) }
        }
        var found: [(sequence: Int64, notification: LoggedNotification)] = []
        for line in record.linesNamed {
            var last: Int64?
            repeat {
                let page = try await notifications(NotificationQuery(after: last, limit: 1000, line: line))
                for row in page {
                    let texts = try await notification(uuid: row.header.uuid)
                    guard let text = texts.first(where: { $0.record.sequence == row.sequence }) else { continue }
                    let facts = search.facts(in: text)
                    guard !facts.isEmpty else { continue }
                    found.append(
                        (
                            row.sequence,
                            LoggedNotification(
                                uuid: row.header.uuid, type: row.header.type, subtype: row.header.subtype,
                                signedDate: row.header.signedDate, facts: facts)
                        ))
                }
                last = page.last?.sequence
            } while last != nil
        }
        return LineHistory(
            notifications: found.sorted { $0.sequence < $1.sequence }.map(\.notification), sources: search.sources)
    }
}

/// How all that was said about a line came.
package struct LineHistory: Hashable, Sendable {
    /// The verified notifications of the log that brought a version of it, in the order of the log.
    package var notifications: [LoggedNotification]
    /// How each version came first, whether or not a notification of the log still holds it.
    package var sources: [FactReference: DeliverySource]
}

/// Tells which notifications hold a version of a line.
private struct HistorySearch {
    /// The versions by the payload segment of their JWS.
    private var segments: [[UInt8]: FactReference] = [:]
    /// The statuses by the digest of their notification.
    private var statuses: [FactDigest: FactReference] = [:]
    private(set) var sources: [FactReference: DeliverySource] = [:]

    mutating func add(_ text: VersionText, of identity: FactIdentity) {
        let reference = FactReference(identity: identity, stamp: text.stamp)
        sources[reference] = text.source
        if identity.kind == .storeStatus { statuses[text.stamp.digest] = reference }
        if let signed = text.text {
            var input: [UInt8] = []
            signed.appendSigningInput(to: &input)
            segments[Array(input.dropFirst(signed.headerSegment.count + 1))] = reference
        }
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
