internal import AppStoreModels

extension StoreWorld {
    /// The end of the last of several periods from an anchor; never before a second has passed.
    func end(of period: CalendarDuration, count: Int64, from anchor: Int64) -> Int64 {
        max(settings.timeRate.end(of: period, count: count, from: anchor), Instant.adding(1000, to: anchor))
    }

    /// Moves the clock on where a period begins right now and another is to follow it.
    ///
    /// Of two periods with one start nobody could tell which replaced the other.
    mutating func moveOn(after place: Int) {
        now = max(now, Instant.adding(1, to: transactions[place].purchaseDate))
    }

    /// Takes the next period of a line into the books and makes its product the line's.
    mutating func appendPeriod(
        _ line: Int, _ product: CatalogProduct, _ run: OfferRun?, start: Int64, reason: TransactionReason, id: Int?
    ) -> Int {
        let customer = lines[line].customer
        let period = run?.period ?? product.period ?? CalendarDuration(months: 1)
        // Periods of one length are counted from one anchor, so that the end of a month does not drift.
        if period != lines[line].anchorPeriod {
            lines[line].anchor = start
            lines[line].anchorPeriod = period
            lines[line].anchorCount = 0
        }
        lines[line].anchorCount += 1
        let regular = lines[line].price ?? product.price(in: storefront(of: customer))
        var transaction = makeTransaction(of: product, for: customer, at: start, price: run?.price ?? regular, id: id)
        transaction.expiresDate = max(
            end(of: period, count: lines[line].anchorCount, from: lines[line].anchor), Instant.adding(1000, to: start))
        transaction.subscriptionGroupID = lines[line].groupID
        transaction.webOrderLineItemID = identifiers.nextLineItem(&generator)
        transaction.reason = reason
        transaction.offer = run?.applied
        transaction.appAccountToken = lines[line].appAccountToken
        transaction.advancedCommerce = lines[line].advancedCommerce
        if lines[line].originalID >= 0 {
            transaction.originalID = lines[line].originalID
            if let first = transactionIndex[lines[line].originalID] {
                transaction.originalPurchaseDate = transactions[first].originalPurchaseDate
                transaction.previousOriginalID = transactions[first].previousOriginalID
            }
        }
        if var run {
            run.remaining -= 1
            lines[line].offer = run
            if run.applied.type == .introductory { customers[customer].introductoryGroups.insert(lines[line].groupID) }
        } else {
            lines[line].offer = nil
        }
        lines[line].nextOffer = nil
        lines[line].nextProduct = product.id
        if transaction.price > 0 { lines[line].hasPaidPeriod = true }
        return append(transaction, customer: customer, line: line)
    }

    /// Plans what the line does next by itself.
    mutating func schedule(_ line: Int) {
        lines[line].generation &+= 1
        let state = lines[line]
        guard state.owner == nil, let date = nextDate(state) else { return }
        queue.insert(.line(line), generation: state.generation, at: date)
    }

    private func nextDate(_ state: LineState) -> Int64? {
        let current = transactions[state.current]
        guard let expiresDate = current.expiresDate else { return nil }
        switch state.phase {
        case .active:
            guard state.upcoming == nil, state.autoRenews, settings.renewalLead > 0 else { return expiresDate }
            return max(Instant.adding(-settings.renewalLead, to: expiresDate), current.purchaseDate)
        case .grace: return state.graceExpiresDate
        case .retry: return Instant.adding(settings.timeRate.retryLength, to: expiresDate)
        case .revoked: return now < expiresDate ? expiresDate : nil
        case .expired, .migrated: return nil
        }
    }
}
