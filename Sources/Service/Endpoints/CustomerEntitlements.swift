internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import StrictJSON

/// Answers what one customer may use, and why.
struct CustomerEntitlements: Endpoint {
    static let operation = Operation(
        method: "GET", path: "/v1/customers/{id}/entitlements", query: ["at", "environment"],
        statuses: [200, 404, 500, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let id = request.values["id"] ?? ""
        let environment = try request.query.environment()
        let asOf = try request.query.instant("at")
        let now = asOf ?? parts.now()
        let known = try await parts.store.asking { store throws(StoreError) in
            try await store.records(ofCustomer: id, environment: environment, asOf: asOf)
        }
        parts.metrics.note(
            known.records.compactMap { StatusDifference($0, configuration: parts.evaluation, asOf: asOf) })
        let answer = CustomerAnswer(
            id: CustomerName.canonical(id), records: known.records, owners: known.owners,
            configuration: parts.evaluation, now: now, asOf: asOf)
        let balances = try await parts.store.asking { store throws(StoreError) in
            try await store.balances(of: answer.lines + answer.conflicts, asOf: asOf)
        }
        return try CustomerEntitlements.response(answer, balances, environment, now: now)
    }

    /// The answer in full; one for an instant depends on nothing that was signed or decided later.
    private static func response(
        _ answer: CustomerAnswer, _ balances: CreditBalances, _ environment: String, now: Int64
    ) throws(Problem) -> HTTPResponse {
        guard !answer.lines.isEmpty || !answer.conflicts.isEmpty else {
            throw Problem(
                404, "customer.unknown", "nothing in \(environment) is known of this customer",
                expected: "an appAccountToken, appTransactionId, originalTransactionId or transactionId, or a customer "
                    + "that something is linked to",
                hint: "another environment is asked by ?environment=")
        }
        var json = answer.json
        json["lines"] = .array(answer.lines.map { balances.json($0) })
        json["conflicts"] = .array(answer.conflicts.map { balances.json($0) })
        json["at"] = .integer(now)
        json["environment"] = .string(environment)
        return .json(JSONWriter(sortsNames: true).bytes(json) + [0x0A])
    }
}
