internal import COpenSSL

/// A message of the Cryptographic Message Syntax with one signer (RFC 5652, section 5), in DER or BER.
///
/// Reading one says nothing about trust: what it holds is a claim until ``verifiedContent(by:)`` gives it out.
package struct SignedMessage: Sendable {
    /// The bytes as they came.
    package let bytes: [UInt8]
    /// What the message claims to say; nobody has looked at the signature.
    package let claimedContent: [UInt8]
    /// The certificates inside that can be read, in their order.
    package let certificates: [Certificate]
    /// The certificate inside that the signer names as its own.
    package let signer: Certificate
    /// The hash function of the signature.
    package let digest: SignatureDigest

    /// The most bytes that are looked at.
    package static let maximumBytes = 4 << 20
    /// Apple's messages have three certificates of about a hundred elements each, and one of everything else.
    private static let outline = ASN1Outline(maximumElements: 20_000, maximumDepth: 24, maximumMembers: 16)

    /// Reads exactly one message; bytes that follow it are an error.
    ///
    /// - Parameter bytes: The message.
    /// - Throws: ``OpenSSLError``, mostly `signedMessage`.
    package init(parsing bytes: [UInt8]) throws(OpenSSLError) {
        let handle = try MessageHandle(parsing: bytes)
        self.bytes = bytes
        claimedContent = try handle.claimedContent()
        (certificates, signer) = try handle.certificates()
        digest = try handle.digest()
    }

    /// Verifies the signature with a certificate's key, and gives out what was signed.
    ///
    /// The message is read anew, since OpenSSL keeps what it finds out inside the object it read.
    ///
    /// - Parameter certificate: The certificate that the signer names, which the caller trusts.
    /// - Returns: What was signed; `nil` when this key did not sign it.
    /// - Throws: ``OpenSSLError`` when the message cannot be read any more, or there is no memory.
    package func verifiedContent(by certificate: Certificate) throws(OpenSSLError) -> [UInt8]? {
        try MessageHandle(parsing: bytes).verifiedContent(by: certificate)
    }

    /// Whether bytes are within what OpenSSL is given to read.
    fileprivate static func checkOutline(_ bytes: [UInt8]) throws(OpenSSLError) {
        guard bytes.count <= maximumBytes else { throw .signedMessage(.size(limit: maximumBytes)) }
        switch outline.walk(bytes) {
        case .sound: break
        case .malformed(let offset): throw .signedMessage(.malformed(offset: offset))
        case .trailingBytes(let count): throw .trailingBytes(count)
        case .tooMuch: throw .signedMessage(.tooMuch)
        }
    }
}

/// Owns one CMS_ContentInfo object that holds signed data.
///
/// Verifying changes the object, so it stays with whoever made it.
@safe private final class MessageHandle {
    private let message: OpaquePointer

