/// Carries requests to the App Store and brings the responses; tests bring their own.
public protocol ServerAPITransport: Sendable {
    /// Sends a request once and returns the response, whatever its status.
    ///
    /// - Parameter request: The request, complete.
    /// - Returns: The response.
    /// - Throws: ``ServerAPITransportFailure`` when there is none.
    func send(
        _ request: ServerAPITransportRequest
    ) async throws(ServerAPITransportFailure) -> ServerAPITransportResponse
}

/// A request as it goes over the wire.
public struct ServerAPITransportRequest: Hashable, Sendable {
    /// The method.
    public var method: String
    /// The absolute URL.
    public var url: String
    /// The fields, with the token among them.
    public var fields: [(name: String, value: String)] { storedFields.map { ($0.name, $0.value) } }
    /// The body; empty for none.
    public var body: [UInt8]
    /// Whether it may be sent a second time when a kept connection turns out to be dead.
    public var isRepeatable: Bool

    private let storedFields: [ServerAPIField]

    /// Describes a request.
    public init(
        method: String, url: String, fields: [(name: String, value: String)], body: [UInt8] = [],
        isRepeatable: Bool = true
    ) {
        self.method = method
        self.url = url
        storedFields = fields.map { ServerAPIField(name: $0.name, value: $0.value) }
        self.body = body
        self.isRepeatable = isRepeatable
    }
}

/// A response as it came over the wire.
public struct ServerAPITransportResponse: Hashable, Sendable {
    /// The status.
    public var status: Int
    /// The body.
    public var body: [UInt8]

    private let storedFields: [ServerAPIField]

    /// Describes a response.
    public init(status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        storedFields = fields.map { ServerAPIField(name: $0.name, value: $0.value) }
        self.body = body
    }

    /// The first value of a name, whatever the case of its letters.
    public func field(_ name: String) -> String? {
        let name = name.lowercased()
        return storedFields.first { $0.name.lowercased() == name }?.value
    }
}

/// A field of a head; a tuple would not be `Hashable`.
private struct ServerAPIField: Hashable, Sendable {
    let name: String
    let value: String
}

/// Why there is no response.
public struct ServerAPITransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What it means for whoever might send the request again.
    public enum Kind: Hashable, Sendable {
        /// Nothing was sent: the host cannot be reached.
        case notSent
        /// Something was sent, and nobody knows what became of it.
        case uncertain
        /// It will never work as it is.
        case misconfigured
        /// The task was cancelled.
        case cancelled
    }

    /// What it means.
    public let kind: Kind
    /// One line for people: nothing of the request or the response.
    public let description: String

    /// Describes a failure.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
