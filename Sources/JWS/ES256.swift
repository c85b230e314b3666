public import OpenSSLCrypto

/// ECDSA on P-256 with SHA-256 (RFC 7518, section 3.4).
public enum ES256 {
    /// Verifies a signature over a message.
    ///
    /// - Parameters:
    ///   - message: The bytes that were signed.
    ///   - signature: r || s, 64 bytes. Low and high s are both valid.
    ///   - key: The key that must have made the signature.
    /// - Throws: ``JWSError``, `signatureForm` or `signatureInvalid`.
    public static func verify(message: [UInt8], signature: [UInt8], key: P256PublicKey) throws(JWSError) {
        try verify(message: message[...], signature: signature, key: key)
    }

    /// Verifies a signature over a message.
    ///
    /// - Parameters:
    ///   - message: The bytes that were signed.
    ///   - signature: r || s, 64 bytes. Low and high s are both valid.
    ///   - key: The key that must have made the signature.
    /// - Throws: ``JWSError``, `signatureForm` or `signatureInvalid`.
    public static func verify(message: ArraySlice<UInt8>, signature: [UInt8], key: P256PublicKey) throws(JWSError) {
        guard signature.count == P256Signature.byteCount else {
            throw .signatureForm(.length(found: signature.count))
        }
        guard let signature = P256Signature(signature) else { throw .signatureForm(.range) }
        guard key.isValidSignature(signature, for: message) else { throw .signatureInvalid }
    }

    /// Verifies a JWS over the characters that were received, never over anything encoded again.
    ///
    /// - Parameters:
    ///   - jws: The JWS, whose header must have been checked.
    ///   - key: The key that must have made the signature.
    /// - Throws: ``JWSError``, `signatureForm` or `signatureInvalid`.
    public static func verify(_ jws: CompactJWS, key: P256PublicKey) throws(JWSError) {
        try verify(message: jws.signingInput, signature: jws.signature, key: key)
    }
}
