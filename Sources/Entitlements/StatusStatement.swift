/// The status that a notification's `data` states for a subscription line.
public struct StatusStatement: Hashable, Sendable {
    /// The line it is about.
    public var originalTransactionId: String
    /// 1 active, 2 expired, 3 billing retry, 4 billing grace period, 5 revoked; others are kept.
    public var status: Int

    /// Puts a statement together.
    public init(originalTransactionId: String, status: Int) {
        self.originalTransactionId = originalTransactionId
        self.status = status
    }
}
