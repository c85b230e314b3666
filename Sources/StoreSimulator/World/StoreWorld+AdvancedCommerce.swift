internal import AppStoreModels

extension StoreWorld {
    mutating func updateMetadata(
        _ target: StoreTarget, displayName: String, description: String
    ) throws(SimulatorError) {
        let line = try runningLine(target)
        tick(lines[line].customer)
        lines[line].advancedCommerce = AdvancedCommerceDetails(
            displayName: displayName, description: description,
            pendingPrice: lines[line].advancedCommerce?.pendingPrice)
        publish(line, .metadataUpdate, changed: restate(line))
    }

    mutating func changePrice(_ target: StoreTarget, _ price: Int64) throws(SimulatorError) {
        let line = try runningLine(target)
        guard price >= 0 else { throw .invalidPrice(price) }
        tick(lines[line].customer)
        var details = details(of: line)
        details.pendingPrice = price
        lines[line].advancedCommerce = details
        publish(line, .priceChange, changed: restate(line))
    }

    /// Puts the line's details of Advanced Commerce into its last transaction.
    private mutating func restate(_ line: Int) -> [Int] {
        let details = lines[line].advancedCommerce
        return change(lines[line].latest) { $0.advancedCommerce = details }
    }

    private func details(of line: Int) -> AdvancedCommerceDetails {
        lines[line].advancedCommerce
            ?? AdvancedCommerceDetails(displayName: transactions[lines[line].latest].productID, description: "")
    }

    /// Takes a subscription over into Advanced Commerce: the period goes on under a new original number.
    ///
    /// The old line keeps its transactions; its last period runs out by itself.
    mutating func migrate(_ target: StoreTarget) throws(SimulatorError) {
        let old = try runningLine(target)
        guard lines[old].phase == .active, lines[old].upcoming == nil else {
            throw .invalidAction("only a subscription whose period runs can be migrated")
        }
        let customer = lines[old].customer
        tick(customer)
        var transaction = transactions[lines[old].current]
        transaction.id = identifiers.nextTransaction(&generator)
        transaction.previousOriginalID = lines[old].originalID
        transaction.originalID = transaction.id
        transaction.originalPurchaseDate = transaction.purchaseDate
        transaction.webOrderLineItemID = identifiers.nextLineItem(&generator)
        transaction.orderID = identifiers.nextOrder()
        transaction.advancedCommerce = details(of: old)
        let line = lines.count
        var state = lines[old]
        state.originalID = transaction.id
        state.advancedCommerce = transaction.advancedCommerce
        state.announcedStatus = nil
        state.generation = 0
        lines.append(state)
        lines[line].current = append(transaction, customer: customer, line: line)
        lineIndex[transaction.id] = line
        customers[customer].ownLines[state.groupID] = line
        for member in state.members { lines[member].owner = line }
        lines[old].members = []
        lines[old].autoRenews = false
        lines[old].phase = .migrated
        schedule(old)
        schedule(line)
        publish(line, .migration, changed: [lines[line].current])
    }
}
