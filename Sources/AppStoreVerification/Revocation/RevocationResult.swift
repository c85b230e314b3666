public import OpenSSLCrypto

/// What is known about the revocation of a certificate.
public enum RevocationResult: Hashable, Sendable {
    /// Its responder says that it was not revoked.
    case good
    /// It was revoked then, in Unix seconds, for a reason that may not be told.
    case revoked(at: Int64, reason: OCSPRevocationReason?)
    /// Nobody said; why.
    case unknown(RevocationGap)

    /// The result in one word, for counts and answers.
    public var word: String {
        switch self {
        case .good: "good"
        case .revoked: "revoked"
        case .unknown(let gap): gap.word
        }
    }
}

/// Why it is not known whether a certificate was revoked.
public enum RevocationGap: Error, Hashable, Sendable {
    /// The certificate has ended by now, and responders need not know it any longer.
    case expired
    /// The certificate names no responder.
    case noResponder
    /// The responder could not be asked, or did not answer in time; why.
    case unreachable(String)
    /// The responder's answer cannot be believed.
    case refused(OCSPFault)
    /// The responder does not know the certificate.
    case unknownThere

    /// Whether asking again later cannot bring an answer either.
    public var isFinal: Bool {
        switch self {
        case .expired, .noResponder: true
        case .unreachable, .refused, .unknownThere: false
        }
    }

    /// The gap in one word, for counts and answers.
    public var word: String {
        switch self {
        case .expired: "expired"
        case .noResponder: "no_responder"
        case .unreachable, .refused, .unknownThere: "unknown"
        }
    }
}

extension RevocationGap: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .expired: "the certificate has ended by now and is not asked about"
        case .noResponder: "the certificate names no responder"
        case .unreachable(let reason): "the responder does not answer: \(reason)"
        case .refused(let fault): fault.description
        case .unknownThere: "the responder does not know the certificate"
        }
    }
}
