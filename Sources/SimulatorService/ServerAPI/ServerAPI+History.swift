internal import AppStoreModels
internal import StoreSimulator
internal import StrictJSON

extension ServerAPI {
    /// How many refunds the first version of the refund history has at most.
    private static let refundLimitV1 = 50

    func history(_ endpoint: ServerEndpoint, _ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let isVersion1 = endpoint == .transactionHistoryV1
        let filter = try HistoryFilter(request, isVersion1: isVersion1)
        let customer = try customer(of: request[value: "anyTransactionId"])
        let question = HistoryFilter.question(endpoint, customer: customer, request)
        let revision = try revision(request, question)
        let ids = try look { world in
            world.transactions(ofCustomer: customer).filter { transaction in
                guard filter.includes(transaction) else { return false }
                return !(isVersion1 && transaction.productType == .consumable && world.isFinished(transaction.id))
            }.map(\.id)
        }
        // Read after the transactions: what changes in between is then told once more rather than not at all.
        let order = session.changeOrder(of: ids)
        let items = ids.map { (Position(major: Int64(order[$0] ?? 0)), $0) }
        let page = revision.page(of: items, isDescending: filter.isDescending, size: ServerAPI.pageSize)
        var answer: JSONValue = [
            "revision": .string(page.next.text(question: question)), "hasMore": .boolean(page.hasMore),
        ]
        if case .object(let members) = identity { for member in members { answer[member.name] = member.value } }
        answer["signedTransactions"] = try signed(page.items)
        return answer
    }

    func refundHistory(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let customer = try customer(of: request[value: "anyTransactionId"])
        let question = HistoryFilter.question(.refundHistory, customer: customer, request)
        let revision = try revision(request, question)
        let page = revision.page(
            of: try refunds(ofCustomer: customer), isDescending: false, size: ServerAPI.pageSize)
        return [
            "signedTransactions": try signed(page.items), "revision": .string(page.next.text(question: question)),
            "hasMore": .boolean(page.hasMore),
        ]
    }

    func refundHistoryV1(_ request: ServiceRequest) throws(ServerAPIFailure) -> JSONValue {
        let transaction = try transaction(
            request[value: "originalTransactionId"], malformed: .invalidOriginalTransactionId,
            missing: .originalTransactionIdNotFound)
        guard transaction.id == transaction.originalID else {
            throw ServerAPIFailure(.originalTransactionIdNotFound, "Original transaction id not found.")
        }
        let refunds = try refunds(ofCustomer: transaction.customerID).sorted { $0.position < $1.position }
        return ["signedTransactions": try signed(refunds.suffix(ServerAPI.refundLimitV1).map(\.item))]
    }

    /// A customer's refunded transactions, placed by the date of the refund; what a family took away is none.
    private func refunds(ofCustomer customer: String) throws(ServerAPIFailure) -> [(position: Position, item: Int)] {
        try look { world in
            world.transactions(ofCustomer: customer).compactMap { transaction in
                guard let revocation = transaction.revocation, transaction.ownership != .familyShared else {
                    return nil
                }
                return (Position(major: revocation.date, minor: Int64(transaction.id)), transaction.id)
            }
        }
    }

    private func revision(_ request: ServiceRequest, _ question: String) throws(ServerAPIFailure) -> Revision {
        guard let text = request.first("revision") else { return Revision() }
        guard let revision = Revision(parsing: text, question: question) else {
            throw ServerAPIFailure(.invalidRequestRevision, "Invalid request revision.")
        }
        return revision
    }
}
