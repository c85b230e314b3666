internal import COpenSSL

/// Owns one OCSP_BASICRESP object: a response whose responder answers, not believed yet.
@safe final class OCSPBasicResponse {
    private let response: OpaquePointer

    /// Reads exactly one response; bytes that follow it are an error.
    init(parsing der: [UInt8]) throws(OCSPFault) {
        ERR_clear_error()
        defer { ERR_clear_error() }
        var consumed = 0
        let parsed = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress else { return nil }
            var cursor: UnsafePointer<UInt8>? = unsafe start
            guard let parsed = unsafe d2i_OCSP_RESPONSE(nil, &cursor, bytes.count), let end = unsafe cursor else {
                return nil
            }
            consumed = unsafe end - start
            return unsafe parsed
        }
        guard let parsed = unsafe parsed else { throw .malformed }
        defer { unsafe OCSP_RESPONSE_free(parsed) }
        guard consumed == der.count else { throw .malformed }
        let status = OCSPResponseStatus(rawValue: Int(unsafe OCSP_response_status(parsed)))
        guard status == .successful else { throw .notSuccessful(status) }
        guard let basic = unsafe OCSP_response_get1_basic(parsed) else { throw .malformed }
        unsafe response = basic
    }

    deinit { unsafe OCSP_BASICRESP_free(response) }

    /// The certificate that the response names as its signer: the issuer itself, or one that it holds.
    func signer(orIssuer issuer: Certificate) throws(OCSPFault) -> Certificate {
        ERR_clear_error()
        defer { ERR_clear_error() }
        let der = try unsafe withList(of: issuer) { (known) throws(OCSPFault) -> [UInt8] in
            var signer: OpaquePointer?
            guard unsafe OCSP_resp_get0_signer(response, &signer, known) == 1, let signer = unsafe signer else {
                throw .signerNotFound
            }
            return unsafe DER.encoding(of: signer, by: i2d_X509)
        }
        guard der != issuer.der else { return issuer }
        guard let signer = try? Certificate(der: der) else { throw .signerNotAuthorized(.unreadable) }
        return signer
    }

    /// Verifies the signature by the key of the signer; whether the signer may sign is another question.
    func verifySignature(knowing issuer: Certificate) throws(OCSPFault) {
        ERR_clear_error()
        defer { ERR_clear_error() }
        var identifier: OpaquePointer?
        guard let algorithm = unsafe OCSP_resp_get0_tbs_sigalg(response) else { throw .malformed }
        unsafe X509_ALGOR_get0(&identifier, nil, nil, algorithm)
        guard unsafe SignatureStrength.isSufficient(OBJ_obj2nid(identifier)) else { throw .signatureAlgorithm }
        try unsafe withList(of: issuer) { (known) throws(OCSPFault) in
            // Finds the signer as above. 1 yes, 0 no, below 0 could not be tried: only 1 is a yes.
            guard unsafe OCSP_basic_verify(response, known, nil, UInt(OCSP_NOVERIFY)) == 1 else { throw .signature }
        }
    }

    /// Whether the response as a whole demands that an extension be understood; the nonce is.
    var hasCriticalExtension: Bool {
        let nonce = unsafe OCSP_BASICRESP_get_ext_by_NID(response, NID_id_pkix_OCSP_Nonce, -1)
        var place: Int32 = -1
        repeat {
            place = unsafe OCSP_BASICRESP_get_ext_by_critical(response, 1, place)
        } while place >= 0 && place == nonce
        return place >= 0
    }

    /// Whether the response has the nonce of the request, or none.
    func hasNoOtherNonce(than request: OCSPRequestHandle) -> Bool {
        // 1 the same, 2 none on either side, -1 none in the response; 0 another, 3 one that was not asked for.
        [1, 2, -1].contains(unsafe request.withRequest { unsafe OCSP_check_nonce($0, response) })
    }

    /// What the response says about a certificate.
    func answer(about certificate: Certificate, issuer: Certificate) throws(OCSPFault) -> OCSPAnswer {
        var found: OpaquePointer?
        for index in 0..<max(0, unsafe OCSP_resp_count(response)) {
            guard let single = unsafe OCSP_resp_get0(response, index),
                unsafe OCSPBasicResponse.isAbout(certificate, issuer, single)
            else { continue }
            guard unsafe found == nil else { throw .ambiguous }
            unsafe found = single
        }
        guard let found = unsafe found else { throw .otherCertificate }
        guard unsafe OCSP_SINGLERESP_get_ext_by_critical(found, 1, -1) < 0 else { throw .criticalExtension }
        do throws(OpenSSLError) {
            return try unsafe answer(in: found)
        } catch {
            throw .malformed
        }
    }

    private static func isAbout(_ certificate: Certificate, _ issuer: Certificate, _ single: OpaquePointer) -> Bool {
        // A responder may name certificates by another hash function than it was asked by.
        guard let identifier = unsafe OCSP_SINGLERESP_get0_id(single),
            let digest = unsafe OCSPIdentifier.digest(of: identifier),
            let wanted = unsafe OCSPIdentifier.make(for: certificate, issuer: issuer, digest: digest)
        else { return false }
        defer { unsafe OCSP_CERTID_free(wanted) }
        return unsafe OCSP_id_cmp(identifier, wanted) == 0
    }

    private func answer(in single: OpaquePointer) throws(OpenSSLError) -> OCSPAnswer {
        var reason = OCSP_REVOKED_STATUS_NOSTATUS
        var revoked: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var this: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var next: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        let found = unsafe OCSP_single_get0_status(single, &reason, &revoked, &this, &next)
        let status: OCSPAnswer.Status
        switch found {
        case V_OCSP_CERTSTATUS_GOOD: status = .good
        case V_OCSP_CERTSTATUS_REVOKED:
            status = .revoked(
                at: try unsafe UnixTime.seconds(of: revoked),
                reason: reason == OCSP_REVOKED_STATUS_NOSTATUS ? nil : OCSPRevocationReason(rawValue: Int(reason)))
        case V_OCSP_CERTSTATUS_UNKNOWN: status = .unknown
        default: throw .malformedInput("the status")
        }
        let answer = OCSPAnswer(
            status: status, producedAt: try unsafe UnixTime.seconds(of: OCSP_resp_get0_produced_at(response)),
            thisUpdate: try unsafe UnixTime.seconds(of: this),
            nextUpdate: unsafe next == nil ? nil : try unsafe UnixTime.seconds(of: next))
        guard answer.nextUpdate.map({ $0 >= answer.thisUpdate }) ?? true else { throw .malformedDate }
        return answer
    }

    /// Lends a list that holds one certificate.
    private func withList<Success>(
        of certificate: Certificate, _ body: (OpaquePointer) throws(OCSPFault) -> Success
    ) throws(OCSPFault) -> Success {
        try unsafe certificate.withX509 { (x509) throws(OCSPFault) -> Success in
            guard let list = unsafe copenssl_chain_new() else { throw .outOfMemory }
            defer { unsafe copenssl_chain_free(list) }
            guard unsafe copenssl_chain_push(list, x509) > 0 else { throw .outOfMemory }
            return try unsafe body(list)
        }
    }
}
