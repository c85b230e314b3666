public import AppStoreModels
internal import JWS

/// What the App Store would sign when it is asked, rather than when it tells.
extension SimulatorSession {
    /// A transaction, signed now.
    ///
    /// - Parameter id: The transaction's number.
    /// - Returns: The compact JWS.
    /// - Throws: ``SessionError``, `refused`, when there is none with the number.
    public func signedTransaction(id: Int) throws(SessionError) -> String {
        try change { state throws(SessionError) in
            guard let transaction = state.world.transaction(id: id) else {
                throw .refused(.noTransactionFound("\(id)"))
            }
            return try state.sign(transaction)
        }
    }

    /// A subscription's renewal info, signed now.
    ///
    /// - Parameter originalID: The number of the line's first transaction.
    /// - Returns: The compact JWS.
    /// - Throws: ``SessionError``, `refused`, when there is no such subscription.
    public func signedRenewalInfo(originalID: Int) throws(SessionError) -> String {
        try change { state throws(SessionError) in
            guard let line = state.world.subscription(originalID: originalID) else {
                throw .refused(.noSubscriptionFound("\(originalID)"))
            }
            return try state.sign(line.renewalInfo, of: line.customerID)
        }
    }

    /// A customer's download of the app, signed now.
    ///
    /// - Parameter customer: The customer.
    /// - Returns: The compact JWS.
    /// - Throws: ``SessionError``, `refused`, when the customer never downloaded it.
    public func signedAppTransaction(
        customer: String = SimulatorSession.defaultCustomer
    ) throws(SessionError) -> String {
        try change { state throws(SessionError) in
            if let failure = state.failures[.appTransaction] { throw .simulated(failure) }
            guard let download = state.world.appTransaction(ofCustomer: customer) else {
                throw .refused(.noTransactionFound("of customer \"\(customer.prefix(80))\""))
            }
            return try state.sign(download)
        }
    }

    /// A customer's subscriptions as they stand.
    public func subscriptions(customer: String = SimulatorSession.defaultCustomer) -> [SubscriptionLine] {
        read { $0.world.subscriptions(ofCustomer: customer) }
    }

    /// The status of a customer's subscription to a product's group; `nil` when there never was one.
    public func status(
        ofProduct product: String, customer: String = SimulatorSession.defaultCustomer
    ) -> SubscriptionStatus? {
        read { state in
            guard let group = state.world.catalog[product]?.groupID else { return nil }
            return state.world.subscriptions(ofCustomer: customer).first { $0.groupID == group }?.status
        }
    }
}

extension SessionState {
    /// The moment of signing something about a customer: now, or the moment of the last statement if that is later.
    ///
    /// A clock that stands still must not make an answer older than what was told before.
    func signingDate(ofCustomer customer: String) -> Int64 {
        max(world.now, world.lastSignedDate(ofCustomer: customer) ?? world.now)
    }

    /// Signs a transaction.
    func sign(_ transaction: SimulatedTransaction) throws(SessionError) -> String {
        do throws(JWSError) {
            return try signer.sign(transaction, signedDate: signingDate(ofCustomer: transaction.customerID))
        } catch {
            throw .signing(error)
        }
    }

    /// Signs a subscription's renewal info.
    func sign(_ renewalInfo: SimulatedRenewalInfo, of customer: String) throws(SessionError) -> String {
        do throws(JWSError) {
            return try signer.sign(renewalInfo, signedDate: signingDate(ofCustomer: customer))
        } catch {
            throw .signing(error)
        }
    }

    /// Signs a download of the app.
    func sign(_ download: SimulatedAppTransaction) throws(SessionError) -> String {
        do throws(JWSError) {
            return try signer.sign(download, signedDate: signingDate(ofCustomer: download.customerID))
        } catch {
            throw .signing(error)
        }
    }
}
