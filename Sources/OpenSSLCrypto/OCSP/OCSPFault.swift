/// Why a response says nothing about a certificate: the first check that failed.
public enum OCSPFault: Error, Hashable, Sendable {
    /// It has more bytes than any sound one.
    case tooLarge(limit: Int)
    /// It is not one whole response of the basic type, or a part of it cannot be read.
    case malformed
    /// The responder does not answer.
    case notSuccessful(OCSPResponseStatus)
    /// It names a signer that is neither the issuer nor among its certificates.
    case signerNotFound
    /// It was signed by a certificate that may not answer for the issuer.
    case signerNotAuthorized(OCSPDelegationFault)
    /// The hash function under the signature is not one of the SHA-2 family.
    case signatureAlgorithm
    /// The signer's key did not sign it.
    case signature
    /// It demands an extension that is not understood.
    case criticalExtension
    /// It is about other certificates.
    case otherCertificate
    /// It has several answers about the certificate.
    case ambiguous
    /// It is dated in the future.
    case future
    /// There should have been a newer one by now.
    case stale
    /// It answers another request: its nonce is another's.
    case nonce
    /// Memory could not be had; nothing was judged.
    case outOfMemory
}

/// Why a certificate may not answer for an issuer (RFC 6960, section 4.2.2.2).
public enum OCSPDelegationFault: String, Hashable, Sendable {
    /// It cannot be read.
    case unreadable = "it cannot be read"
    /// Another authority issued it.
    case issuer = "another authority issued it"
    /// The issuer's key did not sign it, or under a weak hash function.
    case signature = "the issuer did not sign it"
    /// Its extended key usage does not name OCSP signing.
    case purpose = "it is not for OCSP signing"
    /// Its key usage does not allow signing.
    case keyUsage = "its key may not sign"
    /// It demands an extension that is not understood.
    case criticalExtension = "it has a critical extension that is not understood"
    /// It is not valid yet.
    case notYetValid = "it is not valid yet"
    /// It is not valid any more.
    case expired = "it is not valid any more"
}

extension OCSPFault: CustomStringConvertible {
    /// One line for people; holds nothing of the response.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "the response has more than \(limit) bytes"
        case .malformed: "the response cannot be read"
        case .notSuccessful(let status): "the responder answers \(status)"
        case .signerNotFound: "the response does not hold its signer's certificate"
        case .signerNotAuthorized(let fault): "the signer may not answer for the issuer: \(fault.rawValue)"
        case .signatureAlgorithm: "the response is signed with a weak or unknown algorithm"
        case .signature: "the signature of the response does not hold"
        case .criticalExtension: "the response has a critical extension that is not understood"
        case .otherCertificate: "the response is about another certificate"
        case .ambiguous: "the response has several answers"
        case .future: "the response is dated in the future"
        case .stale: "the response is out of date"
        case .nonce: "the response answers another request"
        case .outOfMemory: "there is no memory"
        }
    }
}
