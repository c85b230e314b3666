/// Why the server answers by itself; what libmicrohttpd refuses on its own is not among these.
package enum HTTPRefusal: Error, Hashable, Sendable {
    /// The first line or the fields are not of the form that RFC 9112 demands.
    case head
    /// The length of the body is told twice, or in a way that two readers could take differently.
    case framing
    /// The body comes in a transfer coding other than `chunked`.
    case transferCoding
    /// The body is longer than `maximum` bytes.
    case bodyTooLarge(maximum: Int)
    /// The server is about to stop.
    case stopping

    /// The status code that says so.
    package var status: Int {
        switch self {
        case .head, .framing: 400
        case .transferCoding: 501
        case .bodyTooLarge: 413
        case .stopping: 503
        }
    }
}

extension HTTPRefusal: CustomStringConvertible {
    /// One line for people; holds nothing of the request.
    package var description: String {
        switch self {
        case .head: "malformed request"
        case .framing: "ambiguous length of the body"
        case .transferCoding: "unsupported transfer coding"
        case .bodyTooLarge(let maximum): "the body is larger than \(maximum) bytes"
        case .stopping: "the server is stopping"
        }
    }
}
