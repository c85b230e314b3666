internal import HTTPServing
internal import StrictJSON

/// Shows the description of the whole interface, both listeners' (OpenAPI 3.1).
struct InterfaceDescription: Endpoint {
    static let operation = Operation(method: "GET", path: "/openapi.json", statuses: [200])

    /// The document.
    static let document: JSONValue = [
        "openapi": "3.1.0",
        "info": [
            "title": "Storekeeper",
            "version": "1",
            "summary": "Takes App Store Server Notifications V2 and answers what customers may use.",
            "description": .string(about),
        ],
        "servers": [
            ["url": "http://127.0.0.1:8081", "description": "the private listener, as it is without configuration"]
        ],
        "security": [["token": []], [:]],
        "paths": paths,
        "components": [
            "schemas": schemas,
            "securitySchemes": [
                "token": [
                    "type": "http", "scheme": "bearer",
                    "description": "A line of the token file; none is asked for where no token file is configured.",
                ]
            ],
        ],
    ]

    private static let bytes = JSONWriter(isIndented: true).bytes(document) + [0x0A]

    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse { .json(InterfaceDescription.bytes) }

    private static let about = """
        Times are milliseconds since 1970-01-01T00:00:00Z. Questions about one customer or one line answer for \
        Production unless another environment is named; listings cover every environment. Paths that are not described \
        are answered 404, other methods 405 with the field Allow. What cannot be read as HTTP is answered 400 or 501, \
        and while the service stops everything is answered 503. Every error is a problem document (RFC 9457) whose \
        member code is stable and shared with the command line.
        """
}
