/// A request that has been checked, and the way it has come by redirects.
struct PreparedRequest: Sendable {
    /// The limits, as they were given.
    let limits: ClientRequest
    private(set) var url: RequestURL
    private(set) var method: String
    private(set) var fields: [ClientField]
    private(set) var body: [UInt8]
    /// Whether the request says how long its body is, even if it is empty.
    private(set) var hasBody: Bool
    /// Milliseconds left for everything.
    private(set) var timeLeft: Int
    private var visited: [String]

    var isHead: Bool { method == "HEAD" }

    init(_ request: ClientRequest) throws(HTTPClientError) {
        try Self.check(request)
        limits = request
        url = try RequestURL(parsing: request.url)
        method = request.method
        fields = request.fields
        body = request.body
        // A method that means to send something says so even when it is nothing (RFC 9110, section 8.6).
        hasBody = !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method)
        timeLeft = request.totalTimeout
        visited = ["\(request.method) \(url.text)"]
    }

    /// Where a response sends the request next; nil when it is to be delivered.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - location: The absolute URL that the response names.
    ///   - elapsed: Milliseconds that this exchange took.
    /// - Returns: The request that comes next, with the time that is left.
    /// - Throws: That the way is too long, goes in a circle, or took too much time.
    func redirected(status: Int, location: String?, elapsed: Int) throws(HTTPClientError) -> PreparedRequest? {
        guard limits.maximumRedirects > 0, [301, 302, 303, 307, 308].contains(status), let location,
            let target = try? RequestURL(parsing: location), target.scheme == url.scheme
        else { return nil }
        var next = self
        next.url = target
        // RFC 9110, sections 15.4.2 to 15.4.4: what was posted is not posted again.
        if status == 303 ? !isHead : status < 303 && method == "POST" {
            next.method = "GET"
            next.body = []
            next.hasBody = false
            next.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        // Who sent the redirect may not have the secrets sent elsewhere.
        if !target.hasSameOrigin(as: url) {
            next.fields.removeAll { $0.isNamed("Authorization") || $0.isNamed("Cookie") }
        }
        let step = "\(next.method) \(target.text)"
        guard !visited.contains(step) else { throw .circularRedirect }
        guard visited.count <= limits.maximumRedirects else { throw .tooManyRedirects(limit: limits.maximumRedirects) }
        next.visited.append(step)
        next.timeLeft -= elapsed
        guard next.timeLeft > 0 else { throw .timedOut(.exchange) }
        return next
    }

    private static func check(_ request: ClientRequest) throws(HTTPClientError) {
        guard ClientField.isToken(request.method.utf8), request.method != "CONNECT" else {
            throw .invalidRequest(.method)
        }
        guard request.method != "HEAD" || request.body.isEmpty else { throw .invalidRequest(.body) }
        for (index, field) in request.fields.enumerated() {
            guard ClientField.isToken(field.name.utf8) else { throw .invalidRequest(.fieldName(index)) }
            guard ClientField.isValue(field.value.utf8) else { throw .invalidRequest(.fieldValue(index)) }
            guard !reserved.contains(where: field.isNamed) else { throw .invalidRequest(.reservedField(index)) }
        }
        let day = 86_400_000
        var bounds: [(String, Int, ClosedRange<Int>)] = [
            ("connect timeout", request.connectTimeout, 1...day),
            ("total timeout", request.totalTimeout, 1...day),
            ("maximum body", request.maximumBody, 0...(1 << 32)),
            ("maximum redirects", request.maximumRedirects, 0...50),
        ]
        if let pace = request.pace {
            bounds.append(("pace in bytes", pace.bytes, 1...(1 << 30)))
            bounds.append(("pace in milliseconds", pace.interval, 0...day))
        }
        for (name, value, range) in bounds where !range.contains(value) { throw .invalidRequest(.limit(name: name)) }
    }

    private static let reserved = [
        "Host", "Connection", "Content-Length", "Transfer-Encoding", "Expect", "TE", "Trailer", "Upgrade",
    ]
}
