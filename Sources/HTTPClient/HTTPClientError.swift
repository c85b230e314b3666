/// Why a request has no response, by the stage that it ended in.
package enum HTTPClientError: Error, Hashable, Sendable {
    /// A limit or a text of the configuration makes no sense.
    case invalidConfiguration(name: String)
    /// The certificates to trust cannot be read.
    case unusableTrust
    /// The request was not sent, because of what is wrong with it.
    case invalidRequest(RequestFault)
    /// The host's name has no address, or nobody could be asked for it.
    case nameLookupFailed
    /// The policy refused every address of the host; this is the last of them.
    case addressRefused(PeerAddress)
    /// No address of the host takes a connection; the system's error number, 0 where it gave none.
    case connectionFailed(number: Int32)
    /// There is a connection but no TLS on it.
    case tlsFailed(TLSFault)
    /// The time was over; the stage that took too long.
    case timedOut(TimeoutStage)
    /// The connection ended before the head of a response had come whole.
    case connectionLost(sent: SentPart)
    /// The head of the response is longer, or has more fields, than was allowed.
    case headTooLarge
    /// The body of the response is longer than was allowed.
    case bodyTooLarge(limit: Int)
    /// What came is no HTTP response, or not all of one.
    case responseBroken(ResponseFault)
    /// A redirect leads to where the request has been before.
    case circularRedirect
    /// There are more redirects than were allowed.
    case tooManyRedirects(limit: Int)
    /// The request was sent and the connection closed, as was asked.
    case disconnected
    /// The task was cancelled.
    case cancelled
    /// The client was closed.
    case shutDown
    /// curl failed for a reason of its own: its result code.
    case failed(code: UInt32)
}

/// What is wrong with a request.
package enum RequestFault: Hashable, Sendable {
    /// The method is no token, or is CONNECT.
    case method
    /// The URL cannot be read, or is too long.
    case url
    /// The URL's scheme is not http or https.
    case scheme
    /// The URL holds a user name or a password.
    case credentialsInURL
    /// The name of a field is no token; the index of the field.
    case fieldName(Int)
    /// The value of a field holds a control character; the index of the field.
    case fieldValue(Int)
    /// The field is the client's own business; the index of the field.
    case reservedField(Int)
    /// HEAD with a body.
    case body
    /// A time, a bound or a pace is out of its range.
    case limit(name: String)
}

/// What kept TLS from being spoken.
package enum TLSFault: Hashable, Sendable {
    /// The server's certificate is not trusted; OpenSSL's result of the verification.
    case untrusted(verification: Int)
    /// The server's certificate is trusted, but for another host.
    case otherHost
    /// The two sides found no common way, or the connection broke before there was one.
    case handshake
}

/// What a transfer was doing when its time was over.
package enum TimeoutStage: Hashable, Sendable {
    /// Asking for the host's addresses.
    case nameLookup
    /// Connecting, TLS included.
    case connection
    /// Sending, or waiting for all of the response.
    case exchange
}

/// How much of a request left this host.
package enum SentPart: Hashable, Sendable {
    /// No byte.
    case nothing
    /// Some of it.
    case part
    /// All of it, whether the server took it or not.
    case all
}

/// What is wrong with a response.
package enum ResponseFault: Hashable, Sendable {
    /// It breaks the rules of HTTP.
    case malformed
    /// It ended before its end.
    case incomplete
}

extension HTTPClientError: CustomStringConvertible {
    /// One line for people; holds nothing of the request or the response.
    package var description: String {
        switch self {
        case .invalidConfiguration(let name): "\(name) of the http client is out of range"
        case .unusableTrust: "the certificates to trust cannot be read"
        case .invalidRequest(let fault): "the request cannot be sent: \(fault)"
        case .nameLookupFailed: "the host name has no address"
        case .addressRefused(let address): "connections to \(address) are not allowed"
        case .connectionFailed(let number): "no connection (error number \(number))"
        case .tlsFailed(.otherHost): "the certificate is for another host"
        case .tlsFailed(.untrusted(let verification)): "the certificate is not trusted (verification \(verification))"
        case .tlsFailed(.handshake): "no tls on the connection"
        case .timedOut(.nameLookup): "timed out looking up the host name"
        case .timedOut(.connection): "timed out connecting"
        case .timedOut(.exchange): "timed out waiting for the response"
        case .connectionLost(.nothing): "connection lost before the request was sent"
        case .connectionLost(.part): "connection lost while the request was sent"
        case .connectionLost(.all): "connection lost before a response"
        case .headTooLarge: "the head of the response is too large"
        case .bodyTooLarge(let limit): "the body of the response has more than \(limit) bytes"
        case .responseBroken(.malformed): "the response is not valid http"
        case .responseBroken(.incomplete): "the response ended before its end"
        case .circularRedirect: "the redirects go in a circle"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .disconnected: "disconnected after sending, as asked"
        case .cancelled: "cancelled"
        case .shutDown: "the http client is closed"
        case .failed(let code): "curl failed with code \(code)"
        }
    }
}
