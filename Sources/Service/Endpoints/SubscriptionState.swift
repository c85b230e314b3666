internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import StrictJSON

/// Answers how one line of purchases stands, and why.
struct SubscriptionState: Endpoint {
    static let operation = Operation(
        method: "GET", path: "/v1/subscriptions/{originalTransactionId}", query: ["at", "environment"],
        statuses: [200, 404, 500, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let id = request.values["originalTransactionId"] ?? ""
        let environment = try request.query.environment()
        let asOf = try request.query.instant("at")
        let records = try await parts.store.asking { store throws(StoreError) in
            var records: [LineRecord] = []
            for line in try await store.lines(originalTransactionId: id, environment: environment) {
                if let record = try await store.line(line) { records.append(record) }
            }
            return records
        }
        let differences = records.compactMap { StatusDifference($0, configuration: parts.evaluation, asOf: asOf) }
        parts.metrics.note(differences)
        let now = asOf ?? parts.now()
        let answers = records.flatMap {
            Evaluator.evaluate($0, configuration: parts.evaluation, now: now, asOf: asOf)
        }.sorted(by: EntitlementAnswer.isListedBefore)
        let balances = try await parts.store.asking { store throws(StoreError) in
            try await store.balances(of: answers, asOf: asOf)
        }
        guard !answers.isEmpty else {
            throw Problem(
                404, "subscription.unknown", "nothing in \(environment) is known of this line",
                expected: "an originalTransactionId", hint: "another environment is asked by ?environment=")
        }
        // Xcode's ids, and those of other apps, may be equal.
        let json: JSONValue = [
            "at": .integer(now),
            "environment": .string(environment),
            "lines": .array(answers.map { balances.json($0) }),
            "originalTransactionId": .string(id),
            "statusDifferences": .array(
                differences.map { ["state": .string($0.state.rawValue), "status": .integer($0.status)] }),
        ]
        return .json(JSONWriter(sortsNames: true).bytes(json) + [0x0A])
    }
}
