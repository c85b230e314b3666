internal import COpenSSL

extension Certificate {
    /// The subject's name on one line, most specific part first (RFC 2253).
    public var subject: String { unsafe withX509 { unsafe NameText.line(X509_get_subject_name($0)) } }

    /// The issuer's name on one line, most specific part first (RFC 2253).
    public var issuer: String { unsafe withX509 { unsafe NameText.line(X509_get_issuer_name($0)) } }

    /// The subject's last common name; `nil` when there is none.
    public var commonName: String? { unsafe withX509 { unsafe NameText.commonName(X509_get_subject_name($0)) } }

    /// The DER bytes of the subject's name.
    public var subjectDER: [UInt8] {
        unsafe withX509 { x509 in
            guard let name = unsafe X509_get_subject_name(x509) else { return [] }
            return unsafe DER.encoding(of: name, by: i2d_X509_NAME)
        }
    }

    /// The DER bytes of the issuer's name.
    public var issuerDER: [UInt8] {
        unsafe withX509 { x509 in
            guard let name = unsafe X509_get_issuer_name(x509) else { return [] }
            return unsafe DER.encoding(of: name, by: i2d_X509_NAME)
        }
    }

    /// The serial number in upper case hexadecimal digits, as certificates are usually listed.
    public var serialNumber: String {
        unsafe withX509 { x509 in
            guard let serial = unsafe X509_get0_serialNumber(x509) else { return "" }
            let sign = unsafe ASN1_STRING_type(serial) == V_ASN1_NEG_INTEGER ? "-" : ""
            return unsafe sign + ASN1Bytes.copy(of: serial).hexadecimal.uppercased()
        }
    }

    /// Whether this certificate names `other` as its issuer, as RFC 5280, section 7.1, compares names.
    public func isIssued(byNameOf other: Certificate) -> Bool {
        unsafe withX509 { own in
            unsafe other.withX509 { unsafe X509_NAME_cmp(X509_get_issuer_name(own), X509_get_subject_name($0)) == 0 }
        }
    }

    /// Whether the signature on this certificate was made by the key of `issuer`; names play no part.
    public func isSigned(by issuer: Certificate) -> Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return unsafe withX509 { own in
            unsafe issuer.withX509 { other in
                guard let key = unsafe X509_get0_pubkey(other) else { return false }
                // 1 yes, 0 no, below 0 could not be tried: only 1 is a yes.
                return unsafe X509_verify(own, key) == 1
            }
        }
    }

    /// Whether there is an extension with exactly this identifier, whatever it holds.
    public func hasExtension(_ oid: String) -> Bool { extensions.contains { $0.oid == oid } }
}

/// Texts for X.501 names.
private enum NameText {
    static func line(_ name: OpaquePointer?) -> String {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard let name = unsafe name, let buffer = try? MemoryBuffer(),
            unsafe copenssl_print_name(buffer.bio, name) >= 0
        else { return "" }
        return buffer.text
    }

    static func commonName(_ name: OpaquePointer?) -> String? {
        ERR_clear_error()
        defer { ERR_clear_error() }
        var last: Int32 = -1
        while true {
            let next = unsafe X509_NAME_get_index_by_NID(name, NID_commonName, last)
            guard next >= 0 else { break }
            last = next
        }
        guard last >= 0, let entry = unsafe X509_NAME_get_entry(name, last) else { return nil }
        var text: UnsafeMutablePointer<UInt8>?
        let length = unsafe ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
        guard length >= 0, let text = unsafe text else { return nil }
        defer { unsafe copenssl_free(text) }
        return unsafe String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)
    }
}
