internal import COpenSSL

/// Owns one OCSP_REQUEST object.
@safe final class OCSPRequestHandle {
    private let request: OpaquePointer

    /// Takes over the reference.
    private init(adopting request: OpaquePointer) { unsafe self.request = request }

    deinit { unsafe OCSP_REQUEST_free(request) }

    /// Lends the pointer to `body`, which must not keep it.
    func withRequest<Success, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Success
    ) throws(Failure) -> Success { try unsafe body(request) }

    /// Writes a question down.
    convenience init(_ query: OCSPQuery) throws(OpenSSLError) {
        ERR_clear_error()
        guard let request = unsafe OCSP_REQUEST_new() else { throw .drainingQueue(after: "OCSP_REQUEST_new") }
        unsafe self.init(adopting: request)
        guard
            let identifier = unsafe OCSPIdentifier.make(
                for: query.certificate, issuer: query.issuer, digest: EVP_sha1())
        else { throw .drainingQueue(after: "OCSP_cert_to_id") }
        // Only a call that succeeds takes the identifier over.
        guard unsafe OCSP_request_add0_id(request, identifier) != nil else {
            unsafe OCSP_CERTID_free(identifier)
            throw .drainingQueue(after: "OCSP_request_add0_id")
        }
        guard !query.nonce.isEmpty else { return }
        var nonce = query.nonce
        guard unsafe OCSP_request_add1_nonce(request, &nonce, Int32(clamping: nonce.count)) == 1 else {
            throw .drainingQueue(after: "OCSP_request_add1_nonce")
        }
    }

    /// Reads a request as a responder does; bytes that follow it are an error.
    convenience init(parsing der: [UInt8]) throws(OpenSSLError) {
        ERR_clear_error()
        var consumed = 0
        let parsed = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress else { return nil }
            var cursor: UnsafePointer<UInt8>? = unsafe start
            guard let parsed = unsafe d2i_OCSP_REQUEST(nil, &cursor, bytes.count), let end = unsafe cursor else {
                return nil
            }
            consumed = unsafe end - start
            return unsafe parsed
        }
        guard let parsed = unsafe parsed else { throw .drainingQueue(after: "d2i_OCSP_REQUEST") }
        unsafe self.init(adopting: parsed)
        guard consumed == der.count else { throw .trailingBytes(der.count - consumed) }
    }

    /// The DER bytes; none when there is no memory.
    var der: [UInt8] { unsafe DER.encoding(of: request, by: i2d_OCSP_REQUEST) }

    /// Whether one of the questions is about a certificate.
    func isAbout(_ certificate: Certificate, issuer: Certificate) -> Bool {
        guard let wanted = unsafe OCSPIdentifier.make(for: certificate, issuer: issuer, digest: EVP_sha1()) else {
            return false
        }
        defer { unsafe OCSP_CERTID_free(wanted) }
        return (0..<max(0, unsafe OCSP_request_onereq_count(request))).contains { index in
            guard let question = unsafe OCSP_request_onereq_get0(request, index),
                let identifier = unsafe OCSP_onereq_get0_id(question)
            else { return false }
            return unsafe OCSP_id_cmp(identifier, wanted) == 0
        }
    }
}

/// Names of certificates in requests and responses (RFC 6960, section 4.1.1): OCSP_CERTID objects.
enum OCSPIdentifier {
    /// A new name, to be freed or given away; `nil` when there is no memory.
    static func make(for certificate: Certificate, issuer: Certificate, digest: OpaquePointer?) -> OpaquePointer? {
        unsafe certificate.withX509 { own in
            unsafe issuer.withX509 { other in unsafe OCSP_cert_to_id(digest, own, other) }
        }
    }

    /// The hash function of a name; `nil` for one that is not used in names.
    static func digest(of identifier: OpaquePointer) -> OpaquePointer? {
        var algorithm: OpaquePointer?
        guard unsafe OCSP_id_get0_info(nil, &algorithm, nil, nil, identifier) == 1 else { return nil }
        switch unsafe OBJ_obj2nid(algorithm) {
        case NID_sha1: return unsafe EVP_sha1()
        case NID_sha256: return unsafe EVP_sha256()
        case NID_sha384: return unsafe EVP_sha384()
        case NID_sha512: return unsafe EVP_sha512()
        default: return nil
        }
    }
}
