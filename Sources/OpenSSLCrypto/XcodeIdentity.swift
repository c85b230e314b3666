/// A key and its self-signed certificate, shaped like those with which Xcode signs on a developer's machine.
///
/// Nobody trusts it unless given the certificate, as exported from Xcode with Editor > Save Public Certificate.
public struct XcodeIdentity: Sendable {
    /// The certificate, which is its own root.
    public let certificate: Certificate
    /// The key that signs.
    public let key: P256PrivateKey

    /// The name of subject and issuer, and, of all things, the e-mail address.
    private static let name = "StoreKit Testing in Xcode"

    /// Makes a new key and its certificate.
    ///
    /// - Parameters:
    ///   - notBefore: The first second of validity, in Unix seconds.
    ///   - notAfter: The last second of validity, in Unix seconds; Xcode's own last a year.
    /// - Throws: ``OpenSSLError`` when there is no randomness, or a date cannot be written.
    public init(notBefore: Int64, notAfter: Int64) throws(OpenSSLError) {
        key = try P256PrivateKey()
        certificate = try XcodeIdentity.template(notBefore: notBefore, notAfter: notAfter).selfSigned(with: .p256(key))
    }

    /// Puts an identity together from parts that were kept.
    public init(certificate: Certificate, key: P256PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    private static func template(notBefore: Int64, notAfter: Int64) -> CertificateTemplate {
        let address = Array(name.utf8)
        let count = UInt8(truncatingIfNeeded: address.count)
        var template = CertificateTemplate(
            subject: DistinguishedName(commonName: name, organization: name), notBefore: notBefore, notAfter: notAfter,
            basicConstraints: BasicConstraints(isCA: true, pathLength: 0), keyUsage: .digitalSignature,
            extensions: [
                // A subject alternative name of one rfc822Name (RFC 5280, section 4.2.1.6).
                CertificateExtension(oid: "2.5.29.17", value: [0x30, count + 2, 0x81, count] + address)
            ])
        template.serialNumber = [1]
        template.digest = .sha256
        template.hasSubjectKeyIdentifier = false
        template.hasAuthorityKeyIdentifier = false
        return template
    }
}
