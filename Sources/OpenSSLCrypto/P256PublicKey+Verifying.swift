internal import COpenSSL
internal import Synchronization

extension P256PublicKey {
    /// Whether a signature over a message is this key's, by ECDSA with SHA-256.
    ///
    /// - Parameters:
    ///   - signature: 64 bytes, r || s. Low and high s are both valid; r and s must be in 1 ..< n.
    ///   - message: The bytes that were signed.
    /// - Returns: `false` also for a signature of the wrong form.
    public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        isValidSignature(signature, for: message[...])
    }

    /// Whether a signature over a message is this key's, by ECDSA with SHA-256.
    ///
    /// - Parameters:
    ///   - signature: 64 bytes, r || s. Low and high s are both valid; r and s must be in 1 ..< n.
    ///   - message: The bytes that were signed.
    /// - Returns: `false` also for a signature of the wrong form.
    public func isValidSignature(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool {
        guard let signature = P256Signature(signature) else { return false }
        return isValidSignature(signature, for: message)
    }

    /// Whether a well-formed signature over a message is this key's, by ECDSA with SHA-256.
    public func isValidSignature(_ signature: P256Signature, for message: ArraySlice<UInt8>) -> Bool {
        let digest = SHA256.digest(of: message)
        if let table = tableForNextVerification(), let answer = table.isValid(signature, digest: digest) {
            return answer
        }
        return isValidByReference(signature, digest: digest)
    }

    /// Verifies by OpenSSL's high-level interface, without any table.
    package func isValidByReference(_ signature: P256Signature, digest: SHA256Digest) -> Bool {
        guard let der = ECDSASignature.der(raw: signature.bytes) else { return false }
        let digest = digest.bytes
        ERR_clear_error()
        defer { ERR_clear_error() }
        return unsafe handle.withKey { key in
            guard let context = unsafe EVP_PKEY_CTX_new(key, nil) else { return false }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            guard unsafe EVP_PKEY_verify_init(context) == 1 else { return false }
            // 1 yes, 0 no, below 0 could not be tried: only 1 is a yes.
            return unsafe EVP_PKEY_verify(context, der, der.count, digest, digest.count) == 1
        }
    }
}

extension P256PublicKey {
    /// How many verifications a key does without a table.
    ///
    /// A table costs as much time as it saves in some 500 verifications. Commands that check a few payloads must not
    /// pay for it; whoever has checked this many is likely to check many more under the same leaf.
    static let verificationsBeforeTable = 128

    /// The table, if there is one; the call that makes it worthwhile computes it, and others go without meanwhile.
    private func tableForNextVerification() -> P256VerificationTable? {
        if let table = table.load() { return table }
        let count = verificationCount.wrappingAdd(1, ordering: .relaxed).oldValue
        return count == P256PublicKey.verificationsBeforeTable ? buildTable() : nil
    }

    /// Computes the table and keeps it; `nil` when OpenSSL cannot, which is then not tried again.
    @discardableResult
    func buildTable() -> P256VerificationTable? {
        P256VerificationTable(x963: x963).map { table.storeIfNil($0) }
    }
}
