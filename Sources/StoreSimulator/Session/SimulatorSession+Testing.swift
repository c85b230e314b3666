public import AppStoreModels

/// The acts of `SKTestSession`, under its names.
extension SimulatorSession {
    /// Every transaction of every customer, those that wait too, in the order in which they were made.
    public func allTransactions() -> [TestTransaction] {
        read { state in
            let complete = state.world.allTransactions.map {
                TestTransaction($0, line: state.world.subscription(originalID: $0.originalID))
            }
            return complete + state.world.allPendingPurchases.map(TestTransaction.init)
        }
    }

    /// Buys a product outside the app.
    ///
    /// - Parameters:
    ///   - identifier: The product.
    ///   - options: Quantity, offers, customer and more.
    /// - Returns: The transaction; for a product that runs already, the one that is held.
    /// - Throws: ``SessionError``: `pending` when the purchase waits, `simulated` when a test wants it to fail.
    @discardableResult
    public func buyProduct(
        identifier: String, options: Set<PurchaseOption> = []
    ) async throws(SessionError) -> SimulatedTransaction {
        try buy(PurchaseRequest(product: identifier, options: options))
    }

    /// Forgets all transactions.
    public func clearTransactions() {
        // It refuses nothing.
        _ = try? perform(.clearTransactions)
    }

    /// Forgets a transaction, with the renewals and restores that followed from it.
    public func deleteTransaction(identifier: Int) throws(SessionError) {
        try perform(.deleteTransaction(id: identifier))
    }

    /// Ends a subscription now, with renewal turned off.
    @discardableResult
    public func expireSubscription(
        productIdentifier: String, customer: String = SimulatorSession.defaultCustomer
    ) throws(SessionError) -> [SessionEvent] {
        try perform(.expire(.purchase(customer: customer, product: productIdentifier)))
    }

    /// Ends the period now and begins the next one; renewal is turned on, a pending price increase is cleared.
    @discardableResult
    public func forceRenewalOfSubscription(
        productIdentifier: String, customer: String = SimulatorSession.defaultCustomer
    ) throws(SessionError) -> [SessionEvent] {
        try perform(.forceRenewal(.purchase(customer: customer, product: productIdentifier)))
    }

    /// Turns automatic renewal on.
    @discardableResult
    public func enableAutoRenewForTransaction(identifier: Int) throws(SessionError) -> [SessionEvent] {
        try perform(.resume(.transaction(identifier)))
    }

    /// Turns automatic renewal off; the subscription ends with its period.
    @discardableResult
    public func disableAutoRenewForTransaction(identifier: Int) throws(SessionError) -> [SessionEvent] {
        try perform(.cancel(.transaction(identifier)))
    }

    /// Refunds a transaction at once.
    @discardableResult
    public func refundTransaction(
        identifier: Int, reason: RevocationReason = .other
    ) throws(SessionError) -> [SessionEvent] {
        try perform(.refund(.transaction(identifier), reason: reason, percentage: nil))
    }

    /// Resolves what interrupted a purchase, or the payment problem of a subscription.
    @discardableResult
    public func resolveIssueForTransaction(identifier: Int) throws(SessionError) -> [SessionEvent] {
        try perform(.resolveIssue(.transaction(identifier)))
    }

    /// Approves a purchase that waits for a parent.
    @discardableResult
    public func approveAskToBuyTransaction(identifier: Int) throws(SessionError) -> [SessionEvent] {
        try perform(.approveAskToBuy(.transaction(identifier)))
    }

    /// Declines a purchase that waits for a parent.
    @discardableResult
    public func declineAskToBuyTransaction(identifier: Int) throws(SessionError) -> [SessionEvent] {
        try perform(.declineAskToBuy(.transaction(identifier)))
    }

    /// Asks the customer to consent to a higher price; it may be asked again, and need not change the price.
    @discardableResult
    public func requestPriceIncreaseConsentForTransaction(
        identifier: Int, price: Int64? = nil
    ) throws(SessionError) -> [SessionEvent] {
        try perform(.requestPriceIncrease(.transaction(identifier), price: price, needsConsent: true))
    }

    /// The customer consents to the higher price.
    @discardableResult
    public func consentToPriceIncreaseForTransaction(identifier: Int) throws(SessionError) -> [SessionEvent] {
        try perform(.consentToPriceIncrease(.transaction(identifier)))
    }

    /// The customer declines the higher price; the subscription ends with its period.
    @discardableResult
    public func declinePriceIncreaseForTransaction(identifier: Int) throws(SessionError) -> [SessionEvent] {
        try perform(.declinePriceIncrease(.transaction(identifier)))
    }
}
