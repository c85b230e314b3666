internal import COpenSSL

/// Everything that policies ask of a certificate, read out of the X509 object.
struct X509Contents {
    let version: Int
    let notBefore: Int64
    let notAfter: Int64
    let basicConstraints: BasicConstraints?
    let keyUsage: KeyUsage?
    let extensions: [CertificateExtension]
    let publicKeyKind: PublicKeyKind
    let signatureAlgorithm: SignatureAlgorithm
    let isSelfIssued: Bool
    let subjectPublicKey: P256PublicKey?

    init(reading x509: OpaquePointer) throws(OpenSSLError) {
        ERR_clear_error()
        defer { ERR_clear_error() }
        // Makes OpenSSL read the extensions it knows; what it cannot read it only marks.
        let flags = unsafe X509_get_extension_flags(x509)
        guard flags & UInt32(EXFLAG_INVALID) == 0 else { throw .malformedExtension }
        version = unsafe X509_get_version(x509) + 1
        notBefore = try unsafe UnixTime.seconds(of: X509_get0_notBefore(x509))
        notAfter = try unsafe UnixTime.seconds(of: X509_get0_notAfter(x509))
        basicConstraints = try unsafe BasicConstraints(reading: x509)
        keyUsage = unsafe KeyUsage(reading: x509)
        extensions = unsafe CertificateExtension.all(in: x509)
        signatureAlgorithm = unsafe SignatureAlgorithm(reading: x509)
        isSelfIssued = unsafe X509_NAME_cmp(X509_get_subject_name(x509), X509_get_issuer_name(x509)) == 0
        let (kind, key) = unsafe X509Contents.publicKey(of: x509)
        publicKeyKind = kind
        subjectPublicKey = key
    }

    private static func publicKey(of x509: OpaquePointer) -> (PublicKeyKind, P256PublicKey?) {
        guard let info = unsafe X509_get_X509_PUBKEY(x509) else { return (.other("none"), nil) }
        let kind = unsafe PublicKeyKind(subjectPublicKeyInfo: info)
        guard kind == .p256 || kind == .p384 else { return (kind, nil) }
        // `nil` means that the point is not on the curve: the kind is then not what the identifier says.
        guard let key = unsafe X509_get0_pubkey(x509) else { return (.other("unreadable \(kind) key"), nil) }
        guard kind == .p256 else { return (kind, nil) }
        guard unsafe EVP_PKEY_up_ref(key) == 1, let key = try? unsafe P256PublicKey(adopting: key) else {
            return (.other("unreadable \(kind) key"), nil)
        }
        return (kind, key)
    }
}
