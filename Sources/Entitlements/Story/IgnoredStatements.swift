/// Finds what was said about a line and does not count for its answers.
struct IgnoredStatements {
    let record: LineRecord
    let held: HeldLine
    let answers: [EntitlementAnswer]
    let asOf: Int64?

    /// All of it, by what it is about; what decides comes from the same rules as the answers.
    var all: [LineStory.IgnoredStatement] {
        let used = Set(answers.flatMap(\.because.facts))
        var ignored: [LineStory.IgnoredStatement] = []
        for identity in record.identities.sorted() {
            let versions = record.versions(of: identity, asOf: asOf)
            ignored += later(identity, than: versions.count)
            guard let newest = versions.last else { continue }
            ignored += older(versions.dropLast(), than: newest)
            let reference = FactReference(identity: identity, stamp: newest.stamp)
            if !used.contains(reference), let sentence = reason(newest) {
                ignored.append(
                    LineStory.IgnoredStatement(identity: identity, stamps: [newest.stamp], sentence: sentence))
            }
        }
        return ignored
    }

    private func later(_ identity: FactIdentity, than count: Int) -> [LineStory.IgnoredStatement] {
        guard let asOf else { return [] }
        let stamps = record.versions(of: identity).dropFirst(count).map(\.stamp)
        guard !stamps.isEmpty else { return [] }
        let sentence: Sentence = "\(words: IgnoredStatements.statements(stamps.count)) signed after \(at: asOf)"
        return [LineStory.IgnoredStatement(identity: identity, stamps: stamps, sentence: sentence)]
    }

    private func older(_ versions: ArraySlice<FactVersion>, than newest: FactVersion) -> [LineStory.IgnoredStatement] {
        guard !versions.isEmpty else { return [] }
        let count = IgnoredStatements.statements(versions.count)
        let sentence: Sentence = "\(words: count) older than the one signed \(at: newest.date), which holds"
        return [
            LineStory.IgnoredStatement(
                identity: newest.identity, stamps: versions.map(\.stamp), sentence: sentence)
        ]
    }

    private static func statements(_ count: Int) -> String { count == 1 ? "1 statement" : "\(count) statements" }

    /// Why the newest statement about something decides nothing.
    private func reason(_ version: FactVersion) -> Sentence? {
        switch version.statement {
        case .transaction(let transaction):
            guard transaction.lineId.hasSameBytes(as: record.originalTransactionId) else {
                return "belongs to the line \(name: transaction.lineId) now"
            }
            guard PurchaseKind(transaction) == .autoRenewable else { return nil }
            if let revoked = transaction.revocationDate {
                return "another period, refunded or taken back \(at: revoked); that touches only itself"
            }
            guard let start = transaction.purchaseDate, let end = transaction.expiresDate else {
                return "another period"
            }
            return "another period, from \(at: start) to \(at: end)"
        case .renewalInfo(let renewal):
            guard let subscription = answers.first(where: { $0.expiresDate != nil }) else { return nil }
            if let start = subscription.purchaseDate, version.date < start {
                return "signed before the current period began; it speaks about an earlier one"
            }
            return renewal.isInBillingRetryPeriod || renewal.gracePeriodExpiresDate != nil
                ? "decides nothing at this instant"
                : "says only what happens at the end of the period"
        case .storeStatus: return "a status decides nothing by itself; it is compared with the answer"
        case .appTransaction, .notification: return nil
        }
    }
}
