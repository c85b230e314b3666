/// A server's certificate chain and its private key, as PEM text.
package struct TLSIdentity: Hashable, Sendable {
    let certificatePEM: [UInt8]
    let keyPEM: [UInt8]

    /// Holds the texts; they are looked at when the server starts.
    ///
    /// - Parameters:
    ///   - certificatePEM: The server's own certificate first, then the intermediates.
    ///   - keyPEM: The key of the first certificate, without a pass phrase.
    package init(certificatePEM: [UInt8], keyPEM: [UInt8]) {
        self.certificatePEM = certificatePEM
        self.keyPEM = keyPEM
    }
}

extension TLSIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text, so that no key is ever logged.
    package var description: String { "TLSIdentity" }

    /// The same fixed text.
    package var debugDescription: String { description }

    /// No children, since `dump` would show the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