    init(parsing bytes: [UInt8]) throws(OpenSSLError) {
        try SignedMessage.checkOutline(bytes)
        ERR_clear_error()
        var consumed = 0
        let parsed = unsafe bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            guard let start = bytes.baseAddress else { return nil }
            var cursor: UnsafePointer<UInt8>? = unsafe start
            guard let parsed = unsafe d2i_CMS_ContentInfo(nil, &cursor, bytes.count), let end = unsafe cursor else {
                return nil
            }
            consumed = unsafe end - start
            return unsafe parsed
        }
        guard let parsed = unsafe parsed else { throw .drainingQueue(after: "d2i_CMS_ContentInfo") }
        unsafe message = parsed  // Owned from here: `deinit` also runs when the next line throws.
        ERR_clear_error()
        guard consumed == bytes.count else { throw .trailingBytes(bytes.count - consumed) }
        let type = unsafe CMS_get0_type(message)
        guard unsafe OBJ_obj2nid(type) == NID_pkcs7_signed else {
            throw unsafe .signedMessage(.type(ObjectIdentifierText.name(of: type)))
        }
    }

    deinit { unsafe CMS_ContentInfo_free(message) }

    func claimedContent() throws(OpenSSLError) -> [UInt8] {
        let type = unsafe CMS_get0_eContentType(message)
        guard unsafe OBJ_obj2nid(type) == NID_pkcs7_data else {
            throw unsafe .signedMessage(.contentType(ObjectIdentifierText.name(of: type)))
        }
        guard let content = unsafe copenssl_message_content(message) else { throw .signedMessage(.noContent) }
        return unsafe ASN1Bytes.copy(of: content)
    }

    /// The certificates that can be read, and the one that the only signer names.
    func certificates() throws(OpenSSLError) -> (all: [Certificate], signer: Certificate) {
        ERR_clear_error()
        defer { ERR_clear_error() }
        let info = try unsafe signerInfo()
        guard let list = unsafe CMS_get1_certs(message) else { throw .signedMessage(.noSignerCertificate) }
        defer { unsafe copenssl_chain_pop_free(list) }
        var all: [Certificate] = []
        var signer: Certificate?
        for index in 0..<max(0, unsafe copenssl_chain_count(list)) {
            guard let x509 = unsafe copenssl_chain_value(list, index) else { continue }
            let isSigner = unsafe signer == nil && CMS_SignerInfo_cert_cmp(info, x509) == 0
            guard let certificate = try? unsafe Certificate(der: DER.encoding(of: x509, by: i2d_X509)) else {
                if isSigner { throw .signedMessage(.signerCertificate) }
                continue
            }
            all.append(certificate)
            if isSigner { signer = certificate }
        }
        guard let signer else { throw .signedMessage(.noSignerCertificate) }
        return (all, signer)
    }

    /// The signer's hash function; any algorithm that no App Store and no Xcode uses is an error.
    func digest() throws(OpenSSLError) -> SignatureDigest {
        var digest: UnsafeMutablePointer<X509_ALGOR>?
        var signature: UnsafeMutablePointer<X509_ALGOR>?
        let info = try unsafe signerInfo()
        unsafe CMS_SignerInfo_get0_algs(info, nil, nil, &digest, &signature)
        let digestName = unsafe MessageHandle.identifier(digest)
        let signatureName = unsafe MessageHandle.identifier(signature)
        switch unsafe OBJ_obj2nid(signatureName) {
        case NID_rsaEncryption, NID_sha1WithRSAEncryption, NID_sha256WithRSAEncryption, NID_X9_62_id_ecPublicKey,
            NID_ecdsa_with_SHA256:
            break
        default: throw unsafe .signedMessage(.algorithm(ObjectIdentifierText.name(of: signatureName)))
        }
        switch unsafe OBJ_obj2nid(digestName) {
        case NID_sha1: return .sha1
        case NID_sha256: return .sha256
        default: throw unsafe .signedMessage(.algorithm(ObjectIdentifierText.name(of: digestName)))
        }
    }

    func verifiedContent(by certificate: Certificate) throws(OpenSSLError) -> [UInt8]? {
        let output = try MemoryBuffer()
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard let list = unsafe copenssl_chain_new() else { throw .drainingQueue(after: "sk_X509_new_null") }
        defer { unsafe copenssl_chain_free(list) }
        return try unsafe certificate.withX509 { (x509) throws(OpenSSLError) in
            guard unsafe copenssl_chain_push(list, x509) > 0 else { throw .drainingQueue(after: "sk_X509_push") }
            // Only the given certificate counts, and whether it is trusted was judged before. CMS_BINARY: as it is.
            let flags = UInt32(CMS_NO_SIGNER_CERT_VERIFY) | UInt32(CMS_NOINTERN) | UInt32(CMS_BINARY)
            guard unsafe CMS_verify(message, list, nil, nil, output.bio, flags) == 1 else { return nil }
            return output.bytes
        }
    }

    /// The only signer; the pointer belongs to the message.
    private func signerInfo() throws(OpenSSLError) -> OpaquePointer {
        let count = unsafe Int(copenssl_signer_count(message))
        guard count == 1, let info = unsafe copenssl_signer(message, 0) else {
            throw .signedMessage(.signers(max(count, 0)))
        }
        return unsafe info
    }

    private static func identifier(_ algorithm: UnsafeMutablePointer<X509_ALGOR>?) -> OpaquePointer? {
        guard let algorithm = unsafe algorithm else { return nil }
        var identifier: OpaquePointer?
        unsafe X509_ALGOR_get0(&identifier, nil, nil, algorithm)
        return unsafe identifier
    }
}
