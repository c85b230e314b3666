package import OpenSSLCrypto

/// Makes receipts under a chain shaped like Apple's, each part of which can be changed alone.
package struct ReceiptWorkshop: Sendable {
    /// The keys of this test run; making RSA keys is dear, so they are shared.
    package struct Keys: Sendable {
        package let root: RSAPrivateKey
        package let intermediate: RSAPrivateKey
        package let leaf: RSAPrivateKey
        package let foreign: RSAPrivateKey
        package let small: RSAPrivateKey
    }

    package static func keys() throws -> Keys { try session.get() }

    private static let session = Result {
        Keys(
            root: try RSAPrivateKey(), intermediate: try RSAPrivateKey(), leaf: try RSAPrivateKey(),
            foreign: try RSAPrivateKey(), small: try RSAPrivateKey(bits: 1024))
    }

    package var sample = SampleReceipt()
    /// Bytes in the place of the sample's.
    package var content: [UInt8]?
    package var root: CertificateTemplate
    package var intermediate: CertificateTemplate
    package var leaf: CertificateTemplate
    package var rootKey: CertificateKey
    package var intermediateKey: CertificateKey
    package var leafKey: CertificateKey
    /// The key that signs the intermediate, and the one that signs the leaf, where they are not the issuer's.
    package var intermediateSigner: CertificateKey?
    package var leafSigner: CertificateKey?
    /// Whether the leaf signs itself, as Xcode's certificate does.
    package var isLeafSelfSigned = false
    /// Which certificates are inside, from leaf, intermediate and root; in that order.
    package var included: Set<Int> = [0, 1, 2]
    /// Certificates beside them, before them.
    package var further: [Certificate] = []
    /// Changes the message before it is signed.
    package var message: @Sendable (inout SignedMessageTemplate) -> Void = { _ in }

    package init() throws {
        let keys = try ReceiptWorkshop.keys()
        root = TestAuthority.rootTemplate(
            name: "Receipts", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter)
        intermediate = TestAuthority.intermediateTemplate(
            name: "Receipts", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter)
        leaf = TestAuthority.leafTemplate(
            name: "Receipts", notBefore: TestSigner.notBefore, notAfter: TestSigner.notAfter)
        rootKey = .rsa(keys.root)
        intermediateKey = .rsa(keys.intermediate)
        leafKey = .rsa(keys.leaf)
        setDigest(.sha256)
    }

    /// Signs certificates and the message with another hash function.
    package mutating func setDigest(_ digest: SignatureDigest) {
        root.digest = digest
        intermediate.digest = digest
        leaf.digest = digest
        messageDigest = digest
    }

    private var messageDigest = SignatureDigest.sha256

    /// Leaf, intermediate and root.
    package func chain() throws -> [Certificate] {
        let root = try root.selfSigned(with: rootKey)
        let intermediate = try intermediate.issued(
            to: intermediateKey, by: root, issuerKey: intermediateSigner ?? rootKey)
        let leaf =
            try isLeafSelfSigned
            ? leaf.selfSigned(with: leafKey)
            : leaf.issued(to: leafKey, by: intermediate, issuerKey: leafSigner ?? intermediateKey)
        return [leaf, intermediate, root]
    }

    /// A receipt under a chain that was made before.
    package func receipt(under chain: [Certificate]) throws -> [UInt8] {
        let certificates = further + chain.enumerated().filter { included.contains($0.offset) }.map(\.element)
        var template = SignedMessageTemplate(
            content: content ?? sample.content, signer: chain[0], key: leafKey, certificates: certificates)
        template.digest = messageDigest
        message(&template)
        return try template.sign()
    }
}
