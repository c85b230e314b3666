internal import AppStoreModels

extension StoreWorld {
    /// The place of the transaction that a target names.
    func transactionPlace(_ target: StoreTarget) throws(SimulatorError) -> Int {
        switch target {
        case .transaction(let id):
            guard let place = transactionIndex[id] else { throw .noTransactionFound(target.description) }
            return place
        case .purchase(let customer, let product, let periodsBack):
            if let product, catalog[product] == nil { throw .invalidProductIdentifier(product) }
            guard let index = customerIndex[customer] else { throw .noTransactionFound(target.description) }
            let matching = customers[index].transactions.filter {
                rootOfCopy[$0] == nil && (product == nil || transactions[$0].productID == product)
            }
            guard periodsBack >= 0, periodsBack < matching.count else { throw .noTransactionFound(target.description) }
            return matching[matching.count - 1 - periodsBack]
        }
    }

    /// The line that a target names.
    func linePlace(_ target: StoreTarget) throws(SimulatorError) -> Int {
        switch target {
        case .transaction(let id):
            guard let place = transactionIndex[id] else { throw .noTransactionFound(target.description) }
            guard let line = line(ofTransaction: place) else { throw .noSubscriptionFound(target.description) }
            return line
        case .purchase(_, _, let periodsBack) where periodsBack != 0:
            // A period that is named must exist, although any period of a line stands for the whole of it.
            guard let line = line(ofTransaction: try transactionPlace(target)) else {
                throw .noSubscriptionFound(target.description)
            }
            return line
        case .purchase(let customer, let product, _):
            let wanted = try product.map { id throws(SimulatorError) in try self.product(id) }
            if let wanted, wanted.groupID == nil { throw .invalidProductType(product: wanted.id) }
            guard let index = customerIndex[customer] else { throw .noSubscriptionFound(target.description) }
            let own = customers[index].ownLines.values.sorted()
            let candidates = (own + customers[index].sharedLines).filter {
                lines[$0].phase != .migrated && (wanted == nil || lines[$0].groupID == wanted?.groupID)
            }
            // One that runs comes before one that ended; a later one before an earlier one, an own before a shared one.
            let running = candidates.last { lines[$0].owner == nil && !isOver($0) } ?? candidates.last { !isOver($0) }
            guard let line = running ?? candidates.last else { throw .noSubscriptionFound(target.description) }
            return line
        }
    }

    /// An own line that has not ended; the actions of a subscriber are for these.
    func runningLine(_ target: StoreTarget) throws(SimulatorError) -> Int {
        let line = try ownLine(target)
        guard !isOver(line) else { throw .noSubscriptionFound("\(target.description): it has ended") }
        return line
    }

    /// A line that is not a family member's.
    func ownLine(_ target: StoreTarget) throws(SimulatorError) -> Int {
        let line = try linePlace(target)
        guard lines[line].owner == nil else { throw .familyTransactionNotSupported }
        guard lines[line].phase != .migrated else {
            throw .noSubscriptionFound("\(target.description): it was migrated")
        }
        return line
    }

    func isOver(_ line: Int) -> Bool {
        switch lines[line].phase {
        case .active, .grace, .retry: false
        case .expired, .revoked, .migrated: true
        }
    }
}
