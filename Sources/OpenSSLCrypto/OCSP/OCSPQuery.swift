/// A question about one certificate, for its issuer's responder, and the judge of what comes back (RFC 6960).
public struct OCSPQuery: Sendable {
    /// The certificate in question.
    public let certificate: Certificate
    /// Its issuer.
    public let issuer: Certificate
    /// The bytes by which an answer is known to be to this question; none leave the nonce out.
    public let nonce: [UInt8]

    /// The longest response that is looked at, in bytes; usual ones have two or three thousand.
    public static let maximumResponseBytes = 64 * 1024

    /// Asks about a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate in question.
    ///   - issuer: Its issuer.
    ///   - nonce: Random bytes, 1 to 32 of them (RFC 8954); none leave the nonce out.
    public init(about certificate: Certificate, issuer: Certificate, nonce: [UInt8]) {
        self.certificate = certificate
        self.issuer = issuer
        self.nonce = nonce
    }

    /// The request to be sent; the certificate is named by SHA-1, which every responder knows.
    ///
    /// - Returns: The DER of an unsigned OCSPRequest.
    /// - Throws: ``OpenSSLError`` when there is no memory.
    public func encoded() throws(OpenSSLError) -> [UInt8] {
        let der = try OCSPRequestHandle(self).der
        guard !der.isEmpty else { throw .drainingQueue(after: "i2d_OCSP_REQUEST") }
        return der
    }

    /// Judges a response: its signer, its signature, that it answers this question, and its dates.
    ///
    /// Nothing of it is believed before the signature holds. A response without the nonce is accepted, since responders
    /// may prepare theirs; one with another is not.
    ///
    /// - Parameters:
    ///   - response: The bytes as they came.
    ///   - seconds: The present, in Unix seconds.
    ///   - tolerance: How far clocks may differ.
    /// - Returns: What the responder says.
    /// - Throws: ``OCSPFault`` naming the first check that failed.
    public func judge(
        _ response: [UInt8], at seconds: Int64, tolerance: OCSPTolerance = OCSPTolerance()
    ) throws(OCSPFault) -> OCSPAnswer {
        let limit = OCSPQuery.maximumResponseBytes
        guard response.count <= limit else { throw .tooLarge(limit: limit) }
        let response = try OCSPBasicResponse(parsing: response)
        let signer = try response.signer(orIssuer: issuer)
        if signer != issuer, let fault = signer.fault(answeringFor: issuer, at: seconds) {
            throw .signerNotAuthorized(fault)
        }
        try response.verifySignature(knowing: issuer)
        guard !response.hasCriticalExtension else { throw .criticalExtension }
        let answer = try response.answer(about: certificate, issuer: issuer)
        guard answer.isFromThePast(at: seconds, tolerance) else { throw .future }
        guard !answer.isOver(at: seconds, tolerance) else { throw .stale }
        guard let request = try? OCSPRequestHandle(self) else { throw .outOfMemory }
        guard response.hasNoOtherNonce(than: request) else { throw .nonce }
        return answer
    }

    /// Whether a request asks about a certificate, as a responder has to find out.
    package static func isAsked(_ request: [UInt8], about certificate: Certificate, issuer: Certificate) -> Bool {
        (try? OCSPRequestHandle(parsing: request))?.isAbout(certificate, issuer: issuer) ?? false
    }
}
