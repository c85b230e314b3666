internal import HTTPServing

/// Finds the endpoint for a request, and refuses what no endpoint takes.
struct Router: Sendable {
    /// What is known of a request before its body.
    struct Head: Sendable {
        var method: String
        /// The decoded segments of the path.
        var segments: [String]
        /// The `Authorization` field.
        var authorization: String?
        /// The `Content-Type` field.
        var contentType: String?
    }

    /// An endpoint and the values in the path.
    struct Match: Sendable {
        let endpoint: any Endpoint
        let values: [String: String]
        var operation: Operation { type(of: endpoint).operation }
    }

    /// The endpoints.
    let endpoints: [any Endpoint]
    /// The tokens that a request must bring one of; nil asks for none.
    let tokens: AccessTokens?

    /// The endpoint for a request.
    ///
    /// Without a token not even the paths can be told apart, but for those that ask for none.
    func route(_ head: Head) throws(Problem) -> Match {
        let matches = endpoints.compactMap { endpoint in
            type(of: endpoint).operation.path.values(in: head.segments).map { Match(endpoint: endpoint, values: $0) }
        }
        let match = matches.first { $0.operation.isAsked(by: head.method) }
        // A path that answers everybody is no secret to other methods either.
        let isOpen = match.map(\.operation.isOpen) ?? matches.contains { $0.operation.isOpen }
        if let tokens, !isOpen, !tokens.accept(head.authorization) {
            throw Router.unauthorized(isGiven: head.authorization != nil)
        }
        guard let match else { throw Router.missing(head, methods: matches.map(\.operation.method)) }
        if match.operation.body == .json, !MediaType.isJSON(head.contentType) {
            throw Problem(
                415, "request.media_type", "the body must be JSON", expected: "Content-Type: application/json",
                got: head.contentType.map { String($0.prefix(80)) } ?? "none")
        }
        return match
    }

    private static func unauthorized(isGiven: Bool) -> Problem {
        var problem = Problem(
            401, "request.unauthorized", isGiven ? "the token is not known" : "a token is needed",
            expected: "Authorization: Bearer TOKEN", hint: "use a line of the token file")
        problem.fields.append("WWW-Authenticate", isGiven ? "Bearer error=\"invalid_token\"" : "Bearer")
        return problem
    }

    private static func missing(_ head: Head, methods: [String]) -> Problem {
        guard !methods.isEmpty else {
            return Problem(404, "request.path", "there is nothing at this path", hint: "see /openapi.json")
        }
        let allowed = methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }.joined(separator: ", ")
        var problem = Problem(
            405, "request.method", "this path is not asked by this method", expected: allowed,
            got: String(head.method.prefix(20)))
        problem.fields.append("Allow", allowed)
        return problem
    }
}

extension Router.Head {
    /// Reads the head of a request.
    init(_ head: HTTPRequestHead) {
        self.init(
            method: head.method, segments: head.pathSegments, authorization: head.header("Authorization"),
            contentType: head.header("Content-Type"))
    }
}
