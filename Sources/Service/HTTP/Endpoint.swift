internal import HTTPServing

/// One operation of the interface.
protocol Endpoint: Sendable {
    /// What it is asked by, and what it may answer.
    static var operation: Operation { get }

    /// Answers a request that fits the operation.
    func answer(_ request: EndpointRequest) async throws(Problem) -> HTTPResponse
}

/// What an operation is asked by, and what it may answer.
struct Operation: Sendable {
    /// How a body is taken.
    enum Body: Hashable, Sendable {
        /// There is none; one that comes is ignored.
        case none
        /// Only with the media type `application/json`.
        case json
        /// Whatever its media type says: the content is judged.
        case any
    }

    /// The method, such as `GET`; `GET` stands for `HEAD` too.
    let method: String
    /// The path.
    let path: PathTemplate
    /// The query parameters that are known; nil takes any and ignores all.
    var query: [String]? = []
    /// How a body is taken.
    var body = Body.none
    /// Whether it answers without a token.
    var isOpen = false
    /// What the endpoint itself may answer.
    let statuses: [Int]

    /// Whether a method asks for this operation.
    func isAsked(by method: String) -> Bool {
        self.method == method || (self.method == "GET" && method == "HEAD")
    }

    /// What may be answered by the endpoint or on its behalf.
    func statuses(on listener: Listener) -> Set<Int> {
        var all = Set(statuses)
        if let query, !query.isEmpty { all.insert(400) }
        if listener == .closed, !isOpen { all.insert(401) }
        if body != .none { all.insert(413) }
        if body == .json { all.insert(415) }
        return all
    }
}

/// A request that fits an operation.
struct EndpointRequest: Sendable {
    /// The values in the path.
    var values: [String: String] = [:]
    /// The query.
    var query = QueryParameters()
    /// The body.
    var body: [UInt8] = []
    /// The address of the client, or of the last proxy.
    var peer = ""
    /// The `Last-Event-ID` field: the last event that a reader of a stream has.
    var lastEventID: String?
    /// The `Idempotency-Key` fields, of which there should be one: by it the same request is known again.
    var idempotencyKeys: [String] = []
}
