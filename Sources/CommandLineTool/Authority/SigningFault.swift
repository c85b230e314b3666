/// A rule that `sign` can break on purpose, so that what receives the data can be tested.
package enum SigningFault: String, CaseIterable {
    case cut
    case padded
    case headerNotJSON = "header-not-json"
    case algNone = "alg-none"
    case crit
    case noX5C = "no-x5c"
    case x5c2 = "x5c-2"
    case x5c4 = "x5c-4"
    case x5cBase64URL = "x5c-base64url"
    case x5cGarbage = "x5c-garbage"
    case wrongRoot = "wrong-root"
    case swappedChain = "swapped-chain"
    case forgedChain = "forged-chain"
    case intermediateNotCA = "intermediate-not-ca"
    case leafIsCA = "leaf-is-ca"
    case leafP384 = "leaf-p384"
    case leafKeyUsage = "leaf-key-usage"
    case criticalExtension = "critical-extension"
    case leafVersion1 = "leaf-version-1"
    case noLeafMarker = "no-leaf-marker"
    case noIntermediateMarker = "no-intermediate-marker"
    case derSignature = "der-signature"
    case badSignature = "bad-signature"
    case payloadNotJSON = "payload-not-json"
    case futureLeaf = "future-leaf"
    case expiredLeaf = "expired-leaf"
    case nestedSignature = "nested-signature"

    /// The failure code that a verifier gives.
    package var code: String {
        switch self {
        case .cut: "jws.segments"
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
        case .badSignature, .nestedSignature: "signature.invalid"
        case .payloadNotJSON: "payload.json"
        case .futureLeaf: "chain.not_yet_valid"
        case .expiredLeaf: "chain.expired"
        }
    }
}
