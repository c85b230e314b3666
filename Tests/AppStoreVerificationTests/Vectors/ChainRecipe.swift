import JWS
import OpenSSLCrypto
import StrictJSON

/// A chain shaped like Apple's, before it is issued: a vector changes what it is about and leaves the rest sound.
struct ChainRecipe {
    /// 2026-01-01T00:00:00Z, the first second of validity of all three.
    static let notBefore: Int64 = 1_767_225_600
    /// 2028-01-01T00:00:00Z, the last second of validity of all three.
    static let notAfter: Int64 = 1_830_297_600

    var root: CertificateTemplate
    var rootKey: CertificateKey
    /// A certificate and key that issue the root; by default it issues itself.
    var rootIssuer: (certificate: Certificate, key: CertificateKey)?
    var intermediate: CertificateTemplate
    var intermediateKey: CertificateKey
    /// The key that signs the intermediate where it is not the root's.
    var intermediateSigner: CertificateKey?
    var leaf: CertificateTemplate
    var leafKey: CertificateKey
    /// The key that signs the leaf where it is not the intermediate's.
    var leafSigner: CertificateKey?
    /// The key that signs payloads.
    var payloadKey: P256PrivateKey

    /// The sound chain.
    init(_ keys: VectorKeys) {
        self.init(
            name: "Vectors", rootKey: keys.root, intermediateKey: keys.intermediate, leafKey: keys.leaf)
    }

    /// A sound chain of other keys, or under other names.
    init(name: String, rootKey: P384PrivateKey, intermediateKey: P384PrivateKey, leafKey: P256PrivateKey) {
        let (first, last) = (ChainRecipe.notBefore, ChainRecipe.notAfter)
        root = TestAuthority.rootTemplate(name: name, notBefore: first, notAfter: last)
        intermediate = TestAuthority.intermediateTemplate(name: name, notBefore: first, notAfter: last)
        leaf = TestAuthority.leafTemplate(name: name, notBefore: first, notAfter: last)
        self.rootKey = .p384(rootKey)
        self.intermediateKey = .p384(intermediateKey)
        self.leafKey = .p256(leafKey)
        payloadKey = leafKey
    }

    /// Issues the certificates, the root's under the recipe or under one that exists.
    func issue(under existing: Certificate? = nil) throws -> IssuedChain {
        let root =
            if let existing { existing } else if let rootIssuer {
                try root.issued(to: rootKey, by: rootIssuer.certificate, issuerKey: rootIssuer.key)
            } else { try root.selfSigned(with: rootKey) }
        let intermediate = try intermediate.issued(
            to: intermediateKey, by: root, issuerKey: intermediateSigner ?? rootKey)
        let leaf = try leaf.issued(to: leafKey, by: intermediate, issuerKey: leafSigner ?? intermediateKey)
        return IssuedChain(root: root, intermediate: intermediate, leaf: leaf, payloadKey: payloadKey)
    }

    /// The same recipe with a change.
    func with(_ change: (inout ChainRecipe) throws -> Void) rethrows -> ChainRecipe {
        var copy = self
        try change(&copy)
        return copy
    }
}

/// A chain that payloads can be signed under.
struct IssuedChain {
    let root: Certificate
    let intermediate: Certificate
    let leaf: Certificate
    let payloadKey: P256PrivateKey

    /// The entries of an `x5c` header.
    var entries: [JSONValue] { [leaf, intermediate, root].map { IssuedChain.entry($0.der) } }

    static func entry(_ der: [UInt8]) -> JSONValue { .string(Base64.encode(der)) }

    /// Signs a payload under this chain, or under other header members.
    func sign(_ payload: JSONValue, x5c: [JSONValue]? = nil, header: JSONValue = [:]) throws -> String {
        try sign(bytes: JSONWriter().bytes(payload), x5c: x5c, header: header)
    }

    /// Signs bytes, JSON or not.
    func sign(bytes: [UInt8], x5c: [JSONValue]? = nil, header: JSONValue = [:]) throws -> String {
        var members: JSONValue = ["alg": "ES256", "x5c": .array(x5c ?? entries)]
        if case .object(let changes) = header { for change in changes { members[change.name] = change.value } }
        return try JWSSigner(key: payloadKey, header: members).sign(payload: bytes)
    }

    /// Signs under a header that is given as text, sound or not.
    func sign(_ payload: JSONValue, headerText: [UInt8]) throws -> String {
        let message =
            Base64URL.encode(headerText) + "." + Base64URL.encode(JSONWriter().bytes(payload))
        return message + "." + Base64URL.encode(try payloadKey.sign([UInt8](message.utf8)))
    }

    /// The header's text.
    var headerText: [UInt8] { JSONWriter().bytes(["alg": "ES256", "x5c": .array(entries)]) }
}
