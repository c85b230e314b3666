/// A rule that signing breaks on purpose, so that what receives the data can be tested.
///
/// The raw values are stable names: they do not change from one version to the next.
public enum SigningFault: String, CaseIterable, Hashable, Sendable {
    /// There is no signature.
    case cut
    /// The base64url of the signature is padded.
    case padded
    /// The header is not JSON.
    case headerNotJSON = "header-not-json"
    /// The algorithm is `none`.
    case algNone = "alg-none"
    /// The header demands an extension.
    case crit
    /// The header holds no certificates.
    case noX5C = "no-x5c"
    /// The root is missing from the header.
    case x5c2 = "x5c-2"
    /// The root stands there twice.
    case x5c4 = "x5c-4"
    /// The certificates are in the other base64.
    case x5cBase64URL = "x5c-base64url"
    /// The certificates are cut short.
    case x5cGarbage = "x5c-garbage"
    /// Another authority signs.
    case wrongRoot = "wrong-root"
    /// Leaf and intermediate change places.
    case swappedChain = "swapped-chain"
    /// Another authority of the same names signs.
    case forgedChain = "forged-chain"
    /// The intermediate is no authority.
    case intermediateNotCA = "intermediate-not-ca"
    /// The leaf is an authority.
    case leafIsCA = "leaf-is-ca"
    /// The leaf's key is on another curve.
    case leafP384 = "leaf-p384"
    /// The leaf may not sign.
    case leafKeyUsage = "leaf-key-usage"
    /// The leaf has a critical extension that nobody knows.
    case criticalExtension = "critical-extension"
    /// The leaf is a certificate of version 1.
    case leafVersion1 = "leaf-version-1"
    /// The leaf lacks Apple's marker.
    case noLeafMarker = "no-leaf-marker"
    /// The intermediate lacks Apple's marker.
    case noIntermediateMarker = "no-intermediate-marker"
    /// The signature is in DER.
    case derSignature = "der-signature"
    /// The signature is over something else.
    case badSignature = "bad-signature"
    /// A bit of the signature is flipped.
    case flippedSignature = "flipped-signature"
    /// A bit of the payload is flipped after it was signed.
    case flippedPayload = "flipped-payload"
    /// Number s of the signature is above half the order: unusual, but sound.
    case highS = "high-s"
    /// The payload is not JSON.
    case payloadNotJSON = "payload-not-json"
    /// The leaf is not valid yet.
    case futureLeaf = "future-leaf"
    /// The leaf is not valid any more.
    case expiredLeaf = "expired-leaf"
    /// The payload names another app, and so does what is inside; renewal info names none.
    case otherApp = "other-app"
    /// The payload names another Apple id; transactions and renewal info name none, and only Production's counts.
    case otherAppleID = "other-apple-id"
    /// The payload is from Sandbox instead of Production, or from Production instead of any other environment.
    case otherEnvironment = "other-environment"
    /// A signature inside is over something else.
    case nestedSignature = "nested-signature"
    /// What is inside has no signature.
    case nestedCut = "nested-cut"
    /// What is inside names another app.
    case nestedOtherApp = "nested-other-app"

    /// The failure code that a verifier gives; `nil` when it must accept the data all the same.
    public var code: String? {
        switch self {
        case .cut, .nestedCut: "jws.segments"
        case .padded: "jws.base64url"
        case .headerNotJSON: "jws.header"
        case .algNone: "jws.alg"
        case .crit: "jws.crit"
        case .noX5C: "x5c.missing"
        case .x5c2, .x5c4: "x5c.count"
        case .x5cBase64URL: "x5c.base64"
        case .x5cGarbage: "x5c.der"
        case .wrongRoot, .swappedChain: "chain.untrusted"
        case .forgedChain: "chain.signature"
        case .intermediateNotCA: "chain.not_ca"
        case .leafIsCA: "chain.leaf_is_ca"
        case .leafP384: "chain.key_type"
        case .leafKeyUsage: "chain.key_usage"
        case .criticalExtension: "chain.critical_extension"
        case .leafVersion1: "chain.version"
        case .noLeafMarker: "chain.leaf_marker"
        case .noIntermediateMarker: "chain.intermediate_marker"
        case .derSignature: "signature.form"
        case .badSignature, .flippedSignature, .flippedPayload, .nestedSignature: "signature.invalid"
        case .highS: nil
        case .payloadNotJSON: "payload.json"
        case .futureLeaf: "chain.not_yet_valid"
        case .expiredLeaf: "chain.expired"
        case .otherApp: "app.bundle_id"
        case .otherAppleID: "app.apple_id"
        case .otherEnvironment: "app.environment"
        case .nestedOtherApp: "nested.mismatch"
        }
    }

    /// The fault of what is signed inside a notification that is to have this fault.
    public var inside: SigningFault? {
        switch self {
        case .nestedSignature: .badSignature
        case .nestedCut: .cut
        case .nestedOtherApp: .otherApp
        // Else it would be the disagreement that is found.
        case .otherApp, .otherAppleID, .otherEnvironment: self
        default: nil
        }
    }

    /// The fault of the payload itself that is to have this fault; `nil` where it is all inside.
    public var outside: SigningFault? {
        switch self {
        case .nestedSignature, .nestedCut, .nestedOtherApp: nil
        default: self
        }
    }

    /// Whether the fault is in something that only a notification has, the payloads inside it.
    public var isOnlyInside: Bool { outside == nil }
}
