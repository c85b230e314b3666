internal import COpenSSL

/// What is to be put into a signed message; each part can be set alone, so that a test breaks exactly one rule.
///
/// This is for test authorities. It signs what it is told to, sound or not.
package struct SignedMessageTemplate: Sendable {
    /// What is signed.
    package var content: [UInt8]
    /// The certificate that the signer names as its own.
    package var signer: Certificate
    /// The key that signs, normally that of the signer's certificate.
    package var key: CertificateKey
    /// The certificates inside.
    package var certificates: [Certificate]
    /// The hash function of the signature.
    package var digest: SignatureDigest = .sha256
    /// Whether lengths are left open and the content stands in pieces, as Xcode writes messages.
    package var isIndefinite = false
    /// Whether the content stays out of the message.
    package var isDetached = false
    /// Whether attributes are signed in place of the content, one of which is its digest.
    package var hasSignedAttributes = false
    /// How many signers sign, all with the same key.
    package var signerCount = 1

    package init(content: [UInt8], signer: Certificate, key: CertificateKey, certificates: [Certificate]) {
        self.content = content
        self.signer = signer
        self.key = key
        self.certificates = certificates
    }

    /// Signs the message.
    ///
    /// - Returns: The message in DER, or in BER where its lengths are left open.
    /// - Throws: ``OpenSSLError`` when key and certificate do not fit, or some part cannot be encoded.
    package func sign() throws(OpenSSLError) -> [UInt8] {
        let input = try MemoryBuffer(reading: content)
        let output = try MemoryBuffer()
        ERR_clear_error()
        defer { ERR_clear_error() }
        var flags = UInt32(CMS_BINARY) | UInt32(CMS_PARTIAL) | UInt32(CMS_NOSMIMECAP)
        if isDetached { flags |= UInt32(CMS_DETACHED) }
        if isIndefinite { flags |= UInt32(CMS_STREAM) }
        guard let message = unsafe CMS_sign(nil, nil, nil, nil, flags) else { throw .drainingQueue(after: "CMS_sign") }
        defer { unsafe CMS_ContentInfo_free(message) }
        for certificate in certificates {
            let added = unsafe certificate.withX509 { unsafe CMS_add1_cert(message, $0) }
            guard added == 1 else { throw .drainingQueue(after: "CMS_add1_cert") }
        }
        let signerFlags = flags | UInt32(CMS_NOCERTS) | (hasSignedAttributes ? 0 : UInt32(CMS_NOATTR))
        for _ in 0..<signerCount {
            let isAdded = unsafe signer.withX509 { x509 in
                unsafe key.handle.withKey { key in
                    unsafe CMS_add1_signer(message, x509, key, digest.method, signerFlags) != nil
                }
            }
            guard isAdded else { throw .drainingQueue(after: "CMS_add1_signer") }
        }
        if isIndefinite {
            let flags = Int32(truncatingIfNeeded: flags & ~UInt32(CMS_PARTIAL))
            guard unsafe i2d_CMS_bio_stream(output.bio, message, input.bio, flags) == 1 else {
                throw .drainingQueue(after: "i2d_CMS_bio_stream")
            }
            return output.bytes
        }
        guard unsafe CMS_final(message, input.bio, nil, flags) == 1 else { throw .drainingQueue(after: "CMS_final") }
        return unsafe DER.encoding(of: message, by: i2d_CMS_ContentInfo)
    }
}
