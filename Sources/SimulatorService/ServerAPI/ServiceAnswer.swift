package import HTTPServing
package import StrictJSON

/// What is answered to a request, before HTTP carries it.
package struct ServiceAnswer: Hashable, Sendable {
    /// The status.
    package var status: Int
    /// Fields beside those that the body asks for.
    package var fields: [String: String] = [:]
    /// The body; empty for none.
    package var body: [UInt8] = []
    /// The body's media type.
    package var contentType = "application/json"

    /// Answers with a status and no body.
    package init(status: Int, fields: [String: String] = [:]) {
        self.status = status
        self.fields = fields
    }

    /// Answers with JSON.
    package init(status: Int = 200, json: JSONValue, fields: [String: String] = [:]) {
        self.status = status
        self.fields = fields
        body = JSONWriter().bytes(json)
    }

    /// The answer as the HTTP server takes it.
    package var response: HTTPResponse {
        var headers = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if !body.isEmpty { headers.append(("Content-Type", contentType)) }
        headers.append(("Cache-Control", "no-store"))
        return HTTPResponse(status: status, headers: headers, body: body)
    }
}
