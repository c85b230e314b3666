/// A private key on the curve P-256, for ES256 signatures.
public final class P256PrivateKey: Sendable {
    let handle: EVPKeyHandle
    /// The same key, for signing.
    let signing: P256SigningKey
    /// The public half.
    public let publicKey: P256PublicKey

    /// Makes a new key.
    ///
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory.
    public convenience init() throws(OpenSSLError) {
        try self.init(handle: EVPKeyHandle(generatingOn: "P-256"))
    }

    /// Reads an unencrypted PEM text: PKCS#8, as in Apple's `.p8` files, or SEC 1.
    ///
    /// - Parameter pem: The text.
    /// - Throws: ``OpenSSLError``, `unsupportedKey` for a key of another kind.
    public convenience init(pem: String) throws(OpenSSLError) {
        try self.init(handle: EVPKeyHandle(privateKeyPEM: pem, kind: .p256))
    }

    private init(handle: EVPKeyHandle) throws(OpenSSLError) {
        self.handle = handle
        signing = try P256SigningKey(handle)
        publicKey = try P256PublicKey(spki: handle.subjectPublicKeyInfo)
    }

    /// The key as unencrypted PKCS#8 in PEM.
    ///
    /// - Returns: The text, which must be kept secret.
    /// - Throws: ``OpenSSLError`` when there is no memory.
    public func pem() throws(OpenSSLError) -> String { try handle.privateKeyPEM() }
}
