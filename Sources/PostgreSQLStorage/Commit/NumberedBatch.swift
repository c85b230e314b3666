internal import EntitlementStorage
internal import Entitlements

/// A batch with the keys of the rows that it is about.
struct NumberedBatch {
    /// One submission.
    enum Item {
        case verified(NumberedDelivery)
        case quarantined(NumberedQuarantine)
        case rejected(RejectedInput)
    }

    private(set) var items: [Item] = []

    /// Looks up every scope and header in `known`.
    ///
    /// - Throws: An id that is too long for an index, or something that is not known.
    init(_ batch: [Submission], known: KnownRows) throws(StoreError) {
        items.reserveCapacity(batch.count)
        for submission in batch {
            switch submission {
            case .verified(let delivery):
                items.append(.verified(try NumberedDelivery(delivery, known: known)))
            case .quarantined(let delivery):
                let header = delivery.notification
                items.append(
                    .quarantined(
                        NumberedQuarantine(
                            delivery: delivery, log: try LogKey(header, in: delivery.scope, known: known),
                            header: try known.requiredRow(of: delivery.text))))
            case .rejected(let input): items.append(.rejected(input))
            }
        }
    }

    /// The lines that the batch names.
    var lines: [LineKey: LineIdentity] {
        var lines: [LineKey: LineIdentity] = [:]
        for case .verified(let delivery) in items {
            for fact in delivery.facts {
                guard let key = fact.line, lines[key] == nil, let id = fact.fact.version.statement.lineId else {
                    continue
                }
                lines[key] = LineIdentity(scope: fact.fact.version.identity.scope, originalTransactionId: id)
            }
        }
        return lines
    }

    /// The scopes and headers of a batch that are not known yet.
    static func unknown(
        in batch: [Submission], known: KnownRows
    ) -> (scopes: Set<AppScope>, headers: Set<[UInt8]>) {
        var scopes: Set<AppScope> = []
        var headers: Set<[UInt8]> = []
        func look(_ scope: AppScope, _ text: SignedText?) {
            if known.row(of: scope) == nil { scopes.insert(scope) }
            if let text, known.row(ofHeader: text.headerSegment) == nil { headers.insert(text.headerSegment) }
        }
        for submission in batch {
            switch submission {
            case .verified(let delivery):
                look(delivery.scope, delivery.notification == nil ? nil : delivery.text)
                for fact in delivery.facts { look(fact.version.identity.scope, fact.text) }
            case .quarantined(let delivery): look(delivery.scope, delivery.text)
            case .rejected: break
            }
        }
        return (scopes, headers)
    }
}

/// A verified delivery with the keys of its rows.
struct NumberedDelivery {
    let delivery: VerifiedDelivery
    /// The key of its row in the log; nil for what came by itself.
    let log: LogKey?
    /// The row of its header; only of a notification.
    let header: Int32
    let facts: [NumberedFact]

    init(_ delivery: VerifiedDelivery, known: KnownRows) throws(StoreError) {
        self.delivery = delivery
        if let header = delivery.notification {
            log = try LogKey(header, in: delivery.scope, known: known)
            self.header = try known.requiredRow(of: delivery.text)
        } else {
            log = nil
            header = 0
        }
        var facts: [NumberedFact] = []
        for fact in delivery.facts { facts.append(try NumberedFact(fact, known: known)) }
        self.facts = facts
    }
}

/// A version with the keys of its rows.
struct NumberedFact {
    let fact: StoredVersion
    let version: VersionRowKey
    /// The row of the header of its JWS.
    let header: Int32?
    /// The line that the statement names.
    let line: LineKey?
    /// The ids of customers that lead to the line.
    let customers: Set<String>

    init(_ fact: StoredVersion, known: KnownRows) throws(StoreError) {
        self.fact = fact
        let (identity, statement) = (fact.version.identity, fact.version.statement)
        let scope = try known.requiredRow(of: identity.scope)
        let name = try IdentifierKey.indexed(identity.id)
        let original: [UInt8]? =
            if let line = statement.lineId { try IdentifierKey.indexed(line) } else { nil }
        version = VersionRowKey(
            root: original ?? name, scope: scope, kind: Int16(truncatingIfNeeded: identity.kind.storedNumber),
            name: name, stamp: fact.version.stamp)
        line = original.map { LineKey(scope: scope, original: $0) }
        header = if let text = fact.text { try known.requiredRow(of: text) } else { nil }
        let ids = [statement.appAccountToken, statement.appTransactionId].compactMap { $0 }
        for id in ids { _ = try IdentifierKey.indexed(id) }
        customers = line == nil ? [] : Set(ids)
    }
}

/// A quarantined delivery with the keys of its rows.
struct NumberedQuarantine {
    let delivery: QuarantinedDelivery
    let log: LogKey
    let header: Int32
}

extension LogKey {
    fileprivate init(_ header: NotificationHeader, in scope: AppScope, known: KnownRows) throws(StoreError) {
        self.init(
            scope: try known.requiredRow(of: scope), uuid: try IdentifierKey.indexed(header.uuid),
            stamp: FactStamp(date: header.signedDate, digest: header.digest))
    }
}

extension IdentifierKey {
    /// The bytes of an id that an index has to hold; a page of one holds no more than 2,700 bytes, and two ids.
    fileprivate static func indexed(_ id: String) throws(StoreError) -> [UInt8] {
        guard id.utf8.count <= 1_000 else {
            throw .defect("an id is \(id.utf8.count) bytes long; at most 1000 can be kept")
        }
        return bytes(of: id)
    }
}

extension KnownRows {
    fileprivate func requiredRow(of scope: AppScope) throws(StoreError) -> Int32 {
        guard let id = row(of: scope) else { throw .defect("a scope was not looked up") }
        return id
    }

    fileprivate func requiredRow(of text: SignedText) throws(StoreError) -> Int32 {
        guard let id = row(ofHeader: text.headerSegment) else { throw .defect("a header was not looked up") }
        return id
    }
}
