internal import COpenSSL

extension CertificateTemplate {
    /// Issues a certificate that is signed with its own key.
    ///
    /// - Parameter key: The subject's key.
    /// - Returns: The certificate.
    /// - Throws: ``OpenSSLError`` when some part cannot be encoded.
    public func selfSigned(with key: CertificateKey) throws(OpenSSLError) -> Certificate {
        try issue(to: key, issuer: nil, issuerKey: key)
    }

    /// Issues a certificate.
    ///
    /// - Parameters:
    ///   - key: The subject's key, of which only the public half is used.
    ///   - issuer: The issuer's certificate.
    ///   - issuerKey: The key to sign with, normally the issuer's.
    /// - Returns: The certificate.
    /// - Throws: ``OpenSSLError`` when some part cannot be encoded.
    public func issued(
        to key: CertificateKey, by issuer: Certificate, issuerKey: CertificateKey
    ) throws(OpenSSLError) -> Certificate { try issue(to: key, issuer: issuer, issuerKey: issuerKey) }

    private func issue(
        to key: CertificateKey, issuer: Certificate?, issuerKey: CertificateKey
    ) throws(OpenSSLError) -> Certificate {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard let x509 = unsafe X509_new() else { throw .drainingQueue(after: "X509_new") }
        defer { unsafe X509_free(x509) }
        try unsafe writeNamesAndDates(into: x509, issuer: issuer)
        try unsafe key.handle.withKey { (key) throws(OpenSSLError) in
            guard unsafe X509_set_pubkey(x509, key) == 1 else { throw .drainingQueue(after: "X509_set_pubkey") }
        }
        try unsafe writeExtensions(into: x509, issuer: issuer)
        try unsafe issuerKey.handle.withKey { (key) throws(OpenSSLError) in
            guard unsafe X509_sign(x509, key, digest.method) > 0 else { throw .drainingQueue(after: "X509_sign") }
        }
        return try unsafe Certificate(der: DER.encoding(of: x509, by: i2d_X509))
    }

    private func writeNamesAndDates(into x509: OpaquePointer, issuer: Certificate?) throws(OpenSSLError) {
        guard unsafe X509_set_version(x509, version - 1) == 1 else { throw .malformedInput("the version") }
        try unsafe writeSerialNumber(into: x509)
        try unsafe subject.append(to: X509_get_subject_name(x509))
        if let issuerName {
            try unsafe issuerName.append(to: X509_get_issuer_name(x509))
        } else if let issuer {
            let result = unsafe issuer.withX509 { unsafe X509_set_issuer_name(x509, X509_get_subject_name($0)) }
            guard result == 1 else { throw .drainingQueue(after: "X509_set_issuer_name") }
        } else {
            try unsafe subject.append(to: X509_get_issuer_name(x509))
        }
        guard UnixTime.writable.contains(notBefore), UnixTime.writable.contains(notAfter),
            unsafe ASN1_TIME_set(X509_getm_notBefore(x509), Int(notBefore)) != nil,
            unsafe ASN1_TIME_set(X509_getm_notAfter(x509), Int(notAfter)) != nil
        else { throw .malformedInput("the period of validity") }
    }

    private func writeSerialNumber(into x509: OpaquePointer) throws(OpenSSLError) {
        var generator = SystemRandomNumberGenerator()
        // RFC 5280, section 4.1.2.2: positive, 20 bytes at most. The second bit makes the length constant.
        var serial = serialNumber ?? (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        if serialNumber == nil { serial[0] = serial[0] & 0x7F | 0x40 }
        guard let number = unsafe BN_bin2bn(serial, Int32(clamping: serial.count), nil) else {
            throw .drainingQueue(after: "BN_bin2bn")
        }
        defer { unsafe BN_free(number) }
        guard unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x509)) != nil else {
            throw .drainingQueue(after: "BN_to_ASN1_INTEGER")
        }
    }

    private func writeExtensions(into x509: OpaquePointer, issuer: Certificate?) throws(OpenSSLError) {
        if let basicConstraints {
            let length = basicConstraints.pathLength.map { ",pathlen:\($0)" } ?? ""
            let text =
                (basicConstraintsAreCritical ? "critical," : "")
                + (basicConstraints.isCA ? "CA:TRUE" : "CA:FALSE") + length
            try unsafe add(NID_basic_constraints, text, to: x509, issuer: nil)
        }
        if let keyUsage, !keyUsage.isEmpty {
            let names = keyUsage.description.split(separator: ", ").joined(separator: ",")
            try unsafe add(NID_key_usage, "critical," + names, to: x509, issuer: nil)
        }
        // Before the authority's, which in a self-signed certificate is read from this one.
        if hasSubjectKeyIdentifier { try unsafe add(NID_subject_key_identifier, "hash", to: x509, issuer: nil) }
        if hasAuthorityKeyIdentifier {
            if let issuer, issuer.hasExtension("2.5.29.14") {
                try unsafe issuer.withX509 { (issuer) throws(OpenSSLError) in
                    try unsafe add(NID_authority_key_identifier, "keyid:always", to: x509, issuer: issuer)
                }
            }
        }
        if let ocspResponder {
            try unsafe add(NID_info_access, "OCSP;URI:" + ocspResponder, to: x509, issuer: nil)
        }
        if isForOCSPSigning { try unsafe add(NID_ext_key_usage, "OCSPSigning", to: x509, issuer: nil) }
        for entry in extensions { try unsafe add(entry, to: x509) }
    }

    private func add(
        _ nid: Int32, _ text: String, to x509: OpaquePointer, issuer: OpaquePointer?
    ) throws(OpenSSLError) {
        guard let entry = unsafe copenssl_extension(nid, text, x509, issuer ?? x509) else {
            throw .drainingQueue(after: "X509V3_EXT_conf_nid")
        }
        defer { unsafe X509_EXTENSION_free(entry) }
        guard unsafe X509_add_ext(x509, entry, -1) == 1 else { throw .drainingQueue(after: "X509_add_ext") }
    }

    private func add(_ entry: CertificateExtension, to x509: OpaquePointer) throws(OpenSSLError) {
        guard let identifier = unsafe OBJ_txt2obj(entry.oid, 1) else {
            throw .malformedInput("the identifier \(entry.oid)")
        }
        defer { unsafe ASN1_OBJECT_free(identifier) }
        guard let value = unsafe ASN1_OCTET_STRING_new() else { throw .drainingQueue(after: "ASN1_OCTET_STRING_new") }
        defer { unsafe ASN1_OCTET_STRING_free(value) }
        guard unsafe ASN1_OCTET_STRING_set(value, entry.value, Int32(clamping: entry.value.count)) == 1,
            let written = unsafe X509_EXTENSION_create_by_OBJ(nil, identifier, entry.isCritical ? 1 : 0, value)
        else { throw .drainingQueue(after: "X509_EXTENSION_create_by_OBJ") }
        defer { unsafe X509_EXTENSION_free(written) }
        guard unsafe X509_add_ext(x509, written, -1) == 1 else { throw .drainingQueue(after: "X509_add_ext") }
    }
}
