extension StoreWorld {
    /// The place of a customer who was seen before.
    func customer(_ id: String) -> Int? { customerIndex[id] }

    /// The place of a customer, who is made on the first visit.
    mutating func visit(_ id: String) -> Int {
        if let index = customerIndex[id] { return index }
        let download = SimulatedAppTransaction(
            id: identifiers.nextDownload(&generator), customerID: id, originalPurchaseDate: now)
        customers.append(CustomerState(id: id, download: download))
        customerIndex[id] = customers.count - 1
        downloadIndex[download.id] = customers.count - 1
        return customers.count - 1
    }

    func requireCustomer(_ id: String) throws(SimulatorError) -> Int {
        guard let index = customerIndex[id] else { throw .invalidAction("there is no customer \"\(id.prefix(80))\"") }
        return index
    }

    func checkCustomerID(_ id: String) throws(SimulatorError) {
        guard !id.isEmpty else { throw .invalidCustomer }
    }

    func storefront(of customer: Int) -> Storefront { customers[customer].storefront ?? settings.storefront }

    func storefront(_ code: String) throws(SimulatorError) -> Storefront {
        if settings.storefront.countryCode == code { return settings.storefront }
        guard let storefront = Storefront.named(code) else { throw .notAvailableInStorefront(code) }
        return storefront
    }

    func product(_ id: String) throws(SimulatorError) -> CatalogProduct {
        guard let product = catalog[id] else { throw .invalidProductIdentifier(id) }
        return product
    }

    func isForSale(_ product: String) -> Bool { catalog[product] != nil && !withdrawn.contains(product) }

    /// Whether a renewal of a line can be paid.
    func isPaid(_ line: Int) -> Bool {
        !customers[lines[line].customer].paymentFails && !settings.shouldEnterBillingRetryOnRenewal
    }
}
