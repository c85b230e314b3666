extension SimulatorSession {
    /// Buys, as an app or a tester does.
    ///
    /// - Parameters:
    ///   - request: Who buys what.
    ///   - device: The number of the device on which it is bought.
    /// - Returns: The transaction; for a product that runs already, the one that is held.
    /// - Throws: ``SessionError``: `pending` when the purchase waits, `simulated` when a test wants it to fail.
    func buy(_ request: PurchaseRequest, on device: Int? = nil) throws(SessionError) -> SimulatedTransaction {
        try change { state throws(SessionError) in
            if let failure = state.purchaseFailure { throw .simulated(failure) }
            let occurrences: [StoreOccurrence]
            do throws(SimulatorError) {
                occurrences = try state.world.perform(.buy(request))
            } catch {
                throw .refused(error)
            }
            for event in try state.publish(occurrences, boughtOn: device).reversed() {
                if let transaction = event.transaction, transaction.customerID == request.customer,
                    transaction.productID == request.product
                {
                    return transaction
                }
                if case .occurrence(let occurrence) = event, case .pendingPurchase(let pending) = occurrence.kind {
                    throw .pending(pending)
                }
            }
            return try state.held(request)
        }
    }
}

extension SessionState {
    /// How every purchase fails now; `nil` when a test does not want that.
    fileprivate var purchaseFailure: SimulatedFailure? {
        failures[.purchase] ?? (device.failsTransactions ? device.failureError : nil)
    }

    /// What a purchase returns that made nothing new: the customer holds the product, or the change waits.
    fileprivate func held(_ request: PurchaseRequest) throws(SessionError) -> SimulatedTransaction {
        let held = world.transactions(ofCustomer: request.customer)
        let group = world.catalog[request.product]?.groupID
        guard
            let transaction = held.last(where: { $0.productID == request.product })
                ?? held.last(where: { $0.subscriptionGroupID == group && group != nil })
        else { throw .refused(.noTransactionFound("of product \"\(request.product.prefix(80))\"")) }
        return transaction
    }
}
