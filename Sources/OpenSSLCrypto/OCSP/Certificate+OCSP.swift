internal import COpenSSL

extension Certificate {
    /// The first http or https URL of a responder that the certificate names (RFC 5280, section 4.2.2.1).
    public var ocspResponder: String? {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return unsafe withX509 { x509 -> String? in
            guard let texts = unsafe X509_get1_ocsp(x509) else { return nil }
            defer { unsafe X509_email_free(texts) }
            for index in 0..<max(0, unsafe copenssl_text_count(texts)) {
                guard let text = unsafe copenssl_text(texts, index) else { continue }
                let url = unsafe String(cString: text)
                if Certificate.isWeb(url) { return url }
            }
            return nil
        }
    }

    private static func isWeb(_ url: String) -> Bool {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return scheme == "http" || scheme == "https"
    }

    /// Why this certificate may not sign answers for an issuer; `nil` when it may (RFC 6960, section 4.2.2.2).
    ///
    /// Whether it was revoked itself is not asked: responders are issued for a short time for that.
    func fault(answeringFor issuer: Certificate, at seconds: Int64) -> OCSPDelegationFault? {
        guard isIssued(byNameOf: issuer) else { return .issuer }
        guard isSigned(by: issuer), hasStrongSignature else { return .signature }
        guard isForOCSPSigning else { return .purpose }
        if let keyUsage, keyUsage.isDisjoint(with: [.digitalSignature, .nonRepudiation]) { return .keyUsage }
        guard !extensions.contains(where: { $0.isCritical && !$0.isSupported }) else { return .criticalExtension }
        guard notBefore <= seconds else { return .notYetValid }
        guard seconds <= notAfter else { return .expired }
        return nil
    }

    private var hasStrongSignature: Bool {
        unsafe withX509 { unsafe SignatureStrength.isSufficient(X509_get_signature_nid($0)) }
    }

    private var isForOCSPSigning: Bool {
        unsafe withX509 { x509 in
            // Without the extension OpenSSL says that every purpose is allowed.
            let isLimited = unsafe X509_get_extension_flags(x509) & UInt32(EXFLAG_XKUSAGE) != 0
            let allowed = unsafe X509_get_extended_key_usage(x509)
            return isLimited && allowed & UInt32(XKU_OCSP_SIGN) != 0
        }
    }
}
