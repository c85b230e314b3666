internal import AppStoreModels
internal import StoreSimulator

/// Where a subscription or another purchase stands by the store's own books.
///
/// The books are kept while things happen, from the state before; nothing here is worked out from what was signed.
package struct ExpectedPurchase: Hashable, Sendable {
    /// Where it stands, in the words of the answers; raw values are those words.
    package enum State: String, Hashable, Sendable {
        case active, gracePeriod, billingRetry, expired, revoked
        /// A consumable that was paid for.
        case credited
    }

    /// The number of the line's first transaction.
    package var originalTransactionId: String
    /// Whom it belongs to.
    package var customer: String
    /// The product; of a subscription the one whose period runs or ran last.
    package var productId: String
    /// Where it stands.
    package var state: State
    /// The end of access as far as the store has settled it; `nil` when there is no access, no end, or a doubt.
    package var until: Int64?
}

extension ExpectedPurchase {
    /// A subscription as the store's books have it, and its period that began last.
    init(_ line: SubscriptionLine, running: SimulatedTransaction) {
        let transaction = line.transaction
        originalTransactionId = String(line.originalID)
        customer = line.customerID
        productId = running.productID
        switch line.status {
        case .active:
            state = .active
            // A renewal that was signed ahead and taken back leaves the end to the period before it.
            until = transaction.revocation == nil ? transaction.expiresDate : nil
        case .billingGracePeriod:
            state = .gracePeriod
            until = line.renewalInfo.gracePeriodExpiresDate
        case .billingRetry: state = .billingRetry
        case .revoked: state = .revoked
        default: state = .expired
        }
    }

    /// A purchase that is no subscription, as the store's books have it.
    init(oneTime transaction: SimulatedTransaction) {
        originalTransactionId = String(transaction.originalID)
        customer = transaction.customerID
        productId = transaction.productID
        if let revocation = transaction.revocation, (revocation.percentage ?? 100_000) >= 100_000 {
            state = .revoked
        } else {
            state = transaction.productType == .consumable ? .credited : .active
        }
    }
}
