internal import COpenSSL

/// The keyed hash HMAC with SHA-256 (RFC 2104, FIPS 198-1).
public enum HMACSHA256 {
    /// How many bytes a code has.
    public static let byteCount = 32

    /// Authenticates a message.
    ///
    /// - Parameters:
    ///   - message: The bytes to authenticate.
    ///   - key: The secret; any number of bytes.
    /// - Returns: The 32 bytes of the code.
    /// - Throws: ``OpenSSLError`` when OpenSSL cannot hash.
    public static func code(for message: [UInt8], key: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        ERR_clear_error()
        var written: UInt32 = 0
        // A null pointer for the key would ask for the key of a call before.
        let key = key.isEmpty ? [0] : key
        let code = unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            let result = unsafe HMAC(
                EVP_sha256(), key, Int32(clamping: key.count), message, message.count, buffer.baseAddress, &written)
            count = unsafe result == nil ? 0 : Int(written)
        }
        guard code.count == byteCount else { throw .drainingQueue(after: "HMAC") }
        return code
    }
}
