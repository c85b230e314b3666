internal import COpenSSL

/// A key that certificates can be issued for and with.
public enum CertificateKey: Sendable {
    /// A key on P-256.
    case p256(P256PrivateKey)
    /// A key on P-384.
    case p384(P384PrivateKey)
    /// An RSA key, as the certificates that sign receipts have.
    case rsa(RSAPrivateKey)
    /// A key that no App Store chain may have; tests need some that are to be refused.
    case refused(RefusedKey)

    var handle: EVPKeyHandle {
        switch self {
        case .p256(let key): key.handle
        case .p384(let key): key.handle
        case .rsa(let key): key.handle
        case .refused(let key): key.handle
        }
    }
}

/// A private key of a kind that App Store chains never have.
public final class RefusedKey: Sendable {
    let handle: EVPKeyHandle

    /// Makes a key on P-521.
    ///
    /// - Returns: The key.
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory.
    public static func p521() throws(OpenSSLError) -> RefusedKey {
        RefusedKey(handle: try EVPKeyHandle(generatingOn: "P-521"))
    }

    /// Makes an RSA key of 2048 bits.
    ///
    /// - Returns: The key.
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory.
    public static func rsa2048() throws(OpenSSLError) -> RefusedKey {
        RefusedKey(handle: try RSAPrivateKey(bits: 2048).handle)
    }

    /// The same key, but with the curve's parameters spelled out where it is encoded (RFC 5480, section 2.1.1).
    ///
    /// - Parameter key: A key on the named curve.
    /// - Returns: The key.
    /// - Throws: ``OpenSSLError`` when there is no memory.
    public static func withExplicitParameters(_ key: CertificateKey) throws(OpenSSLError) -> RefusedKey {
        ERR_clear_error()
        let copy = try unsafe key.handle.withKey { (key) throws(OpenSSLError) in
            guard let copy = unsafe EVP_PKEY_dup(key) else { throw .drainingQueue(after: "EVP_PKEY_dup") }
            return unsafe copy
        }
        let handle = unsafe EVPKeyHandle(adopting: copy)
        guard unsafe EVP_PKEY_set_utf8_string_param(copy, "encoding", "explicit") == 1 else {
            throw .drainingQueue(after: "EVP_PKEY_set_utf8_string_param")
        }
        return RefusedKey(handle: handle)
    }

    private init(handle: EVPKeyHandle) { self.handle = handle }
}
