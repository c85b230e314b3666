/// What a fact is about; all versions of one fact share it.
public struct FactIdentity: Hashable, Comparable, Sendable {
    /// The app and environment.
    public var scope: AppScope
    /// What the fact is about.
    public var kind: FactKind
    /// The identifier that belongs to the kind, such as a transaction id.
    public var id: String

    /// Names a fact.
    public init(scope: AppScope, kind: FactKind, id: String) {
        self.scope = scope
        self.kind = kind
        self.id = id
    }

    /// Compares bytes.
    public static func == (left: FactIdentity, right: FactIdentity) -> Bool {
        left.kind == right.kind && left.id.hasSameBytes(as: right.id) && left.scope == right.scope
    }

    /// Orders by scope, kind and identifier.
    public static func < (left: FactIdentity, right: FactIdentity) -> Bool {
        if left.scope != right.scope { return left.scope < right.scope }
        if left.kind != right.kind { return left.kind < right.kind }
        return IdentifierOrder.precedes(left.id, right.id)
    }
}
