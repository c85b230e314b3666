/// What holds for all requests of a client.
///
/// Connections are shared among the requests, so whom to trust and where to connect cannot differ between them.
package struct ClientConfiguration: Sendable {
    /// The product that the client names itself as.
    package var userAgent: String
    /// Who vouches for servers.
    package var trust: ClientTrust = .system
    /// Which addresses may be connected to.
    package var addresses: AddressPolicy = .all
    /// Requests at one time; more wait for their turn.
    package var maximumTransfers = 64
    /// The longest head of a response, in bytes.
    package var maximumHeadBytes = 64 * 1024
    /// The most fields of a response.
    package var maximumFields = 200

    /// Names the client, with the default limits.
    package init(userAgent: String) {
        self.userAgent = userAgent
    }

    func validate() throws(HTTPClientError) {
        let bounds: [(String, Int, ClosedRange<Int>)] = [
            ("maximum transfers", maximumTransfers, 1...10_000),
            ("maximum head bytes", maximumHeadBytes, 256...(1 << 24)),
            ("maximum fields", maximumFields, 1...100_000),
        ]
        for (name, value, range) in bounds where !range.contains(value) { throw .invalidConfiguration(name: name) }
        guard ClientField.isValue(userAgent.utf8) else { throw .invalidConfiguration(name: "user agent") }
        if case .file(let path) = trust, path.isEmpty || path.utf8.contains(0) { throw .unusableTrust }
        if case .pem(let bytes) = trust, bytes.isEmpty { throw .unusableTrust }
    }
}

/// The certification authorities that servers' certificates may come from.
package enum ClientTrust: Hashable, Sendable {
    /// The system's.
    case system
    /// Those in a PEM file, and no others.
    case file(String)
    /// Those in a PEM text, and no others.
    case pem([UInt8])
}

/// Where a client may connect to, judged on the address itself, whatever name it was found by.
package enum AddressPolicy: Sendable {
    /// Anywhere.
    case all
    /// Not to this host, its networks, or what a cloud tells its machines; see ``PeerAddress/isPublic``.
    case publicOnly
    /// Where the function says yes; it runs on the client's own thread and must not wait.
    case judge(@Sendable (PeerAddress) -> Bool)

    func allows(_ address: PeerAddress) -> Bool {
        switch self {
        case .all: true
        case .publicOnly: address.isPublic
        case .judge(let judge): judge(address)
        }
    }
}
