/// A message of the App Store to a customer.
public struct StoreMessage: Hashable, Sendable {
    /// Why it is shown.
    public var reason: MessageReason
    /// When the App Store sent it, in milliseconds since 1970-01-01T00:00:00Z.
    public var date: Int64

    /// Puts a message together.
    public init(reason: MessageReason, date: Int64) {
        self.reason = reason
        self.date = date
    }
}
