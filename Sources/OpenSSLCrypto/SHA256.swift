internal import COpenSSL

/// The hash function SHA-256 (FIPS 180-4), in one call or in steps.
public struct SHA256: Sendable {
    // The low-level context lives on the stack. The EVP interface would look the algorithm up and allocate for each
    // digest, which costs several times the hashing of a short message.
    private var context = SHA256_CTX()

    /// Starts a digest of no bytes.
    public init() {
        // SHA256_Init and its companions only return 0 for a null pointer.
        _ = unsafe SHA256_Init(&context)
    }

    /// Appends bytes to the message.
    public mutating func update(_ bytes: [UInt8]) { update(bytes[...]) }

    /// Appends bytes to the message.
    public mutating func update(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            _ = unsafe SHA256_Update(&context, buffer.baseAddress, buffer.count)
        }
    }

    /// The digest of everything appended so far; more may be appended afterwards.
    public func finish() -> SHA256Digest {
        var copy = context
        var words: SHA256Digest.Words = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { bytes in
            _ = unsafe SHA256_Final(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), &copy)
        }
        return SHA256Digest(bigEndian: words)
    }

    /// Digests bytes in one call.
    public static func digest(of bytes: [UInt8]) -> SHA256Digest { digest(of: bytes[...]) }

    /// Digests bytes in one call.
    public static func digest(of bytes: ArraySlice<UInt8>) -> SHA256Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }
}
