internal import StrictJSON

/// One request to the App Store Server API, as a value: nothing is sent yet.
public struct ServerAPIRequest: Hashable, Sendable {
    /// The statuses of a success; Apple documents 200 and 202, for some operations none.
    public static let successStatuses = 200...299

    /// The operation.
    public let endpoint: ServerAPIEndpoint
    /// The method.
    public let method: ServerAPIMethod
    /// The path, every value in it percent-encoded.
    public let path: String
    /// The query, in its order.
    public internal(set) var query: [ServerAPIQueryItem]
    /// The body.
    public let body: ServerAPIBody

    /// Puts a request together.
    ///
    /// - Parameters:
    ///   - endpoint: The operation.
    ///   - method: The method.
    ///   - template: The path, with names in braces where values go.
    ///   - values: The values, by their names in the template.
    ///   - query: The query.
    ///   - body: The body.
    /// - Throws: ``ServerAPIError``, `invalidRequest`, when a value can stand in no path.
    init(
        _ endpoint: ServerAPIEndpoint, _ method: ServerAPIMethod, _ template: StaticString,
        _ values: KeyValuePairs<String, String> = [:], query: [ServerAPIQueryItem] = [], body: ServerAPIBody = .none
    ) throws(ServerAPIError) {
        self.endpoint = endpoint
        self.method = method
        self.query = query
        self.body = body
        var path = ""
        for segment in "\(template)".split(separator: "/") {
            path += "/"
            guard segment.hasPrefix("{"), segment.hasSuffix("}") else {
                path += segment
                continue
            }
            let name = String(segment.dropFirst().dropLast())
            let value = values.first { $0.key == name }?.value ?? ""
            path += try URLText.segment(value, name: name)
        }
        self.path = path
    }

    /// The path with its query, as it is sent.
    public var target: String {
        guard !query.isEmpty else { return path }
        let pairs = query.map { "\(URLText.encoded($0.name))=\(URLText.encoded($0.value))" }
        return path + "?" + pairs.joined(separator: "&")
    }

    /// The same request with a parameter replaced, or with `nil` left out.
    func setting(_ name: String, to value: String?) -> ServerAPIRequest {
        var copy = self
        copy.query.removeAll { $0.name == name }
        if let value { copy.query.append(ServerAPIQueryItem(name, value)) }
        return copy
    }
}
