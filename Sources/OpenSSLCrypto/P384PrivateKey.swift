/// A private key on the curve P-384, for certification authorities.
public final class P384PrivateKey: Sendable {
    let handle: EVPKeyHandle

    /// Makes a new key.
    ///
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory.
    public init() throws(OpenSSLError) { handle = try EVPKeyHandle(generatingOn: "P-384") }

    /// Reads an unencrypted PEM text, PKCS#8 or SEC 1.
    ///
    /// - Parameter pem: The text.
    /// - Throws: ``OpenSSLError``, `unsupportedKey` for a key of another kind.
    public init(pem: String) throws(OpenSSLError) { handle = try EVPKeyHandle(privateKeyPEM: pem, kind: .p384) }

    /// Signs a message by ECDSA with SHA-384.
    ///
    /// - Parameter message: The bytes to sign.
    /// - Returns: 96 bytes, r || s.
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory.
    public func sign(_ message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try handle.sign(message, digest: .sha384, width: 48)
    }

    /// The key as unencrypted PKCS#8 in PEM.
    ///
    /// - Returns: The text, which must be kept secret.
    /// - Throws: ``OpenSSLError`` when there is no memory.
    public func pem() throws(OpenSSLError) -> String { try handle.privateKeyPEM() }
}
