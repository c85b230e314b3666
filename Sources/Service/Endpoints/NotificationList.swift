internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import StrictJSON

/// Lists the notifications that came, a page at a time; with `outcome=rejected` what was not verified.
struct NotificationList: Endpoint {
    static let operation = Operation(
        method: "GET", path: "/v1/notifications",
        query: ["after", "limit", "order", "environment", "bundleId", "type", "outcome"], statuses: [200, 500, 503])

    let parts: ServiceParts

    /// What is asked for.
    enum Question: Hashable, Sendable {
        /// A page of the log.
        case notifications(NotificationQuery)
        /// A page of what was rejected, which has an order of its own.
        case rejected(after: Int64?, limit: Int)
    }

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let (rows, limit): ([(sequence: Int64, json: JSONValue)], Int)
        switch try NotificationList.question(request.query) {
        case .notifications(let query):
            let page = try await parts.store.asking { store throws(StoreError) in try await store.notifications(query) }
            (rows, limit) = (page.map { ($0.sequence, $0.json) }, query.limit)
        case .rejected(let after, let count):
            let page = try await parts.store.asking { store throws(StoreError) in
                try await store.rejected(after: after, limit: count)
            }
            (rows, limit) = (page.map { ($0.sequence, $0.json) }, count)
        }
        // A full page may be the last; the next is empty then.
        let next = rows.count == limit ? rows.last.map { String($0.sequence) } : nil
        return .json(["notifications": .array(rows.map(\.json)), "next": .optional(next)])
    }

    /// Reads the query.
    static func question(_ query: QueryParameters) throws(Problem) -> Question {
        let after = try query.integer("after", in: 0...Int64.max)
        let limit = Int(try query.integer("limit", in: 1...500) ?? 100)
        let order = try query.choice("order", among: ["oldest", "newest"])
        // A duplicate leaves no row of its own.
        let outcomes = ProcessingOutcome.allCases.filter { $0 != .duplicate }
        let outcome = try query.choice("outcome", among: outcomes.map(\.rawValue))
            .flatMap { ProcessingOutcome(rawValue: $0) }
        let environment = try query.choice("environment", among: QueryParameters.environments)
        let (bundleId, type) = (try query.text("bundleId"), try query.text("type"))
        guard outcome == .rejected else {
            return .notifications(
                NotificationQuery(
                    after: after, limit: limit, isNewestFirst: order == "newest", environment: environment,
                    bundleId: bundleId, type: type, outcome: outcome))
        }
        guard environment == nil, bundleId == nil, type == nil, order != "newest" else {
            throw Problem(
                400, "request.parameter", "what was rejected has no verified members to select by, and one order",
                expected: "outcome=rejected with after and limit alone")
        }
        return .rejected(after: after, limit: limit)
    }
}
