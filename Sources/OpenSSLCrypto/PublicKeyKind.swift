internal import COpenSSL

/// What kind of key a certificate holds, as far as the App Store's chains are concerned.
public enum PublicKeyKind: Hashable, Sendable {
    /// The named curve P-256 (secp256r1, prime256v1).
    case p256
    /// The named curve P-384 (secp384r1).
    case p384
    /// Anything else, named for people; curves given by explicit parameters are here even if they equal a named one.
    case other(String)
}

extension PublicKeyKind: CustomStringConvertible {
    /// The name of the curve or algorithm.
    public var description: String {
        switch self {
        case .p256: "EC P-256"
        case .p384: "EC P-384"
        case .other(let name): name
        }
    }
}

extension PublicKeyKind {
    /// Reads the algorithm identifier of a subject public key info.
    ///
    /// The identifier is what decides (RFC 5480, section 2.1.1): OpenSSL itself turns explicit parameters that equal a
    /// named curve into that curve, and then no longer shows the difference.
    init(subjectPublicKeyInfo info: OpaquePointer) {
        var algorithm: UnsafeMutablePointer<X509_ALGOR>?
        guard unsafe X509_PUBKEY_get0_param(nil, nil, nil, &algorithm, info) == 1, let algorithm = unsafe algorithm
        else {
            self = .other("unreadable")
            return
        }
        var identifier: OpaquePointer?
        var parameterType: Int32 = 0
        var parameter: UnsafeRawPointer?
        unsafe X509_ALGOR_get0(&identifier, &parameterType, &parameter, algorithm)
        guard unsafe OBJ_obj2nid(identifier) == NID_X9_62_id_ecPublicKey else {
            self = unsafe .other(ObjectIdentifierText.name(of: identifier))
            return
        }
        guard parameterType == V_ASN1_OBJECT, let parameter = unsafe parameter else {
            self = .other("EC with explicit parameters")
            return
        }
        let curve = OpaquePointer(parameter)
        switch unsafe OBJ_obj2nid(curve) {
        case NID_X9_62_prime256v1: self = .p256
        case NID_secp384r1: self = .p384
        default: self = unsafe .other("EC " + ObjectIdentifierText.name(of: curve))
        }
    }
}
