internal import AppStoreModels

extension StoreWorld {
    /// The transactions for which a customer may use something now: subscriptions first, then what was bought once.
    func entitledTransactions(ofCustomer id: String) -> [SimulatedTransaction] {
        guard let index = customerIndex[id] else { return [] }
        let own = customers[index].ownLines.sorted { $0.key < $1.key }.map(\.value)
        let running = (own + customers[index].sharedLines).filter {
            let status = status(of: $0)
            return status == .active || status == .billingGracePeriod
        }
        var seen: Set<String> = []
        let once = customers[index].transactions.reversed().filter { place in
            let type = transactions[place].productType
            return (type == .nonConsumable || type == .nonRenewingSubscription) && !isRevoked(place)
                && seen.insert(transactions[place].productID).inserted
        }
        return (running.map { lines[$0].current } + once.reversed()).map { transactions[$0] }
    }

    /// Whether a refund of a transaction was asked for and is not decided.
    func isRefundRequested(_ id: Int) -> Bool {
        transactionIndex[id].map { refundRequests[root(of: $0)] != nil } ?? false
    }
}
