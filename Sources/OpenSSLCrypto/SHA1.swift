internal import COpenSSL

/// The hash function SHA-1 (FIPS 180-4): for names by RFC 9562 and the device's hash in receipts, which ask for it.
///
/// Never where somebody could gain by a collision.
public enum SHA1 {
    /// How many bytes a digest has.
    public static let byteCount = 20

    /// Digests bytes in one call.
    ///
    /// - Parameter bytes: The message.
    /// - Returns: The 20 bytes of the digest.
    /// - Throws: ``OpenSSLError`` when OpenSSL does not offer SHA-1.
    public static func digest(of bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        ERR_clear_error()
        let digest = unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            var written = 0
            let status = unsafe EVP_Q_digest(nil, "SHA1", nil, bytes, bytes.count, buffer.baseAddress, &written)
            count = status == 1 ? written : 0
        }
        guard digest.count == byteCount else { throw .drainingQueue(after: "EVP_Q_digest") }
        return digest
    }
}
