internal import COpenSSL

/// How a certificate was signed.
public enum SignatureAlgorithm: Hashable, Sendable {
    /// ECDSA with SHA-256 (RFC 5758, section 3.2).
    case ecdsaSHA256
    /// ECDSA with SHA-384 (RFC 5758, section 3.2).
    case ecdsaSHA384
    /// RSA with SHA-1 (RFC 3279, section 2.2.1), as in the older certificates that sign receipts.
    case rsaSHA1
    /// RSA with SHA-256 (RFC 4055, section 5).
    case rsaSHA256
    /// Anything else, named for people.
    case other(String)
    /// The signed and the unsigned part name different algorithms, which RFC 5280, section 4.1.1.2, forbids.
    case inconsistent

    init(reading x509: OpaquePointer) {
        var outer: UnsafePointer<X509_ALGOR>?
        unsafe X509_get0_signature(nil, &outer, x509)
        let inner = unsafe X509_get0_tbs_sigalg(x509)
        guard let outer = unsafe outer, let inner = unsafe inner, unsafe X509_ALGOR_cmp(outer, inner) == 0 else {
            self = .inconsistent
            return
        }
        var identifier: OpaquePointer?
        unsafe X509_ALGOR_get0(&identifier, nil, nil, inner)
        switch unsafe OBJ_obj2nid(identifier) {
        case NID_ecdsa_with_SHA256: self = .ecdsaSHA256
        case NID_ecdsa_with_SHA384: self = .ecdsaSHA384
        case NID_sha1WithRSAEncryption: self = .rsaSHA1
        case NID_sha256WithRSAEncryption: self = .rsaSHA256
        default: self = unsafe .other(ObjectIdentifierText.name(of: identifier))
        }
    }
}

extension SignatureAlgorithm: CustomStringConvertible {
    /// The algorithm's name.
    public var description: String {
        switch self {
        case .ecdsaSHA256: "ecdsa-with-SHA256"
        case .ecdsaSHA384: "ecdsa-with-SHA384"
        case .rsaSHA1: "sha1WithRSAEncryption"
        case .rsaSHA256: "sha256WithRSAEncryption"
        case .other(let name): name
        case .inconsistent: "two different algorithms"
        }
    }
}
