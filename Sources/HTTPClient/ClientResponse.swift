/// A whole response, and facts about how it came.
package struct ClientResponse: Hashable, Sendable {
    /// The status code.
    package let status: Int
    /// The fields of the head in the order they came; trailers are dropped.
    package let fields: [ClientField]
    /// The body without transfer coding.
    package let body: [UInt8]
    /// Whether the body was longer, and was cut as asked.
    package let isCut: Bool
    /// The address that was connected to.
    package let peer: PeerAddress?
    /// Whether the connection was there before this request.
    package let isReused: Bool
    /// How long it took.
    package let timings: TransferTimings

    /// The first value of a name, whatever the case of its letters.
    package func field(_ name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }
}

/// Microseconds from the start of a transfer until a stage was over; 0 for a stage that there was not.
///
/// After redirects they tell of the last exchange only.
package struct TransferTimings: Hashable, Sendable {
    /// Until the host's addresses were known.
    package let nameLookup: Int
    /// Until there was a connection.
    package let connect: Int
    /// Until TLS was spoken on it.
    package let tls: Int
    /// Until the response was complete.
    package let total: Int
}
