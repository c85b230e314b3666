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
        let records = try await parts.store.asking { store throws(StoreError) in
            try await store.records(ofCustomer: id, environment: environment, asOf: asOf)
        }
        parts.metrics.note(
            records.compactMap { StatusDifference($0, configuration: parts.evaluation, asOf: asOf) })
        return try CustomerEntitlements.answer(
            id, environment, records, parts.evaluation, now: asOf ?? parts.now(), asOf: asOf)
    }

    /// The answer from records; one for an instant depends on nothing that was signed later, not even its status.
    static func answer(
        _ id: String, _ environment: String, _ records: [LineRecord], _ evaluation: EvaluationConfiguration,
        now: Int64, asOf: Int64?
    ) throws(Problem) -> HTTPResponse {
        let answer = CustomerAnswer(id: id, records: records, configuration: evaluation, now: now, asOf: asOf)
        guard !answer.lines.isEmpty || !answer.conflicts.isEmpty else {
            throw Problem(
                404, "customer.unknown", "nothing in \(environment) is known of this customer",
                expected: "an appAccountToken, appTransactionId, originalTransactionId or transactionId",
                hint: "another environment is asked by ?environment=")
        }
        var json = answer.json
        json["at"] = .integer(now)
        json["environment"] = .string(environment)
        return .json(JSONWriter(sortsNames: true).bytes(json) + [0x0A])
    }
}
