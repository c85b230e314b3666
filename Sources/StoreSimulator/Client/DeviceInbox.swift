internal import AppStoreModels
internal import Synchronization

/// What a device hears of its customer, sorted into the sequences of StoreKit.
///
/// The session tells it of each event while it holds its own lock, so nothing here may call the session.
final class DeviceInbox: Sendable {
    /// A transaction that is new or changed, as it was then.
    struct TransactionNews: Sendable {
        var transaction: SimulatedTransaction
        var date: Int64
    }

    /// A subscription that stands otherwise than before, as it was then.
    struct StatusNews: Sendable {
        var status: SubscriptionStatus
        var transaction: SimulatedTransaction
        var renewalInfo: SimulatedRenewalInfo
        var date: Int64
    }

    /// What was last known of a subscription.
    struct Standing: Hashable, Sendable {
        var status: SubscriptionStatus
        var renewalInfo: SimulatedRenewalInfo
    }

    struct State: Sendable {
        var transactions = Subscribers<TransactionNews>()
        var statuses = Subscribers<StatusNews>()
        var messages = Subscribers<StoreMessage>()
        var intents = Subscribers<PurchaseIntent>()
        var messagePolicy = MessagePolicy()
        var standings: [Int: Standing] = [:]
    }

    private let customer: String
    private let state: Mutex<State>

    /// An inbox that has heard nothing yet of subscriptions that stand like this.
    init(customer: String, subscriptions: [SubscriptionLine]) {
        self.customer = customer
        var state = State()
        for line in subscriptions {
            state.standings[line.originalID] = Standing(status: line.status, renewalInfo: line.renewalInfo)
        }
        self.state = Mutex(state)
    }

    /// Takes what concerns the customer out of what happens in the session.
    func receive(_ event: SessionEvent, isOwnPurchase: Bool) {
        switch event {
        case .notification(let signed): receive(signed.notification)
        case .occurrence(let occurrence):
            switch occurrence.kind {
            case .transaction(let transaction) where transaction.customerID == customer && !isOwnPurchase:
                let news = TransactionNews(transaction: transaction, date: occurrence.date)
                state.withLock { $0.transactions.tell(news) }
            case .message(customer, let reason):
                let message = StoreMessage(reason: reason, date: occurrence.date)
                state.withLock { if $0.messagePolicy.shows(message) { $0.messages.tell(message) } }
            case .purchaseIntent(customer, let product, let offer):
                state.withLock { $0.intents.tell(PurchaseIntent(productID: product, offerID: offer)) }
            default: break
            }
        }
    }

    /// A notification says all of a subscription at its moment, which the occurrence of a status does not.
    private func receive(_ notification: SimulatedNotification) {
        guard case .data(let data) = notification.content, let transaction = data.transaction,
            transaction.customerID == customer, let status = data.status, let renewalInfo = data.renewalInfo,
            // What is said of an earlier period says nothing new of the subscription.
            transaction.expiresDate == renewalInfo.renewalDate
        else { return }
        let standing = Standing(status: status, renewalInfo: renewalInfo)
        let news = StatusNews(
            status: status, transaction: transaction, renewalInfo: renewalInfo, date: notification.signedDate)
        state.withLock { state in
            guard state.standings.updateValue(standing, forKey: renewalInfo.originalID) != standing else { return }
            state.statuses.tell(news)
        }
    }

    /// A new stream of one of the sequences; what happens from now on waits in it.
    func subscribe<Element>(
        to subscribers: any WritableKeyPath<State, Subscribers<Element>> & Sendable
    ) -> AsyncStream<Element> {
        let (number, stream, end) = state.withLock { $0[keyPath: subscribers].add() }
        end.onTermination = { [weak self] _ in
            self?.state.withLock { $0[keyPath: subscribers].remove(number) }
        }
        return stream
    }

    /// Reads or changes what is done with messages.
    func messages<Result: Sendable>(_ body: (inout MessagePolicy) -> Result) -> Result {
        state.withLock { body(&$0.messagePolicy) }
    }

    /// Shows the messages that wait.
    func showDeferredMessages() -> [StoreMessage] {
        state.withLock { state in
            let messages = state.messagePolicy.takeDeferred()
            for message in messages { state.messages.tell(message) }
            return messages
        }
    }
}
