internal import COpenSSL

/// What OpenSSL says about the path from a leaf over an intermediate to one anchor.
///
/// A depth counts from the leaf: 0 leaf, 1 intermediate, 2 anchor.
public enum PathJudgement: Hashable, Sendable {
    /// The path is sound.
    case trusted
    /// No issuer was found for the certificate at this depth, so the path does not reach the anchor.
    case untrusted(depth: Int)
    /// The path reaches the anchor, but has this many members instead of three.
    case chainLength(Int)
    /// The signature on the certificate at this depth is not its issuer's.
    case signature(depth: Int)
    /// The key of the issuer at this depth cannot be read or used.
    case issuerKey(depth: Int)
    /// The certificate at this depth may not issue others: it is no CA, or its key usage does not allow it.
    case invalidCA(depth: Int)
    /// The CA at this depth allows fewer CAs after it.
    case pathLength(depth: Int)
    /// The name of the certificate at this depth is not allowed by a CA above it.
    case nameConstraints(depth: Int)
    /// Anything else, with OpenSSL's number and text.
    case other(code: Int, text: String, depth: Int)
    /// Memory could not be had; nothing was judged.
    case outOfMemory

    init(code: Int32, depth: Int) {
        switch code {
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
            X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED:
            self = .untrusted(depth: depth)
        case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE:
            self = .signature(depth: depth)
        case X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY, X509_V_ERR_EC_KEY_EXPLICIT_PARAMS:
            self = .issuerKey(depth: depth)
        case X509_V_ERR_INVALID_CA, X509_V_ERR_KEYUSAGE_NO_CERTSIGN:
            self = .invalidCA(depth: depth)
        case X509_V_ERR_PATH_LENGTH_EXCEEDED:
            self = .pathLength(depth: depth)
        case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION, X509_V_ERR_SUBTREE_MINMAX,
            X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE, X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX,
            X509_V_ERR_UNSUPPORTED_NAME_SYNTAX:
            self = .nameConstraints(depth: depth)
        case X509_V_ERR_OUT_OF_MEM:
            self = .outOfMemory
        default:
            let text = unsafe String(cString: X509_verify_cert_error_string(Int(code)))
            self = .other(code: Int(code), text: text, depth: depth)
        }
    }
}
