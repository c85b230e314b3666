internal import AppStoreModels

/// What the customer has.
extension StoreClient {
    /// What the customer may use: subscriptions that run or are in their grace period, and what is owned for ever.
    ///
    /// Of each product that is bought once the last transaction counts. What was refunded, taken away or replaced by an
    /// upgrade, has ended or waits in billing retry is not among it.
    ///
    /// - Throws: ``StoreClientError``, when it cannot be signed.
    public func currentEntitlements() async throws(StoreClientError) -> [VerificationResult<SimulatedTransaction>] {
        try signed { $0.entitledTransactions(ofCustomer: $1) }
    }

    /// All transactions of the customer, in the order in which they were made.
    ///
    /// - Parameter includingFinishedConsumables: Whether consumables count that the app has finished.
    /// - Returns: The transactions.
    /// - Throws: ``StoreClientError``, when they cannot be signed.
    public func transactions(
        includingFinishedConsumables: Bool = false
    ) async throws(StoreClientError) -> [VerificationResult<SimulatedTransaction>] {
        try signed { world, customer in
            world.transactions(ofCustomer: customer).filter {
                includingFinishedConsumables || $0.productType != .consumable || !world.isFinished($0.id)
            }
        }
    }

    /// The customer's transactions that the app has not finished, in the order in which they were made.
    ///
    /// - Throws: ``StoreClientError``, when they cannot be signed.
    public func unfinishedTransactions() async throws(StoreClientError) -> [VerificationResult<SimulatedTransaction>] {
        try signed { world, customer in
            world.transactions(ofCustomer: customer).filter { !world.isFinished($0.id) }
        }
    }

    /// How the customer's subscriptions in a group stand: the own one first, then those that others share.
    ///
    /// - Parameter group: The group.
    /// - Returns: The statuses; none for a group in which the customer has no subscription.
    /// - Throws: ``StoreClientError``, when a test wants it.
    public func subscriptionStatuses(group: String) async throws(StoreClientError) -> [RenewalStatus] {
        try call(.subscriptionStatus) { [customer] state throws(SessionError) in
            var statuses: [RenewalStatus] = []
            for line in state.world.subscriptions(ofCustomer: customer) where line.groupID == group {
                statuses.append(try state.renewalStatus(of: line))
            }
            return statuses
        }
    }

    /// The customer's download of the app; a device that asks has downloaded it.
    ///
    /// - Throws: ``StoreClientError``, when a test wants it.
    public func appTransaction() async throws(StoreClientError) -> VerificationResult<SimulatedAppTransaction> {
        try call(.appTransaction) { [customer] state throws(SessionError) in
            let occurrences: [StoreOccurrence]
            do throws(SimulatorError) {
                occurrences = try state.world.perform(
                    .downloadApp(customer: customer, version: nil, platform: nil))
            } catch {
                throw .refused(error)
            }
            _ = try state.publish(occurrences)
            guard let download = state.world.appTransaction(ofCustomer: customer) else {
                throw .refused(.invalidCustomer)
            }
            return try state.verification(of: download)
        }
    }

    /// Synchronizes with the App Store, which a device of the simulator never needs.
    ///
    /// - Throws: ``StoreClientError``, when a test wants it.
    public func sync() async throws(StoreClientError) {
        try call(.appStoreSync) { _ in }
    }

    private func signed(
        _ transactions: (StoreWorld, String) -> [SimulatedTransaction]
    ) throws(StoreClientError) -> [VerificationResult<SimulatedTransaction>] {
        try call { [customer] state throws(SessionError) in
            var results: [VerificationResult<SimulatedTransaction>] = []
            for transaction in transactions(state.world, customer) {
                results.append(try state.verification(of: transaction))
            }
            return results
        }
    }
}
