/// What is to be written into a certificate; each part can be set alone, so that a test breaks exactly one rule.
///
/// This is for test authorities. It issues what it is told to, sound or not.
public struct CertificateTemplate: Sendable {
    /// The subject's name.
    public var subject: DistinguishedName
    /// A name to be written as the issuer's in place of the true one; `nil` writes the true one.
    public var issuerName: DistinguishedName?
    /// The first second of validity, in Unix seconds.
    public var notBefore: Int64
    /// The last second of validity, in Unix seconds.
    public var notAfter: Int64
    /// The version as people count it; extensions are written whatever it says.
    public var version = 3
    /// The serial number, big endian; `nil` draws 16 random bytes.
    public var serialNumber: [UInt8]?
    /// The basic constraints; `nil` leaves the extension out.
    public var basicConstraints: BasicConstraints?
    /// Whether the basic constraints are critical.
    public var basicConstraintsAreCritical = true
    /// The key usage, always critical; `nil` leaves the extension out.
    public var keyUsage: KeyUsage?
    /// Whether the subject key identifier is written.
    public var hasSubjectKeyIdentifier = true
    /// Whether the authority key identifier is written, where the issuer has a subject key identifier.
    public var hasAuthorityKeyIdentifier = true
    /// The URL of the responder that knows whether the certificate was revoked; `nil` names none.
    public var ocspResponder: String?
    /// Whether the certificate is for signing a responder's answers.
    public var isForOCSPSigning = false
    /// Further extensions.
    public var extensions: [CertificateExtension]
    /// The hash function under the issuer's signature.
    public var digest: SignatureDigest = .sha384

    /// Describes a certificate of version 3, signed with SHA-384, with key identifiers.
    public init(
        subject: DistinguishedName, notBefore: Int64, notAfter: Int64, basicConstraints: BasicConstraints? = nil,
        keyUsage: KeyUsage? = nil, extensions: [CertificateExtension] = []
    ) {
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.basicConstraints = basicConstraints
        self.keyUsage = keyUsage
        self.extensions = extensions
    }
}
