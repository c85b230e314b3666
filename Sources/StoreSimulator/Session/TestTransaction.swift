internal import AppStoreModels
public import FoundationEssentials

/// A transaction as a tester sees it, under the names of `SKTestTransaction`.
public struct TestTransaction: Hashable, Sendable, Identifiable {
    /// Where a transaction stands.
    public enum State: String, Hashable, Sendable {
        /// It waits for the customer to resolve an issue.
        case purchasing
        /// It is complete.
        case purchased
        /// It was declined.
        case failed
        /// It restores another.
        case restored
        /// It waits for a parent's approval.
        case deferred
    }

    /// The transaction's number.
    public var identifier: Int
    /// The number of the line's first transaction.
    public var originalTransactionIdentifier: Int
    /// The product.
    public var productIdentifier: String
    /// Whom it belongs to.
    public var customerIdentifier: String
    /// When it was bought.
    public var purchaseDate: Date
    /// When the period ends.
    public var expirationDate: Date?
    /// When it was refunded or taken away; turning renewal off or an upgrade does not set it.
    public var cancelDate: Date?
    /// Whether its subscription renews by itself.
    public var autoRenewingEnabled = false
    /// Whether it was interrupted, or its subscription cannot be charged.
    public var hasPurchaseIssue = false
    /// Whether it waits for a parent's approval.
    public var pendingAskToBuyConfirmation = false
    /// Whether its subscription waits for consent to a higher price.
    public var isPendingPriceIncreaseConsent = false
    /// Where it stands.
    public var state: State

    /// The transaction's number.
    public var id: Int { identifier }

    /// What the store knows of a transaction, and of its subscription if it is the last of one.
    init(_ transaction: SimulatedTransaction, line: SubscriptionLine?) {
        identifier = transaction.id
        originalTransactionIdentifier = transaction.originalID
        productIdentifier = transaction.productID
        customerIdentifier = transaction.customerID
        purchaseDate = TestTransaction.date(transaction.purchaseDate)
        expirationDate = transaction.expiresDate.map(TestTransaction.date)
        cancelDate = transaction.revocation.map { TestTransaction.date($0.date) }
        state = .purchased
        guard let line, line.transaction.id == transaction.id else { return }
        autoRenewingEnabled = line.renewalInfo.autoRenews
        hasPurchaseIssue = line.renewalInfo.isInBillingRetryPeriod
        isPendingPriceIncreaseConsent = line.renewalInfo.priceIncreaseStatus == .pending
    }

    /// What waits to become a transaction.
    init(_ pending: PendingPurchase) {
        identifier = pending.id
        originalTransactionIdentifier = pending.id
        productIdentifier = pending.request.product
        customerIdentifier = pending.request.customer
        purchaseDate = TestTransaction.date(pending.date)
        hasPurchaseIssue = pending.reason == .interrupted
        pendingAskToBuyConfirmation = pending.reason == .askToBuy
        state = pending.reason == .askToBuy ? .deferred : .purchasing
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
