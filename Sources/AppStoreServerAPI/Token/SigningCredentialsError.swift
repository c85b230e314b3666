public import OpenSSLCrypto

/// Why a key of App Store Connect cannot be used; holds nothing of it.
@nonexhaustive public enum SigningCredentialsError: Error, Hashable, Sendable {
    /// An id is empty.
    case missing(name: String)
    /// The text is no private key in PKCS#8.
    case noKey
    /// The key is encrypted, which App Store Connect's never are.
    case encrypted
    /// The key is of another kind than P-256.
    case otherKind(PublicKeyKind)
    /// The text is damaged.
    case unreadable
}

extension SigningCredentialsError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .missing(let name): "\(name) is missing"
        case .noKey: "there is no private key in PKCS#8 (-----BEGIN PRIVATE KEY-----)"
        case .encrypted: "the private key is encrypted"
        case .otherKind(let kind): "the private key is \(kind), not EC P-256"
        case .unreadable: "the private key cannot be read"
        }
    }
}
