internal import COpenSSL

extension Certificate {
    /// The certificate as PEM (RFC 7468).
    public var pem: String { PEM.text(label: "CERTIFICATE", der: der) }

    /// Reads the first certificate of a PEM text; whatever else the text holds is skipped.
    ///
    /// - Parameter pem: The text.
    /// - Throws: ``OpenSSLError``, `noCertificate` when there is none.
    public convenience init(pem: String) throws(OpenSSLError) {
        guard let der = try PEM.blocks(in: pem, label: "CERTIFICATE").first else { throw .noCertificate }
        try self.init(der: der)
    }

    /// Reads all certificates of a PEM text, in their order; other blocks are skipped.
    ///
    /// - Parameter pem: The text.
    /// - Returns: At least one certificate.
    /// - Throws: ``OpenSSLError``, `noCertificate` when there is none.
    public static func certificates(pem: String) throws(OpenSSLError) -> [Certificate] {
        var certificates: [Certificate] = []
        for der in try PEM.blocks(in: pem, label: "CERTIFICATE") { certificates.append(try Certificate(der: der)) }
        guard !certificates.isEmpty else { throw .noCertificate }
        return certificates
    }
}
