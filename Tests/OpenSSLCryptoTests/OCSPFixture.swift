import OpenSSLCrypto

/// An authority, a responder's certificate of its own, and a question about the leaf; all at one instant.
struct OCSPFixture {
    /// 2026-11-29T12:00:00Z.
    static let now: Int64 = 1_795_953_600
    static let nonce: [UInt8] = Array(1...16)

    let authority: TestAuthority
    let delegateKey: P256PrivateKey
    let query: OCSPQuery

    init() throws {
        authority = try TestAuthority(
            name: "Responding", notBefore: TestChain.notBefore, notAfter: TestChain.notAfter,
            ocspResponder: "http://127.0.0.1:1/ocsp")
        delegateKey = try P256PrivateKey()
        query = OCSPQuery(about: authority.leaf, issuer: authority.intermediate, nonce: OCSPFixture.nonce)
    }

    /// An answer that is good for an hour.
    func template(_ status: OCSPAnswer.Status = .good, at seconds: Int64 = OCSPFixture.now) -> OCSPResponseTemplate {
        OCSPResponseTemplate(
            about: authority.leaf, issuer: authority.intermediate,
            OCSPAnswer(status: status, producedAt: seconds, thisUpdate: seconds, nextUpdate: seconds + 3600))
    }

    /// What the certificate of a responder says.
    var delegate: CertificateTemplate {
        var template = CertificateTemplate(
            subject: DistinguishedName(commonName: "Responder"), notBefore: OCSPFixture.now - 60,
            notAfter: OCSPFixture.now + 60, keyUsage: .digitalSignature)
        template.isForOCSPSigning = true
        return template
    }

    /// Signs as the issuer.
    func signed(_ template: OCSPResponseTemplate) throws -> [UInt8] {
        try template.signed(
            by: authority.intermediate, key: .p384(authority.intermediateKey), answering: query.encoded())
    }

    /// Signs as a responder with a certificate of its own, issued by the intermediate unless said otherwise.
    func signed(
        _ template: OCSPResponseTemplate, byDelegate delegate: CertificateTemplate, issuer: TestAuthority? = nil,
        issuerKey: P384PrivateKey? = nil
    ) throws -> [UInt8] {
        let issuer = issuer ?? authority
        let certificate = try delegate.issued(
            to: .p256(delegateKey), by: issuer.intermediate, issuerKey: .p384(issuerKey ?? issuer.intermediateKey))
        return try template.signed(by: certificate, key: .p256(delegateKey), answering: query.encoded())
    }

    /// Judges a response.
    func judge(_ response: [UInt8], at seconds: Int64 = OCSPFixture.now) throws(OCSPFault) -> OCSPAnswer {
        try query.judge(response, at: seconds)
    }

    /// Why a response says nothing; nil when it says something.
    func fault(_ response: [UInt8], at seconds: Int64 = OCSPFixture.now) -> OCSPFault? {
        do throws(OCSPFault) {
            _ = try judge(response, at: seconds)
            return nil
        } catch {
            return error
        }
    }
}
