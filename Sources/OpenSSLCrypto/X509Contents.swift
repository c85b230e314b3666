internal import COpenSSL
internal import Glibc

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

/// Dates of certificates as Unix seconds.
enum UnixTime {
    static func seconds(of time: UnsafePointer<ASN1_TIME>?) throws(OpenSSLError) -> Int64 {
        var fields = unsafe tm()
        // Without a time the call would answer the present one.
        guard let time = unsafe time, unsafe ASN1_TIME_to_tm(time, &fields) == 1 else { throw .malformedDate }
        let days = unsafe daysFromCivil(
            year: Int64(fields.tm_year) + 1900, month: Int64(fields.tm_mon) + 1, day: Int64(fields.tm_mday))
        return unsafe ((days * 24 + Int64(fields.tm_hour)) * 60 + Int64(fields.tm_min)) * 60 + Int64(fields.tm_sec)
    }

    /// Days from 1970-01-01 in the proleptic Gregorian calendar, without a time zone or a C library in between.
    ///
    /// Years begin in March here, so that the leap day is a year's last day.
    static func daysFromCivil(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
