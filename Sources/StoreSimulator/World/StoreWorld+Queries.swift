internal import AppStoreModels

extension StoreWorld {
    /// The ids of all customers, in the order in which they appeared.
    public var customerIDs: [String] { customers.map(\.id) }

    /// All transactions, in the order in which they were made.
    public var allTransactions: [SimulatedTransaction] {
        deleted.isEmpty
            ? transactions : transactions.indices.filter { !deleted.contains($0) }.map { transactions[$0] }
    }

    /// All purchases that are not complete, in the order in which they were asked for.
    public var allPendingPurchases: [PendingPurchase] { pendingPurchases.values.sorted { $0.id < $1.id } }

    /// A customer's transactions, in the order in which they were made.
    public func transactions(ofCustomer id: String) -> [SimulatedTransaction] {
        customerIndex[id].map { customers[$0].transactions.map { transactions[$0] } } ?? []
    }

    /// The transaction with a number.
    public func transaction(id: Int) -> SimulatedTransaction? { transactionIndex[id].map { transactions[$0] } }

    /// The transactions of an order.
    public func transactions(ofOrder id: String) -> [SimulatedTransaction] {
        guard let place = orderIndex[id] else { return [] }
        return ([place] + (copies[place] ?? [])).filter { !deleted.contains($0) }.map { transactions[$0] }
    }

    /// A customer's subscriptions: own ones by their groups' ids, then those that others share.
    public func subscriptions(ofCustomer id: String) -> [SubscriptionLine] {
        guard let index = customerIndex[id] else { return [] }
        let own = customers[index].ownLines.sorted { $0.key < $1.key }.map(\.value)
        return (own + customers[index].sharedLines).map(subscription)
    }

    /// All subscriptions, in the order in which they began; with those that were migrated under their old number.
    public var allSubscriptions: [SubscriptionLine] {
        lines.indices.filter { lineIndex[lines[$0].originalID] == $0 }.map(subscription)
    }

    /// The subscription whose first transaction has a number.
    public func subscription(originalID: Int) -> SubscriptionLine? { lineIndex[originalID].map(subscription) }

    private func subscription(_ line: Int) -> SubscriptionLine {
        let state = lines[line]
        return SubscriptionLine(
            originalID: state.originalID, customerID: customers[state.customer].id, groupID: state.groupID,
            ownership: state.owner == nil ? .purchased : .familyShared, status: status(of: line),
            transaction: transactions[state.latest], renewalInfo: renewalInfo(of: line),
            lastSignedDate: customers[state.customer].lastSigned)
    }

    /// A customer's download of the app.
    public func appTransaction(ofCustomer id: String) -> SimulatedAppTransaction? {
        customerIndex[id].map { customers[$0].download }
    }

    /// The customer whose download of the app has an id.
    public func customerID(ofAppTransaction id: String) -> String? { downloadIndex[id].map { customers[$0].id } }

    /// When something about a customer was last signed, in milliseconds since 1970-01-01T00:00:00Z; `nil` for never.
    public func lastSignedDate(ofCustomer id: String) -> Int64? {
        customerIndex[id].map { customers[$0].lastSigned }.flatMap { $0 == .min ? nil : $0 }
    }

    /// Whether the app finished a transaction.
    public func isFinished(_ id: Int) -> Bool { transactionIndex[id].map(finished.contains) ?? false }

    /// Whether a product can be bought now.
    public func isOffered(_ product: String) -> Bool { isForSale(product) }

    /// A customer's store.
    public func storefront(ofCustomer id: String) -> Storefront {
        customerIndex[id].map { storefront(of: $0) } ?? settings.storefront
    }

    /// Whether a customer may use the introductory offer of a group.
    public func isEligibleForIntroductoryOffer(customer id: String, group: String) -> Bool {
        customerIndex[id].map { !customers[$0].introductoryGroups.contains(group) } ?? true
    }

    /// The result of a mass extension by the id that the request gave itself.
    public func massExtension(requestIdentifier: String) -> MassExtension? { extensionRequests[requestIdentifier] }

    /// The tokens of purchases outside the App Store.
    public var externalPurchaseTokens: [SimulatedNotification.ExternalPurchase] { externalPurchases.map(\.token) }
}
