import OpenSSLCrypto

/// A chain of three whose certificates can each be changed before they are issued.
struct TestChain {
    /// 2026-01-01T00:00:00Z.
    static let notBefore: Int64 = 1_767_225_600
    /// 2036-01-01T00:00:00Z.
    static let notAfter: Int64 = 2_082_758_400

    var root = TestAuthority.rootTemplate(name: "Storekeeper", notBefore: notBefore, notAfter: notAfter)
    var intermediate = TestAuthority.intermediateTemplate(name: "Storekeeper", notBefore: notBefore, notAfter: notAfter)
    var leaf = TestAuthority.leafTemplate(name: "Storekeeper", notBefore: notBefore, notAfter: notAfter)
    var rootKey: CertificateKey
    var intermediateKey: CertificateKey
    var leafKey: CertificateKey
    /// The keys that sign, where they are to be others than the issuers'.
    var keyOverIntermediate: CertificateKey?
    var keyOverLeaf: CertificateKey?

    init() throws {
        rootKey = .p384(try P384PrivateKey())
        intermediateKey = .p384(try P384PrivateKey())
        leafKey = .p256(try P256PrivateKey())
    }

    /// Issues the three certificates.
    func issue() throws -> (leaf: Certificate, intermediate: Certificate, root: Certificate) {
        let top = try root.selfSigned(with: rootKey)
        let middle = try intermediate.issued(
            to: intermediateKey, by: top, issuerKey: keyOverIntermediate ?? rootKey)
        let end = try leaf.issued(to: leafKey, by: middle, issuerKey: keyOverLeaf ?? intermediateKey)
        return (end, middle, top)
    }

    /// Issues the three certificates and judges the path.
    func judge() throws -> PathJudgement {
        let chain = try issue()
        return try TrustAnchor(chain.root).judge(leaf: chain.leaf, intermediate: chain.intermediate)
    }
}
