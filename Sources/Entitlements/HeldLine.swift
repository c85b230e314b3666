/// What holds for one line at an instant: the transactions that belong to it then, renewal info, status, customer.
struct HeldLine {
    let record: LineRecord
    /// Ordered by transaction id.
    let transactions: [HeldTransaction]
    let renewal: Held<RenewalStatement>?
    let status: Held<StatusStatement>?
    /// Every token that a statement of the line's transactions ever named together with the line.
    let tokens: Set<String>
    /// The token of the greatest (date, digest) transaction statement that has one.
    let customer: String?
    /// Every id of an app download that a transaction of the line or its renewal info carried.
    let appTransactionIds: Set<String>
    /// The id of the greatest (date, digest) transaction statement that has one.
    let appTransactionId: String?

    /// A statement that is not a transaction's, with its place.
    struct Held<Content> {
        let reference: FactReference
        let content: Content
        var date: Int64 { reference.stamp.date }
    }

    /// Works out what held when versions dated after `asOf` did not count; `nil` counts all.
    init(_ record: LineRecord, asOf: Int64?) {
        self.record = record
        var transactions: [HeldTransaction] = []
        var tokens: Set<String> = []
        var appTransactionIds: Set<String> = []
        var customer: (stamp: FactStamp, id: String)?
        var download: (stamp: FactStamp, id: String)?
        for identity in record.identities where identity.kind == .transaction {
            let counted = record.counted(identity, asOf: asOf)
            guard let transaction = HeldLine.transaction(identity, counted, in: record) else { continue }
            transactions.append(transaction)
            // What an older version said of a line that the transaction has left since counts there no more, nor here.
            for version in counted where HeldLine.names(record, version.statement) {
                if let token = version.statement.appAccountToken {
                    tokens.insert(token)
                    if customer.map({ $0.stamp < version.stamp }) ?? true { customer = (version.stamp, token) }
                }
                if let id = version.statement.appTransactionId {
                    appTransactionIds.insert(id)
                    if download.map({ $0.stamp < version.stamp }) ?? true { download = (version.stamp, id) }
                }
            }
        }
        self.transactions = transactions.sorted { IdentifierOrder.precedes($0.id, $1.id) }
        renewal = HeldLine.held(.renewalInfo, in: record, asOf: asOf) { statement in
            guard case .renewalInfo(let renewal) = statement else { return nil }
            return renewal
        }
        status = HeldLine.held(.storeStatus, in: record, asOf: asOf) { statement in
            guard case .storeStatus(let status) = statement else { return nil }
            return status
        }
        if let id = renewal?.content.appTransactionId { appTransactionIds.insert(id) }
        self.tokens = tokens
        self.customer = customer?.id
        self.appTransactionIds = appTransactionIds
        appTransactionId = download?.id ?? renewal?.content.appTransactionId
    }

    /// Whether nothing is known about the line at that instant.
    var isEmpty: Bool { transactions.isEmpty && renewal == nil && status == nil }

    /// The transaction, if the statement that holds for it names this line.
    private static func transaction(
        _ identity: FactIdentity, _ counted: ArraySlice<LineRecord.Version>, in record: LineRecord
    ) -> HeldTransaction? {
        guard let first = counted.first, let newest = counted.last, case .transaction(let held) = newest.statement,
            names(record, newest.statement)
        else { return nil }
        return HeldTransaction(
            identity: identity, stamp: newest.stamp, statement: held, firstSignedDate: first.stamp.date)
    }

    private static func names(_ record: LineRecord, _ statement: Statement) -> Bool {
        statement.lineId?.hasSameBytes(as: record.originalTransactionId) ?? false
    }

    private static func held<Content>(
        _ kind: FactKind, in record: LineRecord, asOf: Int64?, content: (Statement) -> Content?
    ) -> Held<Content>? {
        let identity = FactIdentity(scope: record.scope, kind: kind, id: record.originalTransactionId)
        guard let version = record.held(identity, asOf: asOf), let content = content(version.statement) else {
            return nil
        }
        return Held(reference: FactReference(identity: identity, stamp: version.stamp), content: content)
    }
}
