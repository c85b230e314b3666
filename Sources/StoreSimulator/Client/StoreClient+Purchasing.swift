public import AppStoreModels

/// Buying, and what becomes of it.
extension StoreClient {
    /// How a purchase ends, as `Product.PurchaseResult` of StoreKit tells it.
    public enum PurchaseResult: Hashable, Sendable {
        /// It was bought, or the customer holds it already.
        case success(VerificationResult<SimulatedTransaction>)
        /// It waits for approval, or for the customer; the transaction comes with ``StoreClient/transactionUpdates``.
        case pending
        /// The customer stopped it, which a test asks for by the simulated error `userCancelled`.
        case userCancelled
    }

    /// How the sheet of a refund request ends.
    public enum RefundRequestStatus: Hashable, Sendable {
        /// The request was sent; the App Store decides later.
        case success
        /// The customer stopped it, which a test asks for by the simulated error `userCancelled`.
        case userCancelled
    }

    /// What a customer chooses in the sheet to manage subscriptions.
    public enum SubscriptionChange: Hashable, Sendable {
        /// To turn automatic renewal off.
        case cancel
        /// To turn automatic renewal on again.
        case resume
        /// To change to another product of the group.
        case changePlan(to: String)
        /// To take back a change that waits for the next renewal.
        case cancelPlanChange
    }

    /// Buys a product.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - options: Quantity, offers and more; the customer is the device's, whatever the options say.
    /// - Returns: The transaction, or why there is none yet.
    /// - Throws: ``StoreClientError``, when the store refuses or a test wants it.
    public func purchase(
        _ productID: String, options: Set<PurchaseOption> = []
    ) async throws(StoreClientError) -> PurchaseResult {
        var request = PurchaseRequest(product: productID, options: options)
        request.customer = customer
        do throws(SessionError) {
            let transaction = try session.buy(request, on: device)
            return .success(
                try session.change { state throws(SessionError) in try state.verification(of: transaction) })
        } catch {
            switch error {
            case .pending: return .pending
            case .simulated(.generic(.userCancelled)): return .userCancelled
            default: throw StoreClientError(error, refusals: StoreClientError.purchaseFailure)
            }
        }
    }

    /// Tells the App Store that the app has given what was bought.
    ///
    /// - Throws: ``StoreClientError``, when the customer has no transaction with the number.
    public func finish(_ transactionID: Int) async throws(StoreClientError) {
        try perform(nil) { (state, customer) throws(SessionError) in
            .finishTransaction(id: try state.transaction(transactionID, of: customer).id)
        }
    }

    /// Asks for a refund, as in StoreKit's sheet; for a subscription this turns renewal off.
    ///
    /// - Parameters:
    ///   - transactionID: The transaction.
    ///   - reason: What the customer gives as a reason.
    /// - Returns: Whether the request was sent.
    /// - Throws: ``StoreClientError``: `duplicateRequest` when a refund was asked for or given before.
    public func beginRefundRequest(
        for transactionID: Int, reason: ConsumptionRequestReason = .other
    ) async throws(StoreClientError) -> RefundRequestStatus {
        do throws(StoreClientError) {
            try perform(.refundRequest) { (state, customer) throws(SessionError) in
                let transaction = try state.transaction(transactionID, of: customer)
                guard transaction.revocation == nil, !state.world.isRefundRequested(transactionID) else {
                    throw .simulated(.refundRequest(.duplicateRequest))
                }
                return .requestRefund(.transaction(transactionID), reason: reason, inApp: true)
            }
        } catch {
            switch error {
            case .failure(.generic(.userCancelled)): return .userCancelled
            case .session(.refused): throw .failure(.refundRequest(.failed))
            default: throw error
            }
        }
        return .success
    }

    /// Redeems an offer code, as in StoreKit's sheet; the transaction comes with ``transactionUpdates``.
    ///
    /// - Parameters:
    ///   - referenceName: The name of the code's offer.
    ///   - productID: The product that it is for.
    /// - Throws: ``StoreClientError``, when the store refuses or a test wants it.
    public func redeemOfferCode(_ referenceName: String, for productID: String) async throws(StoreClientError) {
        try perform(.offerCodeRedeem) { (_, customer) throws(SessionError) in
            .redeemOffer(customer: customer, product: productID, offer: .code(referenceName))
        }
    }

    /// Shows the sheet to manage subscriptions, in which the customer does something or nothing.
    ///
    /// - Parameters:
    ///   - group: The subscription's group.
    ///   - choice: What the customer does.
    /// - Throws: ``StoreClientError``, when the store refuses or a test wants it.
    public func showManageSubscriptions(
        inGroup group: String, choosing choice: SubscriptionChange?
    ) async throws(StoreClientError) {
        guard let choice else { return try call(.manageSubscriptions) { _ in } }
        try perform(.manageSubscriptions) { (state, customer) throws(SessionError) in
            let line = state.world.subscriptions(ofCustomer: customer).first {
                $0.groupID == group && $0.ownership == .purchased
            }
            guard let line else { throw .refused(.noSubscriptionFound("in group \"\(group.prefix(80))\"")) }
            let target = StoreTarget.transaction(line.originalID)
            switch choice {
            case .cancel: return .cancel(target)
            case .resume: return .resume(target)
            case .changePlan(let product): return .changePlan(target, product: product)
            case .cancelPlanChange: return .cancelPlanChange(target)
            }
        }
    }

    /// Does one thing in the store after looking at it, with nothing in between.
    private func perform(
        _ api: SimulatedAPI?, _ action: (SessionState, String) throws(SessionError) -> StoreAction
    ) throws(StoreClientError) {
        try call(api) { [customer] state throws(SessionError) in
            let action = try action(state, customer)
            let occurrences: [StoreOccurrence]
            do throws(SimulatorError) { occurrences = try state.world.perform(action) } catch { throw .refused(error) }
            _ = try state.publish(occurrences)
        }
    }
}

extension SessionState {
    /// A customer's transaction.
    fileprivate func transaction(_ id: Int, of customer: String) throws(SessionError) -> SimulatedTransaction {
        guard let transaction = world.transaction(id: id), transaction.customerID == customer else {
            throw .refused(.noTransactionFound("\(id)"))
        }
        return transaction
    }
}
