/// Why a server cannot be started.
package enum HTTPServingError: Error, Hashable, Sendable {
    /// A listen address is not `IPV4:PORT` or `[IPV6]:PORT`.
    case address(text: String, reason: String)
    /// A limit makes no sense.
    case configuration(name: String, reason: String)
    /// The address belongs to another process already.
    case addressInUse(ListenAddress)
    /// The process may not listen there.
    case notPermitted(ListenAddress)
    /// The system refuses to listen, with its error number and text.
    case listen(ListenAddress, number: Int32, text: String)
    /// The certificate and the key cannot be used, in the words of the TLS library.
    case identity(reason: String)
    /// The server library did not start, in its own words.
    case start(reason: String)
}

extension HTTPServingError: CustomStringConvertible {
    /// One line for people; holds no key.
    package var description: String {
        switch self {
        case .address(let text, let reason): "listen address \"\(text.prefix(80))\": \(reason)"
        case .configuration(let name, let reason): "\(name) \(reason)"
        case .addressInUse(let address): "\(address) is in use by another process"
        case .notPermitted(let address): "no permission to listen on \(address)"
        case .listen(let address, _, let text): "cannot listen on \(address): \(text)"
        case .identity(let reason): "certificate and key cannot be used: \(reason)"
        case .start(let reason): "the HTTP server cannot start: \(reason)"
        }
    }
}
