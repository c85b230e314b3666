/// Everything of a request that comes before its body.
package struct HTTPRequestHead: Sendable {
    /// The method in the client's spelling; methods are case-sensitive.
    package let method: String
    /// The fields; their size is bounded by the configuration.
    package let fields: HTTPFields
    /// The address of the client, or of the last proxy.
    package let peer: IPAddress
    let target: RequestTarget
    let framing: BodyFraming

    /// The path with its escapes and without the query; `*` in `OPTIONS *`.
    package var path: String { target.path }

    /// The segments of the path, each decoded for itself: `/a%2Fb/` has `a/b` and an empty one.
    package var pathSegments: [String] { target.segments }

    /// The pairs of the query, decoded, in the order they came.
    package var query: [HTTPFields.Field] { target.parameters }

    /// The length of the body that is announced; nil when it comes in chunks of unknown number.
    package var contentLength: UInt64? {
        switch framing {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
    }

    /// Whether the peer is on this host.
    package var isLoopbackPeer: Bool { peer.isLoopback }

    /// The first value of a field, whatever the case of its name.
    package func header(_ name: String) -> String? { fields[name] }
}
