internal import COpenSSL

/// A private RSA key, for test authorities that sign receipts.
public final class RSAPrivateKey: Sendable {
    let handle: EVPKeyHandle

    /// Makes a new key.
    ///
    /// - Parameter bits: The size of the modulus; Apple's keys have 2048.
    /// - Throws: ``OpenSSLError`` when there is no randomness or memory, or OpenSSL makes no key of that size.
    public init(bits: Int = 2048) throws(OpenSSLError) {
        ERR_clear_error()
        guard let size = Int(exactly: bits), size > 0, let key = unsafe copenssl_generate_rsa_key(size) else {
            throw .drainingQueue(after: "EVP_RSA_gen")
        }
        handle = unsafe EVPKeyHandle(adopting: key)
    }
}

extension Certificate {
    /// The size of the subject's RSA key in bits; `nil` for a key of another kind, or one that cannot be read.
    public var rsaKeyBits: Int? {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return unsafe withX509 { x509 in
            guard let key = unsafe X509_get0_pubkey(x509), unsafe EVP_PKEY_get_base_id(key) == NID_rsaEncryption else {
                return nil
            }
            return unsafe Int(EVP_PKEY_get_bits(key))
        }
    }
}
