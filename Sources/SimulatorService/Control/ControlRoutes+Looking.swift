internal import AppStoreModels
internal import HTTPServing
internal import StoreSimulator
internal import StrictJSON

extension ControlRoutes {
    static let looking: [Route] = [
        route(
            "transactions", "GET", "/control/v1/transactions", "Lists all transactions, and purchases that wait.",
            query: [
                Route.Parameter("product", "Only of this product."),
                Route.Parameter("customer", "Only this customer's."),
                Route.Parameter("since", "Only bought at or after this moment, in milliseconds or ISO 8601."),
            ]
        ) { store, request throws(ControlProblem) in try transactions(store, request) },
        route(
            "transaction", "GET", "/control/v1/transactions/{id}",
            "Shows a transaction: what the store knows, signed now, and the state of its subscription.",
            problems: [404]
        ) { store, request throws(ControlProblem) in try transaction(store, request) },
        route("customers", "GET", "/control/v1/customers", "Lists the customers.") {
            store, _ throws(ControlProblem) in
            try look(store) { world in
                ["customers": .array(world.customerIDs.map { ["id": .string($0)] })]
            }
        },
        route(
            "customer", "GET", "/control/v1/customers/{id}", "Shows a customer and all that is theirs.",
            problems: [404]
        ) { store, request throws(ControlProblem) in
            let id = request[value: "id"]
            let json = try look(store) { world -> JSONValue? in
                guard let download = world.appTransaction(ofCustomer: id) else { return nil }
                return [
                    "id": .string(id), "appTransactionId": .string(download.id),
                    "storefront": .string(world.storefront(ofCustomer: id).countryCode),
                    "subscriptions": .array(world.subscriptions(ofCustomer: id).map(\.json)),
                    "transactions": .array(world.transactions(ofCustomer: id).map(\.json)),
                    "pendingPurchases": .array(
                        world.allPendingPurchases.filter { $0.request.customer == id }.map(\.json)),
                ]
            }
            guard let json else { throw .missing("there is no customer \"\(id.prefix(80))\"") }
            return json
        },
        route("configuration", "GET", "/control/v1/configuration", "Shows the app and its products.") {
            store, _ throws(ControlProblem) in
            try look(store) { world in
                [
                    "bundleId": .string(world.app.bundleId), "appAppleId": .integer(world.app.appAppleId),
                    "environment": .string(world.app.environment.rawValue),
                    "products": .array(
                        world.catalog.products.map { product in
                            var json = product.json
                            json["isForSale"] = .boolean(world.isOffered(product.id))
                            return json
                        }),
                ]
            }
        },
    ]

    /// Looks at the store.
    static func look<Result: Sendable>(
        _ store: ServedStore, _ body: (borrowing StoreWorld) -> Result
    ) throws(ControlProblem) -> Result {
        do throws(SessionError) {
            return try store.session.inspect { world throws(SessionError) in body(world) }
        } catch {
            throw ControlProblem(error)
        }
    }

    private static func transactions(
        _ store: ServedStore, _ request: ServiceRequest
    ) throws(ControlProblem) -> JSONValue {
        var since = Int64.min
        if let text = request.first("since") {
            guard let date = try? InstantText.parse(text) else {
                throw ControlProblem(400, "request.parameter", "since must be \(InstantText.forms)")
            }
            since = date
        }
        let (product, customer) = (request.first("product"), request.first("customer"))
        func isWanted(_ otherProduct: String, _ otherCustomer: String, _ date: Int64) -> Bool {
            (product ?? otherProduct) == otherProduct && (customer ?? otherCustomer) == otherCustomer && date >= since
        }
        return try look(store) { world in
            let complete = world.allTransactions.filter { isWanted($0.productID, $0.customerID, $0.purchaseDate) }
            let pending = world.allPendingPurchases.filter {
                isWanted($0.request.product, $0.request.customer, $0.date)
            }
            return [
                "transactions": .array(complete.map(\.json)), "pendingPurchases": .array(pending.map(\.json)),
            ]
        }
    }

    private static func transaction(_ store: ServedStore, _ request: ServiceRequest) throws(ControlProblem) -> JSONValue
    {
        let text = request[value: "id"]
        let missing = ControlProblem.missing("there is no transaction \"\(text.prefix(80))\"")
        guard let id = Int(text) else { throw missing }
        let found = try look(store) { world -> (SimulatedTransaction, SubscriptionLine?, Bool)? in
            guard let transaction = world.transaction(id: id) else { return nil }
            return (transaction, world.subscription(originalID: transaction.originalID), world.isFinished(id))
        }
        guard let (transaction, line, isFinished) = found else { throw missing }
        do throws(SessionError) {
            var json: JSONValue = [
                "transaction": transaction.json, "isFinished": .boolean(isFinished),
                "signedTransactionInfo": .string(try store.session.signedTransaction(id: id)),
            ]
            if let line {
                json["subscription"] = line.json
                json["signedRenewalInfo"] = .string(try store.session.signedRenewalInfo(originalID: line.originalID))
            }
            json["consumption"] = .array(
                store.consumption(of: id).map { body in
                    (try? JSONDocument(parsing: body).root).map(JSONValue.node) ?? .null
                })
            return json
        } catch {
            throw ControlProblem(error)
        }
    }
}
