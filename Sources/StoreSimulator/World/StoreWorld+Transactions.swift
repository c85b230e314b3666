internal import AppStoreModels

extension StoreWorld {
    /// A transaction with all that the customer and the product say; its number is new unless one is given.
    mutating func makeTransaction(
        of product: CatalogProduct, for customer: Int, at date: Int64, price: Int64, id: Int? = nil
    ) -> SimulatedTransaction {
        SimulatedTransaction(
            id: id ?? identifiers.nextTransaction(&generator), orderID: identifiers.nextOrder(),
            customerID: customers[customer].id, productID: product.id, productType: product.type, purchaseDate: date,
            price: price, storefront: storefront(of: customer), appTransactionID: customers[customer].download.id)
    }

    /// Takes a transaction into the books.
    mutating func append(_ transaction: SimulatedTransaction, customer: Int, line: Int?) -> Int {
        let place = transactions.count
        transactions.append(transaction)
        lineOfTransaction.append(line ?? -1)
        transactionIndex[transaction.id] = place
        if orderIndex[transaction.orderID] == nil { orderIndex[transaction.orderID] = place }
        customers[customer].transactions.append(place)
        return place
    }

    /// The transaction that others restore.
    func root(of place: Int) -> Int { rootOfCopy[place] ?? place }

    /// Changes a transaction and all that restore it, so that none of them says what no longer holds.
    mutating func change(_ place: Int, _ body: (inout SimulatedTransaction) -> Void) -> [Int] {
        let root = root(of: place)
        let places = [root] + (copies[root] ?? [])
        for place in places { body(&transactions[place]) }
        return places
    }

    func line(ofTransaction place: Int) -> Int? { lineOfTransaction[place] < 0 ? nil : lineOfTransaction[place] }
}
