internal import HTTPServing
internal import StrictJSON

/// The operations by which tests and people drive the store.
enum ControlRoutes {
    static let all: [Route] =
        actions + purchases + clock + settings + looking + notifications + faults + delivery + keys

    /// Describes one operation of the control interface.
    static func route(
        _ id: String, _ method: String, _ path: PathTemplate, _ summary: String, details: String? = nil,
        query: [Route.Parameter] = [], body: JSONValue? = nil, success: String = "Done.",
        schema: JSONValue? = ["type": "object"], problems: [Int] = [],
        answer: @escaping @Sendable (ServedStore, ServiceRequest) async throws(ControlProblem) -> JSONValue?
    ) -> Route {
        var problems = problems
        problems.append(400)
        if body != nil { problems.append(415) }
        if method != "GET" { problems.append(403) }
        let known = query.map(\.name)
        let success = Route.Success(
            status: schema == nil ? 204 : 200, description: success, schema: schema)
        return Route(
            id: id, tag: "Control", method: method, path: path, summary: summary, details: details, query: query,
            body: body, success: success, failures: Set(problems).sorted().map { ($0, meaning($0)) }
        ) { store, request in
            do throws(ControlProblem) {
                if body == nil { try refuseBody(request) }
                for (place, field) in request.query.enumerated()
                where request.query.prefix(place).contains(where: { $0.name == field.name }) {
                    throw ControlProblem(
                        400, "request.parameter", "the query has \"\(field.name.prefix(80))\" more than once")
                }
                for field in request.query where !known.contains(field.name) {
                    let list = known.isEmpty ? "there is none" : "there are \(known.joined(separator: ", "))"
                    throw ControlProblem(
                        400, "request.parameter", "no query parameter is called \"\(field.name.prefix(80))\"; \(list)")
                }
                guard let json = try await answer(store, request) else { return ServiceAnswer(status: 204) }
                return ServiceAnswer(json: json)
            } catch {
                return error.answer
            }
        }
    }

    /// Refuses a body where none is read: who sends one believes that it matters.
    private static func refuseBody(_ request: ServiceRequest) throws(ControlProblem) {
        if request.body.isEmpty { return }
        let root = try? JSONDocument(parsing: request.body).root
        guard let root, root.kind == .object, root.members.allSatisfy({ _ in false }) else {
            throw .body("no body is read here; leave it out")
        }
    }

    private static func meaning(_ status: Int) -> String {
        switch status {
        case 400: "The body or a parameter is not what it must be."
        case 403: "A page of another server asks, as its Origin says."
        case 404: "Nothing is known of it."
        case 409: "The store refuses; the detail says why."
        default: "The body must be sent as application/json."
        }
    }

    /// The body as an object that has no other members than those known.
    static func object(_ request: ServiceRequest, known: [String]) throws(ControlProblem) -> JSONNode {
        let root: JSONNode
        do throws(JSONError) { root = try JSONDocument(parsing: request.body).root } catch {
            throw .body("the body is not JSON: \(error)")
        }
        guard root.kind == .object else { throw .body("the body must be a JSON object") }
        for member in root.members where !known.contains(member.name) {
            throw .body(
                "no member is called \"\(member.name.prefix(80))\"; there are \(known.joined(separator: ", "))")
        }
        return root
    }

    /// The operation of the Server API that a path names.
    static func endpoint(_ request: ServiceRequest) throws(ControlProblem) -> ServerEndpoint {
        let name = request[value: "endpoint"]
        guard let endpoint = ServerEndpoint(rawValue: name) else {
            let list = ServerEndpoint.allCases.map(\.rawValue).joined(separator: ", ")
            throw .missing("no endpoint is called \"\(name.prefix(80))\"; there are \(list)")
        }
        return endpoint
    }
}
