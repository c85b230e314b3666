/// A request, and what its sender will put up with.
package struct ClientRequest: Sendable {
    /// The method.
    package var method: String
    /// An http or https URL without credentials; a fragment is dropped.
    package var url: String
    /// The fields in the order they are sent.
    ///
    /// Host, Connection, Content-Length, Transfer-Encoding, Expect, TE, Trailer and Upgrade are the client's business.
    package var fields: [ClientField]
    /// The body.
    package var body: [UInt8]
    /// Milliseconds until there is a connection, TLS included.
    package var connectTimeout = 10_000
    /// Milliseconds until the response is complete, redirects included.
    ///
    /// Counted from the time that the transfer begins: waiting for its turn costs nothing.
    package var totalTimeout = 30_000
    /// The longest body of a response, in bytes.
    package var maximumBody = 1 << 20
    /// Whether a longer body is cut there, and the response delivered, in place of an error.
    package var cutsLongBody = false
    /// How many redirects are followed; none by default, so that a redirect is a response like any other.
    ///
    /// Only to URLs with the same scheme. Redirects that are not followed for that are delivered as they came.
    package var maximumRedirects = 0
    /// Sends the body slowly; nil sends it as fast as it goes.
    package var pace: BodyPace?
    /// Whether the connection is closed as soon as the request is sent; the answer is then ``HTTPClientError/disconnected``.
    package var disconnectsAfterSending = false

    /// Asks for a URL with the default limits.
    package init(_ method: String, _ url: String, fields: [ClientField] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }

    /// Refuses a URL that no request can be sent to, without sending one.
    package static func check(url: String) throws(HTTPClientError) { _ = try RequestURL(parsing: url) }
}

/// The speed of a sender that takes its time.
package struct BodyPace: Hashable, Sendable {
    /// Bytes in one piece.
    package let bytes: Int
    /// Milliseconds from one piece to the next.
    package let interval: Int

    /// Sends a piece, then waits.
    package init(bytes: Int, interval: Int) {
        self.bytes = bytes
        self.interval = interval
    }
}
