internal import COpenSSL

/// The hash function under a signature.
public enum SignatureDigest: Hashable, Sendable {
    /// SHA-1, which receipts were signed with until 2023.
    case sha1
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512, which no App Store chain uses; tests need one that is to be refused.
    case sha512

    /// OpenSSL's constant object.
    var method: OpaquePointer? {
        switch self {
        case .sha1: unsafe EVP_sha1()
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        case .sha512: unsafe EVP_sha512()
        }
    }
}

extension EVPKeyHandle {
    /// Signs by ECDSA; the result is r || s with `width` bytes each.
    func sign(_ message: [UInt8], digest: SignatureDigest, width: Int) throws(OpenSSLError) -> [UInt8] {
        ERR_clear_error()
        let der = try unsafe withKey { (key) throws(OpenSSLError) -> [UInt8] in
            guard let context = unsafe EVP_MD_CTX_new() else { throw .drainingQueue(after: "EVP_MD_CTX_new") }
            defer { unsafe EVP_MD_CTX_free(context) }
            var length = 0
            guard unsafe EVP_DigestSignInit(context, nil, digest.method, nil, key) == 1,
                unsafe EVP_DigestSign(context, nil, &length, message, message.count) == 1
            else { throw .drainingQueue(after: "EVP_DigestSignInit") }
            let signature = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                let result = unsafe EVP_DigestSign(context, buffer.baseAddress, &length, message, message.count)
                count = result == 1 ? min(length, buffer.count) : 0
            }
            guard !signature.isEmpty else { throw .drainingQueue(after: "EVP_DigestSign") }
            return signature
        }
        guard let raw = ECDSASignature.raw(der: der, width: width) else { throw .drainingQueue(after: "d2i_ECDSA_SIG") }
        return raw
    }
}
