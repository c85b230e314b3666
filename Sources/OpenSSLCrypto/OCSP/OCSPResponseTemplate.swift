internal import COpenSSL

/// What a responder is to answer; each part can be set alone, so that a test breaks exactly one rule.
package struct OCSPResponseTemplate: Sendable {
    /// The nonce of a response.
    package enum Nonce: Hashable, Sendable {
        /// That of the request, where it has one.
        case asked
        /// None.
        case absent
        /// One of its own.
        case other([UInt8])
    }

    /// The certificate that the answer is about.
    package var certificate: Certificate
    /// Its issuer.
    package var issuer: Certificate
    /// What has become of the certificate, and the dates.
    package var answer: OCSPAnswer
    /// Whether the same answer is given twice.
    package var isRepeated = false
    /// The nonce.
    package var nonce = Nonce.asked
    /// The hash function by which the certificate is named; `nil` for SHA-1.
    package var identifierDigest: SignatureDigest?
    /// The hash function under the signature; `nil` for SHA-1.
    package var digest: SignatureDigest? = .sha256
    /// Whether the signer's certificate is part of the response.
    package var holdsSigner = true

    /// Answers about a certificate.
    package init(about certificate: Certificate, issuer: Certificate, _ answer: OCSPAnswer) {
        self.certificate = certificate
        self.issuer = issuer
        self.answer = answer
    }

    /// Signs the answer.
    ///
    /// - Parameters:
    ///   - signer: The certificate of the responder.
    ///   - key: Its key.
    ///   - request: The request that is answered.
    /// - Returns: The DER of a response.
    /// - Throws: ``OpenSSLError`` when some part cannot be encoded, or the key is not the certificate's.
    package func signed(
        by signer: Certificate, key: CertificateKey, answering request: [UInt8]
    ) throws(OpenSSLError) -> [UInt8] {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard let basic = unsafe OCSP_BASICRESP_new() else { throw .drainingQueue(after: "OCSP_BASICRESP_new") }
        defer { unsafe OCSP_BASICRESP_free(basic) }
        for _ in 0..<(isRepeated ? 2 : 1) { try unsafe addAnswer(to: basic) }
        try unsafe addNonce(of: request, to: basic)
        guard unsafe copenssl_ocsp_set_produced_at(basic, Int(answer.producedAt)) == 1 else {
            throw .malformedInput("the date of production")
        }
        let flags = UInt(OCSP_NOTIME) | (holdsSigner ? 0 : UInt(OCSP_NOCERTS))
        let method = unsafe digest == nil ? EVP_sha1() : digest?.method
        try unsafe key.handle.withKey { (key) throws(OpenSSLError) in
            let result = unsafe signer.withX509 { unsafe OCSP_basic_sign(basic, $0, key, method, nil, flags) }
            guard result == 1 else { throw .drainingQueue(after: "OCSP_basic_sign") }
        }
        return try unsafe OCSPResponseTemplate.response(.successful, basic)
    }

    /// A response that says why there is no answer.
    package static func failure(_ status: OCSPResponseStatus) throws(OpenSSLError) -> [UInt8] {
        try unsafe response(status, nil)
    }

    private static func response(
        _ status: OCSPResponseStatus, _ basic: OpaquePointer?
    ) throws(OpenSSLError) -> [UInt8] {
        guard let response = unsafe OCSP_response_create(Int32(clamping: status.rawValue), basic) else {
            throw .drainingQueue(after: "OCSP_response_create")
        }
        defer { unsafe OCSP_RESPONSE_free(response) }
        return unsafe DER.encoding(of: response, by: i2d_OCSP_RESPONSE)
    }

    private func addAnswer(to basic: OpaquePointer) throws(OpenSSLError) {
        let method = unsafe identifierDigest == nil ? EVP_sha1() : identifierDigest?.method
        guard let identifier = unsafe OCSPIdentifier.make(for: certificate, issuer: issuer, digest: method) else {
            throw .drainingQueue(after: "OCSP_cert_to_id")
        }
        defer { unsafe OCSP_CERTID_free(identifier) }
        let (status, reason, revoked) = OCSPResponseTemplate.numbers(answer.status)
        let this = try unsafe OCSPResponseTemplate.time(answer.thisUpdate)
        defer { unsafe ASN1_STRING_free(this) }
        let next = try unsafe answer.nextUpdate.map { (seconds) throws(OpenSSLError) in
            try unsafe OCSPResponseTemplate.time(seconds)
        }
        defer { unsafe ASN1_STRING_free(next) }
        let when = try unsafe revoked.map { (seconds) throws(OpenSSLError) in
            try unsafe OCSPResponseTemplate.time(seconds)
        }
        defer { unsafe ASN1_STRING_free(when) }
        guard unsafe OCSP_basic_add1_status(basic, identifier, status, reason, when, this, next) != nil else {
            throw .drainingQueue(after: "OCSP_basic_add1_status")
        }
    }

    private func addNonce(of request: [UInt8], to basic: OpaquePointer) throws(OpenSSLError) {
        switch nonce {
        case .absent: return
        case .asked:
            let request = try OCSPRequestHandle(parsing: request)
            // 1 copied, 2 there is none.
            guard unsafe request.withRequest({ unsafe OCSP_copy_nonce(basic, $0) }) > 0 else {
                throw .drainingQueue(after: "OCSP_copy_nonce")
            }
        case .other(var bytes):
            guard unsafe OCSP_basic_add1_nonce(basic, &bytes, Int32(clamping: bytes.count)) == 1 else {
                throw .drainingQueue(after: "OCSP_basic_add1_nonce")
            }
        }
    }

    private static func numbers(_ status: OCSPAnswer.Status) -> (status: Int32, reason: Int32, revoked: Int64?) {
        switch status {
        case .good: (V_OCSP_CERTSTATUS_GOOD, OCSP_REVOKED_STATUS_NOSTATUS, nil)
        case .unknown: (V_OCSP_CERTSTATUS_UNKNOWN, OCSP_REVOKED_STATUS_NOSTATUS, nil)
        case .revoked(let seconds, let reason):
            (V_OCSP_CERTSTATUS_REVOKED, reason.map { Int32(clamping: $0.rawValue) } ?? -1, seconds)
        }
    }

    /// A new time, to be freed.
    private static func time(_ seconds: Int64) throws(OpenSSLError) -> UnsafeMutablePointer<ASN1_TIME> {
        guard UnixTime.writable.contains(seconds), let time = unsafe ASN1_TIME_set(nil, Int(seconds)) else {
            throw .malformedInput("a date")
        }
        return unsafe time
    }
}
