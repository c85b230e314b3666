/// A certification authority shaped like Apple's, whose certificates nobody trusts unless told to.
///
/// Root and intermediate are on P-384, the leaf on P-256, all signed with SHA-384; the intermediate and the leaf carry
/// Apple's marker extensions, without which no verifier of App Store data would accept the chain.
public struct TestAuthority: Sendable {
    /// The root's certificate, to be configured as a trust anchor.
    public let root: Certificate
    /// The root's key.
    public let rootKey: P384PrivateKey
    /// The intermediate's certificate.
    public let intermediate: Certificate
    /// The intermediate's key.
    public let intermediateKey: P384PrivateKey
    /// The leaf's certificate.
    public let leaf: Certificate
    /// The leaf's key, which signs payloads.
    public let leafKey: P256PrivateKey

    /// The extension that marks certificates for signing App Store receipts and payloads.
    public static let leafMarker = "1.2.840.113635.100.6.11.1"
    /// The extension that marks intermediates of Apple's developer relations.
    public static let intermediateMarker = "1.2.840.113635.100.6.2.1"

    /// Makes new keys and issues the three certificates.
    ///
    /// - Parameters:
    ///   - name: Tells one authority from another; part of every subject.
    ///   - notBefore: The first second of validity of all three, in Unix seconds.
    ///   - notAfter: The last second of validity of all three, in Unix seconds.
    ///   - ocspResponder: The URL of the responder that leaf and intermediate name.
    /// - Throws: ``OpenSSLError`` when there is no randomness, or the name cannot be encoded.
    public init(
        name: String = "Storekeeper", notBefore: Int64, notAfter: Int64, ocspResponder: String? = nil
    ) throws(OpenSSLError) {
        rootKey = try P384PrivateKey()
        intermediateKey = try P384PrivateKey()
        leafKey = try P256PrivateKey()
        root = try TestAuthority.rootTemplate(name: name, notBefore: notBefore, notAfter: notAfter)
            .selfSigned(with: .p384(rootKey))
        var template = TestAuthority.intermediateTemplate(name: name, notBefore: notBefore, notAfter: notAfter)
        template.ocspResponder = ocspResponder
        intermediate = try template.issued(to: .p384(intermediateKey), by: root, issuerKey: .p384(rootKey))
        template = TestAuthority.leafTemplate(name: name, notBefore: notBefore, notAfter: notAfter)
        template.ocspResponder = ocspResponder
        leaf = try template.issued(to: .p256(leafKey), by: intermediate, issuerKey: .p384(intermediateKey))
    }

    /// Puts an authority together from parts that were kept.
    public init(
        root: Certificate, rootKey: P384PrivateKey, intermediate: Certificate, intermediateKey: P384PrivateKey,
        leaf: Certificate, leafKey: P256PrivateKey
    ) {
        self.root = root
        self.rootKey = rootKey
        self.intermediate = intermediate
        self.intermediateKey = intermediateKey
        self.leaf = leaf
        self.leafKey = leafKey
    }

    /// What tells it from other authorities; empty for one whose root names itself in another way.
    public var name: String {
        let name = root.commonName ?? ""
        return name.hasSuffix(" " + TestAuthority.rootRole)
            ? String(name.dropLast(TestAuthority.rootRole.utf8.count + 1)) : ""
    }

    /// The same authority with a new leaf, as when Apple replaces its own: a new key under the same intermediate.
    ///
    /// - Parameters:
    ///   - notBefore: The leaf's first second of validity, in Unix seconds.
    ///   - notAfter: The leaf's last second of validity, in Unix seconds.
    /// - Returns: The authority.
    /// - Throws: ``OpenSSLError`` when there is no randomness, or a date cannot be written.
    public func withNewLeaf(notBefore: Int64, notAfter: Int64) throws(OpenSSLError) -> TestAuthority {
        let key = try P256PrivateKey()
        let leaf = try TestAuthority.leafTemplate(name: name, notBefore: notBefore, notAfter: notAfter)
            .issued(to: .p256(key), by: intermediate, issuerKey: .p384(intermediateKey))
        return TestAuthority(
            root: root, rootKey: rootKey, intermediate: intermediate, intermediateKey: intermediateKey, leaf: leaf,
            leafKey: key)
    }

    /// The three certificates in the order of an `x5c` header: leaf, intermediate, root.
    public var chain: [Certificate] { [leaf, intermediate, root] }
}

extension TestAuthority {
    /// What the root's certificate says.
    public static func rootTemplate(name: String, notBefore: Int64, notAfter: Int64) -> CertificateTemplate {
        CertificateTemplate(
            subject: subject(rootRole, name: name), notBefore: notBefore, notAfter: notAfter,
            basicConstraints: BasicConstraints(isCA: true), keyUsage: [.keyCertSign, .cRLSign])
    }

    /// What the intermediate's certificate says.
    public static func intermediateTemplate(name: String, notBefore: Int64, notAfter: Int64) -> CertificateTemplate {
        CertificateTemplate(
            subject: subject("worthless test intermediate", name: name), notBefore: notBefore, notAfter: notAfter,
            basicConstraints: BasicConstraints(isCA: true, pathLength: 0), keyUsage: [.keyCertSign, .cRLSign],
            extensions: [CertificateExtension(oid: intermediateMarker, value: null)])
    }

    /// What the leaf's certificate says.
    public static func leafTemplate(name: String, notBefore: Int64, notAfter: Int64) -> CertificateTemplate {
        CertificateTemplate(
            subject: subject("worthless test leaf", name: name), notBefore: notBefore, notAfter: notAfter,
            basicConstraints: BasicConstraints(isCA: false), keyUsage: .digitalSignature,
            extensions: [CertificateExtension(oid: leafMarker, value: null)])
    }

    private static let rootRole = "worthless test root"

    /// ASN.1 NULL, which is all that Apple's markers hold.
    private static let null: [UInt8] = [0x05, 0x00]

    private static func subject(_ role: String, name: String) -> DistinguishedName {
        DistinguishedName(
            commonName: "\(name) \(role)", organizationalUnit: "worthless test certificates, trusted by nobody",
            organization: name)
    }
}
