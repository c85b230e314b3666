internal import COpenSSL

/// One extension of a certificate.
public struct CertificateExtension: Hashable, Sendable {
    /// The object identifier in dotted decimal form.
    public var oid: String
    /// Whether a reader that does not know the extension must refuse the certificate.
    public var isCritical: Bool
    /// The DER bytes inside the extension's octet string.
    public var value: [UInt8]
    /// Whether OpenSSL takes the extension into account, so that it may be critical.
    ///
    /// The key identifiers are not among them: they must not be critical (RFC 5280, sections 4.2.1.1 and 4.2.1.2).
    public let isSupported: Bool

    /// Describes an extension to be issued.
    public init(oid: String, isCritical: Bool = false, value: [UInt8]) {
        self.oid = oid
        self.isCritical = isCritical
        self.value = value
        isSupported = false
    }

    private init(reading entry: OpaquePointer) {
        oid = unsafe ObjectIdentifierText.dotted(X509_EXTENSION_get_object(entry))
        isCritical = unsafe X509_EXTENSION_get_critical(entry) != 0
        isSupported = unsafe X509_supported_extension(entry) == 1
        value = unsafe ASN1Bytes.copy(of: X509_EXTENSION_get_data(entry))
    }

    static func all(in x509: OpaquePointer) -> [CertificateExtension] {
        (0..<max(0, unsafe X509_get_ext_count(x509))).compactMap { index in
            guard let entry = unsafe X509_get_ext(x509, index) else { return nil }
            return unsafe CertificateExtension(reading: entry)
        }
    }
}

/// Reads ASN.1 strings.
enum ASN1Bytes {
    static func copy(of string: UnsafePointer<ASN1_STRING>?) -> [UInt8] {
        guard let string = unsafe string, let start = unsafe ASN1_STRING_get0_data(string) else { return [] }
        return unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(string))))
    }
}
