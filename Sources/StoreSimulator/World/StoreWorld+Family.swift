internal import AppStoreModels

extension StoreWorld {
    /// What a change of a purchaser's line means for the members' lines.
    enum Mirrored {
        /// The state changed, the period did not.
        case state
        /// A period began or is signed; where it replaces one, that one is marked.
        case newPeriod(replacing: Bool)
    }

    /// The other members of a customer's family.
    private func relatives(of customer: Int) -> [Int] {
        guard let family = customers[customer].family else { return [] }
        return families[family].filter { $0 != customer }
    }

    /// Repeats a change of the purchaser's line on the lines of the members who have access.
    mutating func mirror(
        _ line: Int, _ type: NotificationType, _ subtype: NotificationSubtype?, _ change: Mirrored
    ) {
        for member in lines[line].members where lines[member].isShared {
            guard isShareable(line) else { continue }
            tick(lines[member].customer)
            var changed: [Int] = []
            if case .newPeriod(let replacing) = change {
                if replacing { changed = self.change(lines[member].current) { $0.isUpgraded = true } }
                let start = transactions[lines[line].latest].purchaseDate
                let next = Instant.adding(1, to: transactions[lines[member].current].purchaseDate)
                changed.append(appendShared(member, start: max(start, next)))
            }
            copyState(from: line, to: member)
            publish(member, type, subtype, changed: changed)
        }
    }

    private func isShareable(_ line: Int) -> Bool {
        catalog[transactions[lines[line].latest].productID]?.isFamilyShareable ?? false
    }

    private mutating func copyState(from owner: Int, to member: Int) {
        let state = lines[owner]
        lines[member].phase = state.phase
        lines[member].autoRenews = state.autoRenews
        lines[member].nextProduct = state.nextProduct
        lines[member].expirationIntent = state.expirationIntent
        lines[member].graceExpiresDate = state.graceExpiresDate
        lines[member].price = state.price
        lines[member].priceIncrease = state.priceIncrease
    }

    /// A member's own transaction for what the purchaser bought: a first one, under a number and an order of its own.
    private mutating func shared(
        _ source: SimulatedTransaction, with customer: Int, at start: Int64
    ) -> SimulatedTransaction {
        var shared = source
        shared.id = identifiers.nextTransaction(&generator)
        shared.originalID = shared.id
        shared.previousOriginalID = nil
        shared.orderID = identifiers.nextOrder()
        shared.customerID = customers[customer].id
        shared.appTransactionID = customers[customer].download.id
        shared.storefront = storefront(of: customer)
        shared.ownership = .familyShared
        shared.purchaseDate = start
        shared.originalPurchaseDate = start
        shared.appAccountToken = nil
        shared.revocation = nil
        shared.isUpgraded = false
        return shared
    }

    /// A member's own transaction for the purchaser's last period.
    private mutating func appendShared(_ member: Int, start: Int64) -> Int {
        guard let owner = lines[member].owner else { return lines[member].current }
        let source = transactions[lines[owner].latest]
        let customer = lines[member].customer
        var transaction = shared(source, with: customer, at: start)
        transaction.webOrderLineItemID = identifiers.nextLineItem(&generator)
        if lines[member].originalID >= 0 {
            transaction.originalID = lines[member].originalID
            if let first = transactionIndex[lines[member].originalID] {
                transaction.originalPurchaseDate = transactions[first].originalPurchaseDate
            }
        }
        let place = append(transaction, customer: customer, line: member)
        if lines[member].originalID < 0 {
            lines[member].originalID = transaction.id
            lineIndex[transaction.id] = member
        }
        if lines[owner].upcoming != nil, start > now {
            lines[member].upcoming = place
        } else {
            lines[member].current = place
            lines[member].upcoming = nil
        }
        return place
    }

    /// Gives the family what a line gives, or takes it away.
    mutating func syncFamily(_ line: Int, reason: RevocationReason = .other) {
        guard lines[line].owner == nil else { return }
        let owner = lines[line].customer
        let family = relatives(of: owner)
        let isGiven = isShareable(line) && customers[owner].sharesPurchases
        for member in lines[line].members where lines[member].isShared {
            let keeps = isGiven && family.contains(lines[member].customer) && lines[line].phase != .revoked
            if keeps { continue }
            // What ended by itself was told already.
            if lines[member].phase == .expired {
                lines[member].isShared = false
            } else {
                revokeShared(line: member, reason: reason)
            }
        }
        // While a renewal is signed but has not begun, or a payment is missing, nobody new gets access.
        guard isGiven, lines[line].phase == .active, lines[line].upcoming == nil else { return }
        for relative in family { grant(line, to: relative) }
    }

