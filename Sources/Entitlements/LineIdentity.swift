/// The key of a purchase line.
public struct LineIdentity: Hashable, Comparable, Sendable {
    /// The app and environment.
    public var scope: AppScope
    /// The id of the line.
    public var originalTransactionId: String

    /// Names a line.
    public init(scope: AppScope, originalTransactionId: String) {
        self.scope = scope
        self.originalTransactionId = originalTransactionId
    }

    /// Compares bytes.
    public static func == (left: LineIdentity, right: LineIdentity) -> Bool {
        left.originalTransactionId.hasSameBytes(as: right.originalTransactionId) && left.scope == right.scope
    }

    /// Orders by scope, then by the order of identifiers.
    public static func < (left: LineIdentity, right: LineIdentity) -> Bool {
        if left.scope != right.scope { return left.scope < right.scope }
        return IdentifierOrder.precedes(left.originalTransactionId, right.originalTransactionId)
    }
}
