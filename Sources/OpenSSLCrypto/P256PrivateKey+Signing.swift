internal import COpenSSL

/// Owns one low-level EC_KEY object, which signs digests without the look-ups of the EVP interface.
///
/// `EVP_DigestSign` looks an algorithm up, duplicates the key's context and writes DER for each signature, which was
/// measured at a sixth of its time. The arithmetic below both is the same, constant in time.
@safe final class P256SigningKey: Sendable {
    // Safe to share: a key is never changed after it was made, and signing only reads it.
    private nonisolated(unsafe) let key: OpaquePointer

    /// Takes a reference to the key inside a handle.
    init(_ handle: EVPKeyHandle) throws(OpenSSLError) {
        ERR_clear_error()
        let found = unsafe handle.withKey { unsafe EVP_PKEY_get1_EC_KEY($0) }
        guard let found = unsafe found else { throw .drainingQueue(after: "EVP_PKEY_get1_EC_KEY") }
        unsafe key = found
    }

    deinit { unsafe EC_KEY_free(key) }

    /// Signs a digest; the result is r || s.
    func sign(_ digest: SHA256Digest) throws(OpenSSLError) -> [UInt8] {
        ERR_clear_error()
        let signature = unsafe digest.withUnsafeBytes { bytes in
            unsafe ECDSA_do_sign(bytes, Int32(SHA256Digest.byteCount), key)
        }
        guard let signature = unsafe signature else { throw .drainingQueue(after: "ECDSA_do_sign") }
        defer { unsafe ECDSA_SIG_free(signature) }
        let half = Int32(P256Signature.byteCount / 2)
        let raw = unsafe [UInt8](unsafeUninitializedCapacity: P256Signature.byteCount) { buffer, count in
            guard let start = buffer.baseAddress,
                unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, half) == half,
                unsafe BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + Int(half), half) == half
            else { return }
            count = P256Signature.byteCount
        }
        guard raw.count == P256Signature.byteCount else { throw .drainingQueue(after: "BN_bn2binpad") }
        return raw
    }
}

extension P256PrivateKey {
    /// Signs a message by ECDSA with SHA-256.
    ///
    /// Two signatures of one message differ, since each needs a fresh random number.
    ///
    /// - Parameter message: The bytes to sign.
    /// - Returns: 64 bytes, r || s.
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory.
    public func sign(_ message: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try signing.sign(SHA256.digest(of: message))
    }

    /// Signs a message whose SHA-256 digest is known, by ECDSA.
    ///
    /// - Parameter digest: The digest of the message.
    /// - Returns: 64 bytes, r || s.
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory.
    public func sign(digest: SHA256Digest) throws(OpenSSLError) -> [UInt8] { try signing.sign(digest) }

    /// Signs by OpenSSL's high-level interface and throws the signature away; a yardstick for measurements.
    ///
    /// - Parameter message: The bytes to sign.
    /// - Returns: How many bytes the signature has in DER.
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory.
    package func signByReference(_ message: [UInt8]) throws(OpenSSLError) -> Int {
        ERR_clear_error()
        return try unsafe handle.withKey { (key) throws(OpenSSLError) -> Int in
            guard let context = unsafe EVP_MD_CTX_new() else { throw .drainingQueue(after: "EVP_MD_CTX_new") }
            defer { unsafe EVP_MD_CTX_free(context) }
            guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1 else {
                throw .drainingQueue(after: "EVP_DigestSignInit")
            }
            var length = 72  // The longest DER of two numbers of 32 bytes.
            let signature = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                let result = unsafe EVP_DigestSign(context, buffer.baseAddress, &length, message, message.count)
                count = result == 1 ? length : 0
            }
            guard !signature.isEmpty else { throw .drainingQueue(after: "EVP_DigestSign") }
            return signature.count
        }
    }
}
