/// A whole request.
package struct HTTPRequest: Sendable {
    /// What came before the body.
    package let head: HTTPRequestHead
    /// The body without transfer coding, not longer than was accepted.
    package let body: [UInt8]

    /// The method in the client's spelling.
    package var method: String { head.method }

    /// The path with its escapes and without the query.
    package var path: String { head.path }

    /// The segments of the path, each decoded for itself.
    package var pathSegments: [String] { head.pathSegments }

    /// The pairs of the query, decoded, in the order they came.
    package var query: [HTTPFields.Field] { head.query }

    /// The text of the peer's address, without a port.
    package var peerAddress: String { head.peer.description }

    /// Whether the peer is on this host.
    package var isLoopbackPeer: Bool { head.isLoopbackPeer }

    /// The first value of a field, whatever the case of its name.
    package func header(_ name: String) -> String? { head.header(name) }
}
