public import OpenSSLCrypto
public import StrictJSON

/// One of the three parts of a compact JWS.
public enum JWSSegment: String, Hashable, Sendable {
    case header, payload, signature
}

/// Why a JWS was refused, or could not be made.
public enum JWSError: Error, Hashable, Sendable {
    /// There are not exactly three segments (RFC 7515, section 7.1).
    case segments(found: Int)
    /// A segment is empty.
    case emptySegment(JWSSegment)
    /// A segment is not base64url.
    case base64URL(JWSSegment, Base64Error)
    /// The header is not JSON that is accepted.
    case header(JSONError)
    /// The header is not a JSON object.
    case headerNotAnObject(found: JSONKind)
    /// A member of the header is not of the kind that RFC 7515, section 4.1, gives it.
    case headerMember(name: String, expected: String)
    /// The algorithm is not ES256; `nil` when the header names none.
    case algorithm(found: String?)
    /// The header lists critical extensions (RFC 7515, section 4.1.11), of which none is understood.
    case critical
    /// The header has no certificates.
    case x5cMissing
    /// A certificate of the header is not base64 (RFC 7515, section 4.1.6).
    case x5cBase64(index: Int, Base64Error)
    /// The signature does not have the form of RFC 7518, section 3.4.
    case signatureForm(P256SignatureProblem)
    /// The signature is not the key's, or not over these bytes.
    case signatureInvalid
    /// A signature could not be made.
    case signing(OpenSSLError)
}

/// What is wrong with the form of a signature.
public enum P256SignatureProblem: Hashable, Sendable {
    /// There are not 64 bytes.
    case length(found: Int)
    /// r or s is not a number from 1 to n - 1.
    case range
}

extension JWSError: CustomStringConvertible {
    /// One line for people; holds nothing of the payload or the signature.
    public var description: String {
        switch self {
        case .segments(let found): "expected three segments, found \(found)"
        case .emptySegment(let segment): "the \(segment.rawValue) is empty"
        case .base64URL(let segment, let error): "the \(segment.rawValue) is not base64url: \(error)"
        case .header(let error): "the header is not acceptable JSON: \(error)"
        case .headerNotAnObject(let found): "the header is not an object but of kind \(found.rawValue)"
        case .headerMember(let name, let expected): "the header's \(name) is not \(expected)"
        case .algorithm(nil): "the header names no algorithm"
        case .algorithm(let found?): "the algorithm is not ES256 but '\(found.prefix(24))'"
        case .critical: "the header demands extensions that are not understood"
        case .x5cMissing: "the header has no certificates"
        case .x5cBase64(let index, let error): "certificate \(index) is not base64: \(error)"
        case .signatureForm(.length(let found)): "the signature has \(found) bytes instead of 64"
        case .signatureForm(.range): "r or s of the signature is out of range"
        case .signatureInvalid: "the signature is not valid"
        case .signing(let error): "could not sign: \(error)"
        }
    }
}
