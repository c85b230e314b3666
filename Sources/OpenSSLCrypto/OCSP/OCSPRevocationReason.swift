/// Why a certificate was revoked (RFC 5280, section 5.3.1); numbers unknown today are kept as they came.
public struct OCSPRevocationReason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number as it came.
    public let rawValue: Int

    /// Wraps any number, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Somebody else may hold the key.
    public static let keyCompromise = OCSPRevocationReason(rawValue: 1)
    /// Somebody else may hold the authority's key.
    public static let caCompromise = OCSPRevocationReason(rawValue: 2)
    /// Another certificate takes its place.
    public static let superseded = OCSPRevocationReason(rawValue: 4)
    /// It is suspended, and may come back.
    public static let certificateHold = OCSPRevocationReason(rawValue: 6)

    /// The RFC's name of the reason.
    public var description: String {
        switch rawValue {
        case 0: "unspecified"
        case 1: "keyCompromise"
        case 2: "cACompromise"
        case 3: "affiliationChanged"
        case 4: "superseded"
        case 5: "cessationOfOperation"
        case 6: "certificateHold"
        case 8: "removeFromCRL"
        case 9: "privilegeWithdrawn"
        case 10: "aACompromise"
        default: "reason \(rawValue)"
        }
    }
}
