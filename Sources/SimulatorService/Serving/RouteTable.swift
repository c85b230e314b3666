internal import AppStoreModels
internal import HTTPServing
internal import StrictJSON

/// All that is served.
package enum RouteTable {
    /// The routes.
    package static let all: [Route] =
        ServerEndpoint.allCases.map { Route($0) } + ControlRoutes.all + [verifyReceipt, description]

    /// The route for a request, and the values in its path.
    ///
    /// - Throws: The answer to a request that fits none.
    package static func route(
        method: String, segments: [String]
    ) -> Result<(route: Route, values: [String: String]), RouteRefusal> {
        let fitting = all.compactMap { route in route.path.values(in: segments).map { (route: route, values: $0) } }
        // A path that is described word for word comes before one with places in it, whatever the method.
        let fewest = fitting.map(\.values.count).min()
        let matches = fitting.filter { $0.values.count == fewest }
        for match in matches
        where match.route.method == method || (match.route.method == "GET" && method == "HEAD") {
            return .success(match)
        }
        return .failure(matches.isEmpty ? .path : .method(allowed: matches.map(\.route.method)))
    }

    private static let verifyReceipt = Route(
        id: "verifyReceipt", tag: "Server API", method: "POST", path: "/verifyReceipt",
        summary: "Says that receipts are not verified here.",
        success: Route.Success(status: 410, description: "It is gone.", schema: ["type": "object"]),
        isServerAPI: true
    ) { _, _ in
        ServiceAnswer(
            status: 410,
            json: [
                "status": 21_000,
                "message":
                    "verifyReceipt is deprecated; ask GET /inApps/v2/history/{anyTransactionId} and GET /inApps/v1/subscriptions/{anyTransactionId}",
            ])
    }

    private static let description = Route(
        id: "openapi", tag: "Description", method: "GET", path: "/openapi.json",
        summary: "Describes everything that is served.",
        success: Route.Success(description: "The description, OpenAPI 3.1.", schema: ["type": "object"])
    ) { _, _ in ServiceAnswer(json: InterfaceDescription.document(of: RouteTable.all)) }
}

/// Why no route fits a request.
package enum RouteRefusal: Error, Hashable, Sendable {
    /// There is nothing at the path.
    case path
    /// The path is asked by other methods.
    case method(allowed: [String])
    /// A body that must be JSON is called something else.
    case mediaType
    /// A page from elsewhere asks.
    case foreignOrigin

    /// The answer.
    package var answer: ServiceAnswer {
        switch self {
        case .path: return ControlProblem.missing("there is nothing at this path; see /openapi.json").answer
        case .method(let allowed):
            let list = allowed.joined(separator: ", ")
            var answer = ControlProblem(405, "request.method", "this path is asked by \(list)").answer
            answer.fields["Allow"] = list
            return answer
        case .mediaType:
            return ControlProblem(415, "request.media_type", "the body must be sent as application/json").answer
        case .foreignOrigin:
            return ControlProblem(
                403, "request.origin", "a page from elsewhere may not drive this store; leave the Origin field out"
            ).answer
        }
    }
}

extension Route {
    /// Serves an operation of the Server API.
    init(_ endpoint: ServerEndpoint) {
        let (summary, query, body, success) = endpoint.words
        self.init(
            id: endpoint.rawValue, tag: "Server API", method: endpoint.method, path: endpoint.path, summary: summary,
            query: query, body: body,
            success: Success(
                status: endpoint.successStatus, description: "As the App Store answers.",
                schema: success.map { ServerEndpoint.object($0) }),
            failures: [(401, "The token is missing or wrong; WWW-Authenticate says why. There is no body.")]
                + Dictionary(grouping: endpoint.documentedErrors, by: \.httpStatus).sorted { $0.key < $1.key }
                .map { status, codes in
                    (status, codes.map { String($0.rawValue) }.sorted().joined(separator: ", "))
                } + [(429, "4290000, with Retry-After in milliseconds since 1970."), (500, "5000000, 5000001")],
            failureContentType: "application/json", isServerAPI: true
        ) { store, request in await store.serve(endpoint, request) }
    }
}
