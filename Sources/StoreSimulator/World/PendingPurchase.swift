/// A purchase that is not complete.
public struct PendingPurchase: Hashable, Sendable, Identifiable {
    /// The number that its transaction will have.
    public var id: Int
    /// When it was asked for, in milliseconds since 1970-01-01T00:00:00Z.
    public var date: Int64
    /// What was asked for.
    public var request: PurchaseRequest
    /// What it waits for.
    public var reason: Reason

    /// Puts a pending purchase together.
    public init(id: Int, date: Int64, request: PurchaseRequest, reason: Reason) {
        self.id = id
        self.date = date
        self.request = request
        self.reason = reason
    }

    /// What a purchase waits for.
    public enum Reason: String, Hashable, Sendable {
        /// A parent's approval.
        case askToBuy
        /// Something the customer must do first, such as accepting new terms.
        case interrupted
    }
}
