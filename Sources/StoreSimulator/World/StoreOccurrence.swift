public import AppStoreModels

/// Something that happened in the simulated store.
public struct StoreOccurrence: Hashable, Sendable {
    /// When, in milliseconds since 1970-01-01T00:00:00Z; what is signed of it is signed at this moment.
    public var date: Int64
    /// What.
    public var kind: Kind

    /// Puts an occurrence together.
    public init(date: Int64, kind: Kind) {
        self.date = date
        self.kind = kind
    }

    /// The kinds of occurrences.
    public indirect enum Kind: Hashable, Sendable {
        /// A transaction is new, or something about it changed.
        case transaction(SimulatedTransaction)
        /// A subscription line has another status.
        case status(originalID: Int, SubscriptionStatus)
        /// A notification is to be sent to the app's server.
        case notification(SimulatedNotification)
        /// The store would show a customer a message.
        case message(customer: String, MessageReason)
        /// A purchase waits for approval, or for the customer to resolve an issue.
        case pendingPurchase(PendingPurchase)
        /// A waiting purchase was declined.
        case declinedPurchase(PendingPurchase)
        /// A customer chose a product outside the app.
        case purchaseIntent(customer: String, product: String, offer: String?)
    }
}
