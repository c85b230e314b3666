internal import COpenSSL

/// One X.509 certificate, parsed from DER and immutable afterwards.
///
/// Reading one says nothing about trust. What chain policies ask for is read once, in the initialiser; a certificate
/// of which some part cannot be read is refused there, so no property has a value that means "unreadable".
public final class Certificate: Sendable {
    let handle: X509Handle
    /// The bytes as they came.
    public let der: [UInt8]
    /// SHA-256 over the DER bytes.
    public let fingerprint: SHA256Digest
    /// The version as people count it: 3 stands for v3, which is the number 2 in the certificate.
    public let version: Int
    /// The first second of validity, in Unix seconds.
    public let notBefore: Int64
    /// The last second of validity, in Unix seconds; it belongs to the period (RFC 5280, section 4.1.2.5).
    public let notAfter: Int64
    /// Whether this is a CA, and how long a path may follow; `nil` without the extension.
    public let basicConstraints: BasicConstraints?
    /// What the key may be used for; `nil` without the extension.
    public let keyUsage: KeyUsage?
    /// All extensions, in their order.
    public let extensions: [CertificateExtension]
    /// The kind of the subject's key.
    public let publicKeyKind: PublicKeyKind
    /// The algorithm of the issuer's signature.
    public let signatureAlgorithm: SignatureAlgorithm
    /// Whether subject and issuer are one name, as they are in a root.
    public let isSelfIssued: Bool
    /// The subject's key, when it is on the named curve P-256.
    public let subjectPublicKey: P256PublicKey?

    /// Parses exactly one DER certificate; bytes that follow it are an error.
    ///
    /// - Parameter der: The certificate.
    /// - Throws: ``OpenSSLError`` for anything that cannot be read or is not DER.
    public init(der: [UInt8]) throws(OpenSSLError) {
        let handle = try X509Handle(parsing: der)
        self.handle = handle
        self.der = der
        fingerprint = SHA256.digest(of: der)
        let contents = try unsafe handle.withX509 { (x509) throws(OpenSSLError) in
            unsafe try X509Contents(reading: x509)
        }
        version = contents.version
        notBefore = contents.notBefore
        notAfter = contents.notAfter
        basicConstraints = contents.basicConstraints
        keyUsage = contents.keyUsage
        extensions = contents.extensions
        publicKeyKind = contents.publicKeyKind
        signatureAlgorithm = contents.signatureAlgorithm
        isSelfIssued = contents.isSelfIssued
        subjectPublicKey = contents.subjectPublicKey
    }

    /// Lends the pointer to `body`, which must not keep it.
    func withX509<Success, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Success
    ) throws(Failure) -> Success { try unsafe handle.withX509(body) }
}

extension Certificate: Hashable {
    /// Compares the DER bytes.
    public static func == (left: Certificate, right: Certificate) -> Bool { left.der == right.der }

    /// Hashes the fingerprint.
    public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension Certificate: CustomStringConvertible {
    /// The subject's name.
    public var description: String { subject }
}

extension X509Handle {
    fileprivate convenience init(parsing der: [UInt8]) throws(OpenSSLError) {
        ERR_clear_error()
        var consumed = 0
        let parsed = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress else { return nil }
            var cursor: UnsafePointer<UInt8>? = unsafe start
            guard let parsed = unsafe d2i_X509(nil, &cursor, bytes.count), let end = unsafe cursor else { return nil }
            consumed = unsafe end - start
            return unsafe parsed
        }
        guard let parsed = unsafe parsed else { throw .drainingQueue(after: "d2i_X509") }
        // A key or a curve that OpenSSL does not know leaves errors behind although the certificate was read.
        ERR_clear_error()
        unsafe self.init(adopting: parsed)
        guard consumed == der.count else { throw .trailingBytes(der.count - consumed) }
        // OpenSSL also reads BER. Two encodings of one certificate would be two certificates to caches and pins.
        guard unsafe DER.encoding(of: parsed, by: i2d_X509) == der else { throw .notDER }
    }
}
