internal import StrictJSON

/// One operation in the words of OpenAPI.
struct OperationDescription {
    /// A parameter of the path, the query or the header.
    struct Parameter {
        var name: String
        var place = "query"
        var isRequired = false
        var description: String
        var schema: JSONValue

        static func path(_ name: String, _ description: String) -> Parameter {
            Parameter(
                name: name, place: "path", isRequired: true, description: description,
                schema: ["type": "string", "minLength": 1])
        }

        static func query(_ name: String, _ description: String, _ schema: JSONValue = ["type": "string"]) -> Parameter
        {
            Parameter(name: name, description: description, schema: schema)
        }

        static let at = query(
            "at",
            "The instant asked about, in milliseconds or ISO 8601 in UTC: only what was signed by then counts. Without "
                + "it everything counts, at the server's clock.",
            ["oneOf": [["type": "integer", "format": "int64"], ["type": "string", "format": "date-time"]]])

        static func environment(_ description: String) -> Parameter {
            query("environment", description, ["enum": ["Production", "Sandbox", "Xcode", "LocalTesting"]])
        }
    }

    var id: String
    var summary: String
    var description: String?
    var parameters: [Parameter] = []
    /// The media types of the body and the schema of each.
    var body: [(String, JSONValue)] = []
    /// Whether there must be a body.
    var isBodyRequired = true
    /// What status 200 means, and its content.
    var success: (description: String, content: [(String, JSONValue)])
    /// The statuses that are answered with a problem document.
    var problems: [Int] = []
    /// Other statuses with a content of their own.
    var others: [(Int, String, [(String, JSONValue)])] = []
    /// Whether it belongs to the public listener.
    var isPublic = false
    /// Whether a token may be asked for.
    var isOpen = false

    /// The operation object.
    var json: JSONValue {
        var json: JSONValue = [
            "operationId": .string(id),
            "summary": .string(summary),
            "tags": [.string(isPublic ? "public" : "private")],
        ]
        if let description { json["description"] = .string(description) }
        if isPublic {
            json["servers"] = [
                ["url": "http://127.0.0.1:8080", "description": "the public listener, as it is without configuration"]
            ]
        }
        if isPublic || isOpen { json["security"] = [] }
        if !parameters.isEmpty { json["parameters"] = .array(parameters.map(OperationDescription.json)) }
        if !body.isEmpty {
            json["requestBody"] = [
                "required": .boolean(isBodyRequired), "content": OperationDescription.content(body),
            ]
        }
        json["responses"] = .object(responses)
        return json
    }

    private var responses: [JSONMember] {
        let good: JSONValue = [
            "description": .string(success.description), "content": OperationDescription.content(success.content),
        ]
        let problem = OperationDescription.content([("application/problem+json", .schema("Problem"))])
        let bad = problems.map { status in
            (status, ["description": .string(OperationDescription.meaning(status)), "content": problem] as JSONValue)
        }
        let other = others.map { status, description, content in
            (
                status,
                ["description": .string(description), "content": OperationDescription.content(content)] as JSONValue
            )
        }
        return ([(200, good)] + bad + other).sorted { $0.0 < $1.0 }.map { JSONMember(String($0.0), $0.1) }
    }

    private static func json(_ parameter: Parameter) -> JSONValue {
        [
            "name": .string(parameter.name),
            "in": .string(parameter.place),
            "required": .boolean(parameter.isRequired),
            "description": .string(parameter.description),
            "schema": parameter.schema,
        ]
    }

    private static func content(_ content: [(String, JSONValue)]) -> JSONValue {
        .object(content.map { type, schema in JSONMember(type, ["schema": schema]) })
    }

    private static func meaning(_ status: Int) -> String {
        switch status {
        case 400: "The input can never be verified as it is, or a parameter is wrong; the code says what."
        case 401: "A token is configured, and the request brings none or another one."
        case 404: "Nothing is known of it."
        case 409: "It cannot be done as things stand; the code says why."
        case 413: "The body is longer than the configured limit."
        case 415: "The media type is not application/json."
        case 422: "It can never be done as it is asked; the code says why."
        case 500: "A defect of this program."
        default: "The store cannot be used now; the field Retry-After says when to send the same request again."
        }
    }
}

extension JSONValue {
    /// A reference to a schema of the document.
    static func schema(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }
}
