internal import COpenSSL

/// Owns one EVP_PKEY object.
@safe final class EVPKeyHandle: Sendable {
    // Safe to share: a key is never changed after it was made, and OpenSSL locks its own caches.
    private nonisolated(unsafe) let key: OpaquePointer

    /// Takes over the reference.
    init(adopting key: OpaquePointer) { unsafe self.key = key }

    deinit { unsafe EVP_PKEY_free(key) }

    /// Lends the pointer to `body`, which must not keep it.
    func withKey<Success, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Success
    ) throws(Failure) -> Success { try unsafe body(key) }

    /// The subject public key info (RFC 5280, section 4.1.2.7).
    var subjectPublicKeyInfo: [UInt8] { unsafe DER.encoding(of: key, by: i2d_PUBKEY) }

    /// The public point: 4, then x, then y (SEC 1, section 2.3.3).
    func uncompressedPoint() throws(OpenSSLError) -> [UInt8] {
        ERR_clear_error()
        var point: UnsafeMutablePointer<UInt8>?
        let length = unsafe EVP_PKEY_get1_encoded_public_key(key, &point)
        guard length > 0, let point = unsafe point else {
            throw .drainingQueue(after: "EVP_PKEY_get1_encoded_public_key")
        }
        defer { unsafe copenssl_free(point) }
        return unsafe [UInt8](UnsafeBufferPointer(start: point, count: length))
    }
}

extension EVPKeyHandle {
    /// Makes a new key on a named curve.
    convenience init(generatingOn curve: String) throws(OpenSSLError) {
        ERR_clear_error()
        guard let key = unsafe copenssl_generate_ec_key(curve) else { throw .drainingQueue(after: "EVP_EC_gen") }
        unsafe self.init(adopting: key)
    }

    /// Reads an unencrypted private key, PKCS#8 (`PRIVATE KEY`) or SEC 1 (`EC PRIVATE KEY`).
    ///
    /// The kind is read from the encoded public key, so that explicit parameters do not pass as a named curve.
    convenience init(privateKeyPEM pem: String, kind: PublicKeyKind) throws(OpenSSLError) {
        let input = try MemoryBuffer(reading: [UInt8](pem.utf8))
        ERR_clear_error()
        guard let key = unsafe copenssl_read_private_key(input.bio) else {
            throw .drainingQueue(after: "PEM_read_bio_PrivateKey")
        }
        ERR_clear_error()
        unsafe self.init(adopting: key)
        let found = try PublicKeyKind(subjectPublicKeyInfo: subjectPublicKeyInfo)
        guard found == kind else { throw .unsupportedKey(found) }
        try checkPair()
    }

    /// Whether the private number belongs to the public point; a signature made otherwise would never verify.
    private func checkPair() throws(OpenSSLError) {
        try unsafe withKey { (key) throws(OpenSSLError) in
            guard let context = unsafe EVP_PKEY_CTX_new(key, nil) else {
                throw .drainingQueue(after: "EVP_PKEY_CTX_new")
            }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            guard unsafe EVP_PKEY_pairwise_check(context) == 1 else {
                throw .drainingQueue(after: "EVP_PKEY_pairwise_check")
            }
        }
    }

    /// The private key as unencrypted PKCS#8.
    func privateKeyPEM() throws(OpenSSLError) -> String {
        let output = try MemoryBuffer()
        try unsafe withKey { (key) throws(OpenSSLError) in
            guard unsafe copenssl_write_private_key(output.bio, key) == 1 else {
                throw .drainingQueue(after: "PEM_write_bio_PKCS8PrivateKey")
            }
        }
        return output.text
    }
}

extension PublicKeyKind {
    /// Reads the kind from the DER of a subject public key info.
    init(subjectPublicKeyInfo der: [UInt8]) throws(OpenSSLError) {
        ERR_clear_error()
        var consumed = 0
        let info = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress else { return nil }
            var cursor: UnsafePointer<UInt8>? = unsafe start
            guard let info = unsafe d2i_X509_PUBKEY(nil, &cursor, bytes.count), let end = unsafe cursor else {
                return nil
            }
            consumed = unsafe end - start
            return unsafe info
        }
        guard let info = unsafe info else { throw .drainingQueue(after: "d2i_X509_PUBKEY") }
        defer { unsafe X509_PUBKEY_free(info) }
        ERR_clear_error()
        guard consumed == der.count else { throw .trailingBytes(der.count - consumed) }
        self = unsafe PublicKeyKind(subjectPublicKeyInfo: info)
    }
}
