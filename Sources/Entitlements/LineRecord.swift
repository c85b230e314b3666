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
    private var statements: [Fact: [Version]] = [:]

    /// What a fact of this record is about; its app and environment are the record's.
    private struct Fact: Hashable {
        var kind: FactKind
        var id: String

        static func == (left: Fact, right: Fact) -> Bool {
            left.kind == right.kind && left.id.hasSameBytes(as: right.id)
        }
    }

    /// A version of a fact; those of one fact are ordered by their stamps, each of which occurs once.
    struct Version: Hashable, Sendable {
        var stamp: FactStamp
        var statement: Statement
    }

    /// An empty record.
    public init(scope: AppScope, originalTransactionId: String) {
        self.scope = scope
        self.originalTransactionId = originalTransactionId
    }

    /// A record of versions; those that cannot concern this line are left out.
    public init(scope: AppScope, originalTransactionId: String, versions: some Sequence<FactVersion>) {
        self.init(scope: scope, originalTransactionId: originalTransactionId)
        for version in versions where concerns(version) {
            let fact = Fact(kind: version.identity.kind, id: version.identity.id)
            statements[fact, default: []].append(Version(stamp: version.stamp, statement: version.statement))
        }
        // In order once, not after each: they may come in any.
        statements = statements.mapValues(LineRecord.ordered)
    }

    /// Adds a version; `false` when it was there already or cannot concern this line.
    ///
    /// Renewal info and status must be about this line. A transaction is accepted whichever line it names: another
    /// version of it may name this one.
    @discardableResult
    public mutating func insert(_ version: FactVersion) -> Bool {
        guard concerns(version) else { return false }
        let fact = Fact(kind: version.identity.kind, id: version.identity.id)
        let index = statements[fact].map { LineRecord.place(of: version.stamp, in: $0) } ?? 0
        if let known = statements[fact], index < known.count, known[index].stamp == version.stamp { return false }
        statements[fact, default: []].insert(Version(stamp: version.stamp, statement: version.statement), at: index)
        return true
    }

    private func concerns(_ version: FactVersion) -> Bool {
        guard version.identity.scope == scope, version.identity.kind == version.statement.kind else { return false }
        switch version.identity.kind {
        case .transaction: return true
        case .renewalInfo, .storeStatus: return version.identity.id.hasSameBytes(as: originalTransactionId)
        case .appTransaction, .notification: return false
        }
    }

    /// Where a stamp is, or belongs.
    private static func place(of stamp: FactStamp, in versions: [Version]) -> Int {
        var (low, high) = (0, versions.count)
        while low < high {
            let middle = low + (high - low) / 2
            if versions[middle].stamp < stamp { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts versions in order; of several with one stamp the first stays.
    private static func ordered(_ versions: [Version]) -> [Version] {
        guard versions.count > 1 else { return versions }
        var ordered: [Version] = []
        ordered.reserveCapacity(versions.count)
        // The sort is stable.
        for version in versions.sorted(by: { $0.stamp < $1.stamp }) where ordered.last?.stamp != version.stamp {
            ordered.append(version)
        }
        return ordered
    }

    /// Joins the versions of another record of the same line to this one; a record of another line changes nothing.
    public mutating func merge(_ other: LineRecord) {
        guard other.scope == scope, other.originalTransactionId.hasSameBytes(as: originalTransactionId) else { return }
        for (fact, versions) in other.statements {
            statements[fact] = LineRecord.ordered((statements[fact] ?? []) + versions)
        }
    }

    /// The union of two records of one line.
    public func merged(with other: LineRecord) -> LineRecord {
        var union = self
        union.merge(other)
        return union
    }

    /// The line that this is the record of.
    package var line: LineIdentity { LineIdentity(scope: scope, originalTransactionId: originalTransactionId) }

    /// Whether nothing was said yet.
    public var isEmpty: Bool { statements.isEmpty }

    /// How many versions there are.
    public var versionCount: Int { statements.values.reduce(0) { $0 + $1.count } }

    /// The identities that anything was said about, in no order.
    public var identities: some Collection<FactIdentity> {
        statements.keys.map { FactIdentity(scope: scope, kind: $0.kind, id: $0.id) }
    }

    /// This line, and every other on which a version of one of its transactions stands.
    package var linesNamed: Set<LineIdentity> {
        var lines: Set = [line]
        for versions in statements.values {
            for case let id? in versions.map(\.statement.lineId) {
                lines.insert(LineIdentity(scope: scope, originalTransactionId: id))
            }
        }
        return lines
    }

    /// The versions of one fact dated at or before an instant, the one that holds last; `nil` counts all.
    func counted(_ identity: FactIdentity, asOf: Int64?) -> ArraySlice<Version> {
        guard identity.scope == scope, let versions = statements[Fact(kind: identity.kind, id: identity.id)] else {
            return []
        }
        guard let asOf else { return versions[...] }
        return versions[..<(versions.firstIndex { $0.stamp.date > asOf } ?? versions.count)]
    }
}
