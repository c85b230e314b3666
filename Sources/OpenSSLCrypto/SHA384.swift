internal import COpenSSL

/// The hash function SHA-384 (FIPS 180-4).
public enum SHA384 {
    /// How many bytes a digest has.
    public static let byteCount = 48

    /// Digests bytes in one call.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            // The low-level call cannot fail; it writes exactly this many bytes.
            _ = unsafe copenssl_sha384(bytes, bytes.count, buffer.baseAddress)
            count = byteCount
        }
    }
}
