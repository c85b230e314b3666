internal import HTTPServing
internal import StrictJSON

/// The description of everything that is served (OpenAPI 3.1), made of the table of routes.
enum InterfaceDescription {
    static func document(of routes: [Route]) -> JSONValue {
        var paths: JSONValue = .object([])
        for route in routes {
            var operations = paths[route.path.description] ?? .object([])
            operations[route.method.lowercased()] = operation(route)
            paths[route.path.description] = operations
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Storekeeper's simulated App Store", "version": "1",
                "summary": "The App Store Server API, answered by a simulated store, and the interface that drives it.",
                "description": .string(about),
            ],
            "servers": [["url": "http://127.0.0.1:8090"]],
            "paths": paths,
            "components": [
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                        "description":
                            "Signed by the key of GET /control/v1/credentials, as App Store Connect's keys sign.",
                    ]
                ]
            ],
        ]
    }

    private static func operation(_ route: Route) -> JSONValue {
        var json: JSONValue = [
            "operationId": .string(route.id), "summary": .string(route.summary), "tags": [.string(route.tag)],
            "security": route.isServerAPI && route.id != "verifyReceipt" ? [["token": []]] : [],
        ]
        if let details = route.details { json["description"] = .string(details) }
        let path = route.path.names.map { name -> JSONValue in
            ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string", "minLength": 1]]
        }
        let query = route.query.map { parameter -> JSONValue in
            [
                "name": .string(parameter.name), "in": "query", "required": false,
                "description": .string(parameter.description), "schema": parameter.schema,
            ]
        }
        if !(path + query).isEmpty { json["parameters"] = .array(path + query) }
        if let body = route.body {
            json["requestBody"] = ["required": true, "content": ["application/json": ["schema": body]]]
        }
        var responses: JSONValue = .object([])
        var success: JSONValue = ["description": .string(route.success.description)]
        if let schema = route.success.schema {
            success["content"] = .object([JSONMember(route.success.contentType, ["schema": schema])])
        }
        responses[String(route.success.status)] = success
        for failure in route.failures {
            var answer: JSONValue = ["description": .string(failure.description)]
            if failure.status != 401 {
                answer["content"] = .object([JSONMember(route.failureContentType, ["schema": ["type": "object"]])])
            }
            responses[String(failure.status)] = answer
        }
        json["responses"] = responses
        return json
    }

    private static let about = """
        Times are milliseconds since 1970-01-01T00:00:00Z. Paths below /inApps are the App Store's own, with its \
        errors and its token, which is judged by real time. Paths below /control drive the store; they ask for no \
        token and are served to this machine only. Their errors are problem documents (RFC 9457) with a stable code.
        """
}
