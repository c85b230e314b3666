/// A whole answer to a request.
///
/// `Content-Length`, `Date`, `Connection` and `Transfer-Encoding` are the server's business: fields of these names are
/// left out, as is a field whose name or value could break the head. Answers to HEAD keep the length and lose the body.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code, 200 to 599; any other is answered as 500.
    package var status: Int
    /// The fields in the order they are sent.
    package var fields: HTTPFields
    /// The body.
    package var body: [UInt8]
    /// Makes the body while it is sent, instead of `body`; the length is not known then.
    package var stream: ResponseStream?

    /// Answers with a status, fields and a body.
    package init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
        self.status = status
        fields = HTTPFields(headers)
        self.body = body
    }

    /// Answers with plain text in UTF-8.
    package static func text(
        _ text: String, status: Int = 200, headers: [(String, String)] = []
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8")] + headers, body: Array(text.utf8))
    }

    /// Answers with JSON, which the caller has written.
    package static func json(
        _ body: [UInt8], status: Int = 200, contentType: String = "application/json", headers: [(String, String)] = []
    ) -> HTTPResponse {
        HTTPResponse(status: status, headers: [("Content-Type", contentType)] + headers, body: body)
    }
}
