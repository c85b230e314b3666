internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import StrictJSON

/// Uses up credits of a consumable, once, however often the request is sent.
struct PurchaseConsumption: Endpoint {
    static let operation = Operation(
        method: "POST", path: "/v1/purchases/{transactionId}/consume", query: ["environment", "bundleId"], body: .any,
        statuses: [200, 400, 404, 409, 422, 500, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let id = request.values["transactionId"] ?? ""
        let key = try IdempotencyKey.parse(request.idempotencyKeys)
        let environment = try request.query.environment()
        let bundleId = try request.query.text("bundleId")
        let quantity = try BodyMembers(request.body, known: ["quantity"]).integer("quantity", in: 1...1_000_000)
        let line = try await line(of: id, environment, bundleId)
        let asked = ConsumptionRequest(
            line: line, transactionId: id, quantity: quantity, key: key, now: parts.now())
        let result = try await parts.store.asking { store throws(StoreError) in
            try await store.consume(asked, configuration: parts.evaluation)
        }
        return .json(try PurchaseConsumption.json(result, asked))
    }

    /// The one line on which the transaction is held.
    private func line(
        of id: String, _ environment: String, _ bundleId: String?
    ) async throws(Problem) -> LineIdentity {
        let found = try await parts.store.asking { store throws(StoreError) in
            var found: [LineIdentity] = []
            for line in try await store.lines(ofCustomer: id, environment: environment) {
                guard bundleId.map({ $0 == line.scope.bundleId }) ?? true, let record = try await store.line(line),
                    record.holds(transaction: id)
                else { continue }
                found.append(line)
            }
            return found
        }
        guard let line = found.first else { throw PurchaseConsumption.unknown(environment) }
        guard found.count == 1 else {
            throw Problem(
                409, "purchase.ambiguous", "\(found.count) purchases have this transaction id",
                expected: "one purchase", hint: "name the app by ?bundleId=; Xcode's ids restart at every reset")
        }
        return line
    }

    private static func unknown(_ environment: String) -> Problem {
        Problem(
            404, "purchase.unknown", "no verified transaction with this id is held in \(environment)",
            expected: "a transactionId",
            hint: "post the client's JWS to /v1/transactions first; another environment is asked by ?environment=")
    }

    /// The answer, or why there is none.
    static func json(_ result: ConsumptionResult, _ asked: ConsumptionRequest) throws(Problem) -> JSONValue {
        switch result {
        case .consumed(let entry, let consumption, let isRepeated):
            return [
                "transactionId": .string(asked.transactionId),
                "originalTransactionId": .string(asked.line.originalTransactionId),
                "environment": .string(asked.line.scope.environment), "bundleId": .string(asked.line.scope.bundleId),
                "credited": .integer(consumption.quantity), "quantity": .integer(consumption.bought),
                "consumed": .integer(consumption.consumed), "remaining": .integer(consumption.remaining),
                "at": .integer(entry.at), "repeated": .boolean(isRepeated),
            ]
        case .keyTaken:
            throw Problem(
                422, "request.idempotency_key_reused", "another request had this Idempotency-Key",
                expected: "the same transaction and body as before", hint: "send a new key with each new request")
        case .unknown: throw unknown(asked.line.scope.environment)
        case .otherType(let type):
            throw Problem(
                422, "purchase.not_consumable", "what was bought is not used up", expected: "a consumable",
                got: type ?? "no type")
        case .revoked(let date, let consumed):
            throw Problem(
                409, "purchase.revoked", "the purchase was refunded",
                got: (date.map { "revoked at \($0), " } ?? "") + "\(consumed) consumed before")
        case .tooFew(let bought, _) where bought <= 0:
            throw Problem(
                409, "purchase.empty", "the signed transaction says that none was bought",
                expected: "a quantity above 0")
        case .tooFew(let bought, let consumed):
            let left = max(bought - min(consumed, bought), 0)
            throw Problem(
                409, left == 0 ? "purchase.consumed" : "purchase.too_few",
                left == 0 ? "everything was consumed before" : "fewer are left than were asked for",
                expected: left == 0 ? nil : "a quantity of at most \(left)", got: "\(consumed) of \(bought) consumed")
        }
    }
}

extension LineRecord {
    /// Whether a transaction is held, and belongs to this line.
    fileprivate func holds(transaction id: String) -> Bool {
        let identity = FactIdentity(scope: scope, kind: .transaction, id: id)
        guard case .transaction(let statement) = held(identity)?.statement else { return false }
        return statement.lineId.hasSameBytes(as: originalTransactionId)
    }
}
