/// The stable, dotted name of a check that failed; the same word on the command line, over HTTP and in the library.
///
/// Codes are listed in the order in which checks run: the first that fails is reported.
public struct FailureCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as it is printed.
    public let rawValue: String

    /// Wraps a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// The code as it is printed.
    public var description: String { rawValue }

    /// The stage of verification: the part before the dot.
    public var stage: String { String(rawValue.prefix { $0 != "." }) }

    /// Nothing was given.
    public static let inputEmpty = FailureCode("input.empty")
    /// More bytes were given than are accepted.
    public static let inputTooLarge = FailureCode("input.too_large")
    /// The input is something else than App Store signed data in version 2.
    public static let inputKind = FailureCode("input.kind")

    /// The JWS does not have exactly three segments that are not empty (RFC 7515, section 7.1).
    public static let jwsSegments = FailureCode("jws.segments")
    /// A segment is not strict base64url (RFC 7515, section 2).
    public static let jwsBase64URL = FailureCode("jws.base64url")
    /// The header is not one JSON object with unique names (RFC 7515, section 4).
    public static let jwsHeader = FailureCode("jws.header")
    /// The algorithm is not exactly ES256.
    public static let jwsAlgorithm = FailureCode("jws.alg")
    /// The header demands extensions that are not understood (RFC 7515, section 4.1.11).
    public static let jwsCritical = FailureCode("jws.crit")

    /// The header holds no certificates.
    public static let x5cMissing = FailureCode("x5c.missing")
    /// The number of certificates is wrong.
    public static let x5cCount = FailureCode("x5c.count")
    /// A certificate is not strict base64 (RFC 7515, section 4.1.6).
    public static let x5cBase64 = FailureCode("x5c.base64")
    /// A certificate is not exactly one DER certificate.
    public static let x5cDER = FailureCode("x5c.der")

    /// The path leads to no configured anchor: no certificate bears the issuer's name.
    public static let chainUntrusted = FailureCode("chain.untrusted")
    /// A certificate bears the issuer's name, but its key did not make the signature.
    public static let chainSignature = FailureCode("chain.signature")
    /// A certificate that issued another is not a certificate authority (RFC 5280, section 4.2.1.9).
    public static let chainNotCA = FailureCode("chain.not_ca")
    /// The path is longer than an authority allows (RFC 5280, section 4.2.1.9).
    public static let chainPathLength = FailureCode("chain.path_length")
    /// The leaf claims to be a certificate authority.
    public static let chainLeafIsCA = FailureCode("chain.leaf_is_ca")
    /// A key or signature algorithm in the chain is not ECDSA on P-256 or P-384, or the leaf's key is not P-256.
    public static let chainKeyType = FailureCode("chain.key_type")
    /// A key is used for what its certificate does not allow (RFC 5280, section 4.2.1.3).
    public static let chainKeyUsage = FailureCode("chain.key_usage")
    /// A certificate has a critical extension that is not understood (RFC 5280, section 4.2).
    public static let chainCriticalExtension = FailureCode("chain.critical_extension")
    /// The leaf or the intermediate is not a version 3 certificate.
    public static let chainVersion = FailureCode("chain.version")
    /// The leaf lacks Apple's marker 1.2.840.113635.100.6.11.1.
    public static let chainLeafMarker = FailureCode("chain.leaf_marker")
    /// The intermediate lacks Apple's marker 1.2.840.113635.100.6.2.1.
    public static let chainIntermediateMarker = FailureCode("chain.intermediate_marker")

    /// The signature is not 64 bytes r||s with both numbers in 1..<n (RFC 7518, section 3.4).
    public static let signatureForm = FailureCode("signature.form")
    /// The leaf's key did not sign these bytes.
    public static let signatureInvalid = FailureCode("signature.invalid")

    /// The payload is not one strict JSON object.
    public static let payloadJSON = FailureCode("payload.json")
    /// A claim has a type or value that cannot be accepted.
    public static let payloadSchema = FailureCode("payload.schema")
    /// The payload is of another kind than was asked for, or of none that is known.
    public static let payloadKind = FailureCode("payload.kind")

    /// A certificate was not valid yet at the chosen time.
    public static let chainNotYetValid = FailureCode("chain.not_yet_valid")
    /// A certificate was not valid any more at the chosen time.
    public static let chainExpired = FailureCode("chain.expired")

    /// The payload is about another app, or names none.
    public static let appBundleID = FailureCode("app.bundle_id")
    /// The payload is about another app by its Apple id, or none is configured to compare with.
    public static let appAppleID = FailureCode("app.apple_id")
    /// The payload is from an environment that is not enabled, or names none.
    public static let appEnvironment = FailureCode("app.environment")

    /// A nested payload disagrees with the one around it on app, environment or subscription line.
    public static let nestedMismatch = FailureCode("nested.mismatch")

    /// A certificate in the path was revoked.
    public static let revocationRevoked = FailureCode("revocation.revoked")
    /// Nobody could say whether a certificate in the path was revoked, and the policy asks for an answer.
    public static let revocationUnknown = FailureCode("revocation.unknown")

    /// The input is no PKCS#7 receipt: no base64 of one, no signed data, or not with one signer (RFC 5652, section 5).
    public static let receiptForm = FailureCode("receipt.form")
    /// The receipt comes from Xcode, and the certificate that signed it is not among those configured.
    public static let receiptXcode = FailureCode("receipt.xcode")
    /// The signer's certificate does not lead to a trusted root, or may not sign receipts.
    public static let receiptUntrusted = FailureCode("receipt.untrusted")
    /// The signer's key did not sign this content.
    public static let receiptSignature = FailureCode("receipt.signature")
    /// What is signed is not a set of receipt attributes, or one that matters is missing or cannot be read.
    public static let receiptAttributes = FailureCode("receipt.attributes")
    /// A certificate was not valid when the receipt was made, or the receipt itself has ended.
    public static let receiptExpired = FailureCode("receipt.expired")
    /// The receipt is genuine, but holds no in-app purchase where one is wanted.
    public static let receiptNoPurchase = FailureCode("receipt.no_purchase")

    /// The store cannot be used at the moment; the same input may be given again.
    public static let storeUnavailable = FailureCode("store.unavailable")
    /// The store takes no more at the moment; the same input may be given again.
    public static let storeFull = FailureCode("store.full")

    /// Every code, in the order of the checks.
    public static let all: [FailureCode] = [
        inputEmpty, inputTooLarge, inputKind,
        jwsSegments, jwsBase64URL, jwsHeader, jwsAlgorithm, jwsCritical,
        x5cMissing, x5cCount, x5cBase64, x5cDER,
        chainUntrusted, chainSignature, chainNotCA, chainPathLength, chainLeafIsCA, chainKeyType, chainKeyUsage,
        chainCriticalExtension, chainVersion, chainLeafMarker, chainIntermediateMarker,
        signatureForm, signatureInvalid,
        payloadJSON, payloadSchema, payloadKind,
        chainNotYetValid, chainExpired,
        appBundleID, appAppleID, appEnvironment,
        nestedMismatch,
        revocationRevoked, revocationUnknown,
        receiptForm, receiptXcode, receiptUntrusted, receiptSignature, receiptAttributes, receiptExpired,
        receiptNoPurchase,
        storeUnavailable, storeFull,
    ]
}
