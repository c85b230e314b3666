internal import AppStoreVerification
internal import EntitlementStorage
internal import Entitlements
internal import HTTPServing
internal import StrictJSON

/// Links a line, or the download of an app, to a customer of the operator's.
struct CustomerLinking: Endpoint {
    static let operation = Operation(
        method: "PUT", path: "/v1/customers/{id}/links", query: ["environment", "bundleId"], body: .any,
        statuses: [200, 400, 404, 409, 500, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let customer = try CustomerLinking.customer(request)
        let body = try BodyMembers(request.body, known: CustomerLinking.members)
        let policy = try body.choice("policy", among: LinkPolicy.allCases.map(\.rawValue))
            .flatMap(LinkPolicy.init(rawValue:))
        let by = try body.line("by")
        let token = try CustomerLinking.token(of: body)
        let target = try await LinkTargets(parts: parts).target(
            of: body, environment: try request.query.environment(), bundleId: try request.query.text("bundleId"),
            peer: request.peer)
        let asked = LinkRequest(
            subject: target.subject, customer: customer, ownToken: token, signedTokens: target.signedTokens,
            policy: policy ?? parts.linkPolicy, by: by, now: parts.now())
        let result = try await parts.store.asking { store throws(StoreError) in try await store.link(asked) }
        return .json(try CustomerLinking.json(result, asked))
    }

    static let members = [
        "originalTransactionId", "appTransactionId", "signedTransactionInfo", "signedAppTransactionInfo", "policy",
        "appAccountToken", "by",
    ]

    /// The customer of the path, in the form in which it is kept.
    static func customer(_ request: EndpointRequest) throws(Problem) -> String {
        let id = request.values["id"] ?? ""
        guard CustomerName.isAcceptable(id) else {
            throw Problem(
                400, "customer.id", "the path names no customer",
                expected: "1 to \(CustomerName.limit) bytes without control characters; zeros stand for nobody",
                got: String(id.prefix(80)))
        }
        return CustomerName.canonical(id)
    }

    /// The token by which the customer is known to the App Store, which always is a UUID.
    private static func token(of body: BodyMembers) throws(Problem) -> String? {
        guard let token = try body.text("appAccountToken") else { return nil }
        guard CustomerName.isUUID(token), AppAccountToken.normalized(token) != nil else {
            throw BodyMembers.problem(
                "appAccountToken", "is no token", expected: "a UUID other than zeros", got: String(token.prefix(80)),
                hint: "storekeeper account-token derives one from an id of your own")
        }
        return token
    }

    private static func json(_ result: LinkResult, _ asked: LinkRequest) throws(Problem) -> JSONValue {
        let (outcome, others): (String, [String]) =
            switch result {
            case .linked(_, let link): (link.action.rawValue, link.before)
            case .unchanged(let others): ("unchanged", others)
            case .kept(let others): ("kept", others)
            case .rejected(let others):
                throw Problem(
                    409, "link.conflict", "another customer has it", expected: "nobody else, under the policy reject",
                    got: others.joined(separator: ", "),
                    hint: "name the customer's own appAccountToken, or a policy: keep, transfer or share")
            }
        var json = asked.subject.linkJSON
        json["customer"] = .string(asked.customer)
        json["outcome"] = .string(outcome)
        json["policy"] = .string(asked.policy.rawValue)
        if !others.isEmpty { json["conflict"] = ["customers": .array(others.map(JSONValue.string))] }
        return json
    }
}

/// Shows what a customer is or was linked to, with all that was decided about it.
struct CustomerLinkList: Endpoint {
    static let operation = Operation(
        method: "GET", path: "/v1/customers/{id}/links", query: ["environment"], statuses: [200, 400, 500, 503])

    let parts: ServiceParts

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse {
        let customer = try CustomerLinking.customer(request)
        let environment = try request.query.environment()
        let entries = try await parts.store.asking { store throws(StoreError) in
            try await store.ledger(ofCustomer: customer, environment: environment)
        }
        let links = Dictionary(grouping: entries, by: \.subject).sorted { $0.key.precedes($1.key) }
        return .json([
            "customer": .string(customer), "environment": .string(environment),
            "links": .array(links.map { CustomerLinkList.json($0, $1, customer) }),
        ])
    }

    private static func json(_ subject: LedgerSubject, _ entries: [LedgerEntry], _ customer: String) -> JSONValue {
        let owners = LinkHistory(entries).owners
        var json = subject.linkJSON
        json["linked"] = .boolean(owners.has(customer))
        json["customers"] = .array(owners.customers.map(JSONValue.string))
        json["exclusive"] = .boolean(owners.isExclusive)
        json["history"] = .array(
            LinkHistory.ordered(entries).map { at, link in
                [
                    "at": .integer(at), "action": .string(link.action.rawValue),
                    "customer": .string(link.customer), "by": .optional(link.by),
                    "before": .array(link.before.map(JSONValue.string)),
                ]
            })
        return json
    }
}

extension LedgerSubject {
    /// What names the subject in answers.
    fileprivate var linkJSON: JSONValue {
        [
            "environment": .string(scope.environment), "bundleId": .string(scope.bundleId),
            "originalTransactionId": .optional(kind == .line ? id : nil),
            "appTransactionId": .optional(kind == .download ? id : nil),
        ]
    }

    fileprivate func precedes(_ other: LedgerSubject) -> Bool {
        if scope != other.scope { return scope < other.scope }
        if kind != other.kind { return kind.storedNumber < other.kind.storedNumber }
        return IdentifierOrder.compare(id, other.id) < 0
    }
}
