internal import AppStoreModels

extension StoreWorld {
    /// The purchase on another device: another number for the same purchase.
    mutating func restore(_ target: StoreTarget) throws(SimulatorError) {
        let place = root(of: try transactionPlace(target))
        let source = transactions[place]
        guard source.productType != .consumable else { throw .invalidProductType(product: source.productID) }
        guard source.revocation == nil else { throw .invalidAction("what was taken back cannot be restored") }
        guard let customer = customerIndex[source.customerID] else { return }
        tick(customer)
        var copy = source
        copy.id = identifiers.nextTransaction(&generator)
        copy.revocation = nil
        let added = append(copy, customer: customer, line: line(ofTransaction: place))
        copies[place, default: []].append(added)
        rootOfCopy[added] = place
        reportTransactions([added], of: customer)
    }

    mutating func downloadApp(
        _ id: String, version: String?, platform: PurchasePlatform?
    ) throws(SimulatorError) {
        try checkCustomerID(id)
        let isNew = customerIndex[id] == nil
        let customer = visit(id)
        guard isNew else { return }
        if let version { customers[customer].download.originalApplicationVersion = version }
        if let platform { customers[customer].download.originalPlatform = platform }
    }

    mutating func setAppAccountToken(_ target: StoreTarget, _ token: String) throws(SimulatorError) {
        let place = try transactionPlace(target)
        guard transactions[place].ownership != .familyShared else { throw .familyTransactionNotSupported }
        try checkToken(token)
        guard let customer = customerIndex[transactions[place].customerID] else { return }
        tick(customer)
        var changed: [Int] = []
        if let line = line(ofTransaction: place) {
            lines[line].appAccountToken = token
            changed = change(lines[line].current) { $0.appAccountToken = token }
            if let upcoming = lines[line].upcoming { changed += change(upcoming) { $0.appAccountToken = token } }
        } else {
            changed = change(place) { $0.appAccountToken = token }
        }
        reportTransactions(changed, of: customer)
    }

    mutating func setStorefront(_ id: String, _ code: String) throws(SimulatorError) {
        try checkCustomerID(id)
        let storefront = try storefront(code)
        customers[visit(id)].storefront = storefront
    }

    mutating func setSetting(_ change: SettingChange) throws(SimulatorError) {
        switch change {
        case .timeRate(let rate): settings.timeRate = rate
        case .storefront(let code): settings.storefront = try storefront(code)
        case .askToBuyEnabled(let value): settings.askToBuyEnabled = value
        case .interruptedPurchasesEnabled(let value): settings.interruptedPurchasesEnabled = value
        case .shouldEnterBillingRetryOnRenewal(let value): settings.shouldEnterBillingRetryOnRenewal = value
        case .billingGracePeriodIsEnabled(let value): settings.billingGracePeriodIsEnabled = value
        case .graceDays(let days):
            guard days.map({ (1...60).contains($0) }) ?? true else {
                throw .invalidAction("a grace period has 1 to 60 days")
            }
            settings.graceDays = days
        case .omitsGraceDate(let value): settings.omitsGraceDate = value
        case .renewalLead(let lead):
            guard lead >= 0 else { throw .invalidAction("a lead is not negative") }
            settings.renewalLead = lead
        case .renewalLimit(let limit):
            guard limit.map({ $0 >= 0 }) ?? true else { throw .invalidAction("a limit is not negative") }
            settings.renewalLimit = limit
        }
    }

    mutating func setForSale(_ id: String, _ isForSale: Bool) throws(SimulatorError) {
        _ = try product(id)
        if isForSale { withdrawn.remove(id) } else { withdrawn.insert(id) }
    }

    mutating func finish(_ id: Int) throws(SimulatorError) {
        guard let place = transactionIndex[id] else { throw .noTransactionFound("transaction \(id)") }
        finished.insert(place)
    }

    /// Forgets a transaction and what followed from it: restores, and with a line's first all of the line.
    mutating func delete(_ id: Int) throws(SimulatorError) {
        if let pending = pendingPurchases[id] { return remove(pending) }
        guard let place = transactionIndex[id] else { throw .noTransactionFound("transaction \(id)") }
        guard let line = line(ofTransaction: place), lines[line].originalID == id else {
            forget(rootOfCopy[place] == nil ? [place] + (copies[place] ?? []) : [place])
            if let line = line(ofTransaction: place), rootOfCopy[place] == nil { fallBack(line) }
            return
        }
        for member in lines[line].members { forgetLine(member) }
        forgetLine(line)
    }

    private mutating func forget(_ places: [Int]) {
        let gone = Set(places)
        for place in places {
            let transaction = transactions[place]
            deleted.insert(place)
            transactionIndex[transaction.id] = nil
            if orderIndex[transaction.orderID] == place { orderIndex[transaction.orderID] = nil }
            refundRequests[place] = nil
            if let root = rootOfCopy[place] { copies[root]?.removeAll { $0 == place } }
            sharedPurchases[place] = nil
        }
        for customer in Set(places.compactMap { customerIndex[transactions[$0].customerID] }) {
            customers[customer].transactions.removeAll { gone.contains($0) }
        }
    }

    private mutating func forgetLine(_ line: Int) {
        forget(customers[lines[line].customer].transactions.filter { lineOfTransaction[$0] == line })
        lines[line].phase = .migrated
        lines[line].isShared = false
        lines[line].generation &+= 1
        if let owner = lines[line].owner { lines[owner].members.removeAll { $0 == line } }
        lineIndex[lines[line].originalID] = nil
        let customer = lines[line].customer
        if customers[customer].ownLines[lines[line].groupID] == line {
            customers[customer].ownLines[lines[line].groupID] = nil
        }
        customers[customer].sharedLines.removeAll { $0 == line }
    }

    /// The line goes on with the last transaction it still has, and renews no more.
    private mutating func fallBack(_ line: Int) {
        let left = customers[lines[line].customer].transactions.last {
            lineOfTransaction[$0] == line && rootOfCopy[$0] == nil
        }
        guard let left, left != lines[line].latest else { return }
        lines[line].current = left
        lines[line].upcoming = nil
        lines[line].nextProduct = transactions[left].productID
        lines[line].autoRenews = false
        lines[line].offer = nil
        lines[line].nextOffer = nil
        lines[line].graceExpiresDate = nil
        let isRunning = now < transactions[left].expiresDate ?? .min
        lines[line].phase = isRevoked(left) ? .revoked : isRunning ? .active : .expired
        lines[line].expirationIntent = isRunning ? nil : .cancelled
        schedule(line)
    }

    /// Forgets everything that was bought; customers, their stores and the settings stay.
    mutating func clear() {
        lines = []
        lineIndex = [:]
        transactions = []
        transactionIndex = [:]
        orderIndex = [:]
        lineOfTransaction = []
        copies = [:]
        rootOfCopy = [:]
        sharedPurchases = [:]
        deleted = []
        finished = []
        pendingPurchases = [:]
        refundRequests = [:]
        externalPurchases = []
        extensionRequests = [:]
        queue.removeAll()
        for customer in customers.indices {
            customers[customer].ownLines = [:]
            customers[customer].sharedLines = []
            customers[customer].transactions = []
            customers[customer].introductoryGroups = []
            customers[customer].pending = []
            customers[customer].extensions = []
        }
    }
}
