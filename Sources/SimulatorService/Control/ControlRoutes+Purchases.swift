internal import HTTPServing
internal import StoreSimulator
internal import StrictJSON

extension ControlRoutes {
    static let purchases: [Route] = [
        route(
            "purchase", "POST", "/control/v1/purchases",
            "Buys as an app does, with what the app's server signed for it.",
            details: """
                At most one of promotionalOffer, introductoryOfferEligibility and advancedCommerce, as StoreKit's \
                purchase options take them. The signature is checked with the key of GET /control/v1/credentials, at \
                real time; one that does not hold is refused with offer.signature, and nothing is bought.
                """,
            body: purchaseSchema, success: "What happened at once, and what was sent.", problems: [409]
        ) { store, request throws(ControlProblem) in
            let body = try object(
                request, known: ["customer", "product", "quantity", "appAccountToken"] + PurchaseProof.names)
            let proof = try PurchaseProof(body)
            var purchase = try purchaseRequest(body)
            if let proof { purchase.offer = try offer(allowedBy: proof, for: purchase, in: store) }
            do throws(SessionError) {
                let events = try store.session.perform(.buy(purchase))
                return happened(store, ClockProgress(events: events, attempts: await store.delivery.deliver()))
            } catch {
                throw ControlProblem(error)
            }
        }
    ]

    private static let purchaseSchema: JSONValue = [
        "type": "object", "required": ["customer", "product"], "additionalProperties": false,
        "properties": [
            "customer": ["type": "string"], "product": ["type": "string"],
            "quantity": ["type": "integer", "minimum": 1, "maximum": 10], "appAccountToken": ["type": "string"],
            "promotionalOffer": ["oneOf": [firstVersionSchema, jwsSchema(beside: ["offerID"])]],
            "introductoryOfferEligibility": jwsSchema(), "advancedCommerce": jwsSchema(),
        ],
    ]

    private static let firstVersionSchema: JSONValue = [
        "type": "object", "required": ["offerID", "keyID", "nonce", "signature", "timestamp"],
        "properties": [
            "offerID": ["type": "string"], "keyID": ["type": "string"], "nonce": ["type": "string"],
            "signature": ["type": "string"], "timestamp": ["type": "integer"],
        ], "additionalProperties": false,
    ]

    private static func jwsSchema(beside names: [String] = []) -> JSONValue {
        var properties: JSONValue = ["compactJWS": ["type": "string"]]
        for name in names { properties[name] = ["type": "string"] }
        return [
            "type": "object", "required": .array((names + ["compactJWS"]).map(JSONValue.string)),
            "properties": properties, "additionalProperties": false,
        ]
    }

    private static func purchaseRequest(_ body: JSONNode) throws(ControlProblem) -> PurchaseRequest {
        func text(_ name: String) throws(ControlProblem) -> String? {
            guard let value = body[name] else { return nil }
            guard let text = value.string else { throw .body("\(name) must be a text") }
            return text
        }
        guard let customer = try text("customer") else { throw .body("customer is missing") }
        guard let product = try text("product") else { throw .body("product is missing") }
        var purchase = PurchaseRequest(customer: customer, product: product)
        purchase.appAccountToken = try text("appAccountToken")
        if let quantity = body["quantity"] {
            guard let count = quantity.integer, let count = Int(exactly: count) else {
                throw .body("quantity must be a whole number")
            }
            purchase.quantity = count
        }
        return purchase
    }

    private static func offer(
        allowedBy proof: PurchaseProof, for purchase: PurchaseRequest, in store: ServedStore
    ) throws(ControlProblem) -> OfferChoice {
        do throws(TokenRefusal) {
            return try store.credentials.issuer.offer(
                allowedBy: proof, product: purchase.product, appAccountToken: purchase.appAccountToken,
                now: store.realTime()
            ) { store.customer(of: $0) == purchase.customer }
        } catch {
            throw ControlProblem(409, "offer.signature", error.reason)
        }
    }
}

extension ServedStore {
    /// The customer whose transaction, or whose download, has an id.
    fileprivate func customer(of id: String) -> String? {
        let customer = try? session.inspect { world throws(SessionError) -> String? in
            if let customer = world.customerID(ofAppTransaction: id) { return customer }
            guard id.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(id) else { return nil }
            return world.transaction(id: number)?.customerID
        }
        return customer ?? nil
    }
}
