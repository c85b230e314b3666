internal import AppStoreModels
internal import AppStoreVerification
internal import NotificationProcessing
internal import OpenSSLCrypto
internal import StrictJSON

/// A JWS taken apart for looking at, with what verifying it came to.
///
/// Everything in it is unverified unless `failure` is `nil`.
struct DecodedJWS {
    /// What the payload is, by the names of its members.
    var kind: PayloadKind?
    /// The header, where it is JSON.
    var header: JSONNode?
    /// The certificates of the header that can be read.
    var certificates: [Certificate] = []
    /// The payload; `nil` when it cannot be decoded.
    var payload: JSONNode?
    /// Why it is not verified; `nil` when it is.
    var failure: VerificationFailure?
    /// Who signed it, where it is verified.
    var signer: Signer?
    /// The environment that it is verified for.
    var environment: String?
    /// What is known of the certificates, where somebody was asked.
    var revocation: RevocationReport?
    /// What is signed inside.
    var nested: [Nested] = []

    /// Whose trust a verified chain leads to.
    enum Signer: String {
        case apple = "Apple"
        case added = "added root"
        case xcode = "Xcode"
    }

    /// Something signed inside a notification.
    struct Nested {
        /// What it is called in answers.
        var name: String
        /// Where it stands, such as `data.signedTransactionInfo`.
        var path: String
        /// What it is.
        var decoded: DecodedJWS
    }

    var isVerified: Bool { failure == nil }
}

extension DecodedJWS {
    /// The members of the answer to `decode --json`, in their order.
    var members: [JSONMember] {
        let members = [
            JSONMember("kind", .optional(kind?.rawValue)), JSONMember("verified", .boolean(isVerified)),
        ]
        let further = revocation.map { [JSONMember("revocation", $0.json)] } ?? []
        return members + DecodedJWS.members(of: failure) + further + [
            JSONMember("header", header.map(JSONValue.node) ?? .null),
            JSONMember("chain", .array(certificates.map { JSONValue(describing: $0) })),
            JSONMember("payload", payload.map(JSONValue.node) ?? .null),
            JSONMember("nested", .object(nested.map { JSONMember($0.name, .object($0.decoded.members)) })),
        ]
    }
}

extension DecodedJWS {
    /// Why something is not verified, as members of an answer; none when it is.
    static func members(of failure: VerificationFailure?) -> [JSONMember] {
        guard let failure else { return [] }
        let texts = [
            ("code", failure.code.rawValue), ("message", failure.message), ("expected", failure.expected),
            ("got", failure.got), ("hint", failure.hint),
        ]
        return texts.compactMap { name, value in value.map { JSONMember(name, .string($0)) } }
    }
}

extension JSONValue {
    /// What a certificate says of itself; its dates in milliseconds.
    init(describing certificate: Certificate) {
        self = [
            "subject": .string(certificate.subject), "issuer": .string(certificate.issuer),
            "serialNumber": .string(certificate.serialNumber),
            "notBefore": .integer(certificate.notBefore.multipliedReportingOverflow(by: 1000).partialValue),
            "notAfter": .integer(certificate.notAfter.multipliedReportingOverflow(by: 1000).partialValue),
            "fingerprint": .string(certificate.fingerprint.hexadecimal),
        ]
    }
}