    private mutating func grant(_ line: Int, to customer: Int) {
        let known = lines[line].members.first { lines[$0].customer == customer }
        if let known, lines[known].isShared, lines[known].phase == lines[line].phase,
            transactions[lines[known].latest].expiresDate == transactions[lines[line].latest].expiresDate
        {
            return
        }
        tick(customer)
        // A purchase in the past may have ended before now.
        let start = min(now, transactions[lines[line].current].expiresDate.map { $0 - 1 } ?? now)
        if let known {
            lines[known].isShared = true
            lines[known].recentStart = start
            let place = appendShared(known, start: start)
            copyState(from: line, to: known)
            publish(known, .subscribed, .resubscribe, changed: [place])
            return
        }
        let member = lines.count
        var state = LineState(
            originalID: -1, customer: customer, groupID: lines[line].groupID, current: transactions.count,
            nextProduct: lines[line].nextProduct, anchor: start, anchorPeriod: CalendarDuration(), recentStart: start)
        state.owner = line
        lines.append(state)
        lines[line].members.append(member)
        customers[customer].sharedLines.append(member)
        let place = appendShared(member, start: start)
        copyState(from: line, to: member)
        publish(member, .subscribed, .initialBuy, changed: [place])
    }

    private mutating func revokeShared(line member: Int, reason: RevocationReason) {
        tick(lines[member].customer)
        let revocation = Revocation(date: now, reason: reason, type: .familyRevoke)
        var changed = change(lines[member].current) { $0.revocation = revocation }
        if let upcoming = lines[member].upcoming {
            changed += change(upcoming) { $0.revocation = revocation }
            lines[member].upcoming = nil
        }
        lines[member].isShared = false
        lines[member].phase = .revoked
        lines[member].autoRenews = false
        lines[member].graceExpiresDate = nil
        publish(member, .revoke, transaction: lines[member].current, changed: changed)
    }

    // One-time purchases.

    /// Gives a non-consumable to the purchaser's family.
    mutating func shareOnce(_ place: Int) {
        let source = transactions[place]
        guard source.productType == .nonConsumable, source.ownership == .purchased, !isRevoked(place),
            catalog[source.productID]?.isFamilyShareable ?? false, let owner = customerIndex[source.customerID],
            customers[owner].sharesPurchases
        else { return }
        for relative in relatives(of: owner) {
            let has = (sharedPurchases[place] ?? []).contains {
                !deleted.contains($0) && transactions[$0].customerID == customers[relative].id
                    && transactions[$0].revocation == nil
            }
            if has { continue }
            tick(relative)
            let copy = append(shared(source, with: relative, at: now), customer: relative, line: nil)
            sharedPurchases[place, default: []].append(copy)
            publishOneTime(copy, .oneTimeCharge, changed: [copy])
        }
    }

    /// Takes a shared non-consumable from the family, or from one of its members.
    mutating func revokeShared(_ place: Int, reason: RevocationReason, from customer: Int? = nil) {
        for copy in sharedPurchases[place] ?? [] where !deleted.contains(copy) && transactions[copy].revocation == nil {
            guard let member = customerIndex[transactions[copy].customerID], customer == nil || customer == member
            else { continue }
            tick(member)
            let revocation = Revocation(date: now, reason: reason, type: .familyRevoke)
            let changed = change(copy) { $0.revocation = revocation }
            publishOneTime(copy, .revoke, changed: changed)
        }
    }

    // Membership.

    mutating func joinFamily(_ id: String, of other: String) throws(SimulatorError) {
        try checkCustomerID(id)
        try checkCustomerID(other)
        guard id != other else { throw .invalidAction("nobody joins their own family") }
        if let customer = customerIndex[id], customers[customer].family != nil {
            throw .invalidAction("the customer is in a family already")
        }
        if let family = customerIndex[other].flatMap({ customers[$0].family }), families[family].count >= 6 {
            throw .invalidAction("a family has at most six members")
        }
        let host = visit(other)
        let guest = visit(id)
        if customers[host].family == nil {
            customers[host].family = families.count
            families.append([host])
        }
        guard let family = customers[host].family else { return }
        customers[guest].family = family
        families[family].append(guest)
        for member in families[family] { syncPurchases(of: member) }
    }

    mutating func leaveFamily(_ id: String) throws(SimulatorError) {
        let customer = try requireCustomer(id)
        guard let family = customers[customer].family else { throw .invalidAction("the customer is in no family") }
        families[family].removeAll { $0 == customer }
        customers[customer].family = nil
        for member in families[family] {
            syncPurchases(of: member)
            for place in customers[member].transactions { revokeShared(place, reason: .other, from: customer) }
        }
        stopSharing(customer)
    }

    mutating func setSharing(_ id: String, _ shares: Bool) throws(SimulatorError) {
        let customer = try requireCustomer(id)
        guard customers[customer].family != nil else { throw .invalidAction("the customer is in no family") }
        guard customers[customer].sharesPurchases != shares else {
            throw .invalidAction(shares ? "the customer shares already" : "the customer does not share")
        }
        customers[customer].sharesPurchases = shares
        if shares { syncPurchases(of: customer) } else { stopSharing(customer) }
    }

    private mutating func syncPurchases(of customer: Int) {
        for line in customers[customer].ownLines.values.sorted() { syncFamily(line) }
        for place in customers[customer].transactions where rootOfCopy[place] == nil { shareOnce(place) }
    }

    private mutating func stopSharing(_ customer: Int) {
        for line in customers[customer].ownLines.values.sorted() { syncFamily(line) }
        for place in customers[customer].transactions { revokeShared(place, reason: .other) }
    }
}
