/// All that was said about one purchase line: a set of versions, joined by union.
///
/// The record carries every version of every transaction id that any version ever placed on this line. Whether a
/// transaction belongs to the line is decided when asked, by its held statement at that time, so that the record is a
/// join-semilattice: merging is commutative, associative and idempotent, whatever the order of arrival.
public struct LineRecord: Hashable, Sendable {
    /// The app and environment.
    public let scope: AppScope
    /// The id of the line.
    public let originalTransactionId: String
    private var statements: [FactIdentity: [FactStamp: Statement]] = [:]

    /// An empty record.
    public init(scope: AppScope, originalTransactionId: String) {
        self.scope = scope
        self.originalTransactionId = originalTransactionId
    }

    /// A record of versions; those that cannot concern this line are left out.
    public init(scope: AppScope, originalTransactionId: String, versions: some Sequence<FactVersion>) {
        self.init(scope: scope, originalTransactionId: originalTransactionId)
        for version in versions { insert(version) }
    }

    /// Adds a version; `false` when it was there already or cannot concern this line.
    ///
    /// Renewal info and status must be about this line. A transaction is accepted whichever line it names: another
    /// version of it may name this one.
    @discardableResult
    public mutating func insert(_ version: FactVersion) -> Bool {
        guard version.identity.scope == scope, version.identity.kind == version.statement.kind else { return false }
        switch version.identity.kind {
        case .transaction: break
        case .renewalInfo, .storeStatus:
            guard version.identity.id.utf8.elementsEqual(originalTransactionId.utf8) else { return false }
        case .appTransaction, .notification: return false
        }
        guard statements[version.identity]?[version.stamp] == nil else { return false }
        statements[version.identity, default: [:]][version.stamp] = version.statement
        return true
    }

    /// Joins the versions of another record of the same line to this one; a record of another line changes nothing.
    public mutating func merge(_ other: LineRecord) {
        guard other.scope == scope, other.originalTransactionId.utf8.elementsEqual(originalTransactionId.utf8) else {
            return
        }
        for (identity, versions) in other.statements {
            statements[identity, default: [:]].merge(versions) { held, _ in held }
        }
    }

    /// The union of two records of one line.
    public func merged(with other: LineRecord) -> LineRecord {
        var union = self
        union.merge(other)
        return union
    }

    /// Whether nothing was said yet.
    public var isEmpty: Bool { statements.isEmpty }

    /// How many versions there are.
    public var versionCount: Int { statements.values.reduce(0) { $0 + $1.count } }

    /// The identities that anything was said about, in no order.
    public var identities: some Collection<FactIdentity> { statements.keys }

    /// This line, and every other on which a version of one of its transactions stands.
    package var linesNamed: Set<LineIdentity> {
        var lines: Set = [LineIdentity(scope: scope, originalTransactionId: originalTransactionId)]
        for versions in statements.values {
            for case let id? in versions.values.map(\.lineId) {
                lines.insert(LineIdentity(scope: scope, originalTransactionId: id))
            }
        }
        return lines
    }

    /// The versions of one fact dated at or before an instant, in no order; `nil` counts all.
    func counted(_ identity: FactIdentity, asOf: Int64?) -> [FactStamp: Statement] {
        guard let versions = statements[identity] else { return [:] }
        guard let asOf else { return versions }
        return versions.filter { $0.key.date <= asOf }
    }
}
